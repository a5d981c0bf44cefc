import { Type, type Static } from 'typebox';
import type { JsonValue } from '../values/json.ts';

const Id = Type.String({ minLength: 1, maxLength: 64 });
const Name = Type.String({ minLength: 1, maxLength: 64 });
const Token = Type.String({ minLength: 1, maxLength: 4096 });
const Position = Type.String({ minLength: 1, maxLength: 2048 });
const closed = { additionalProperties: false } as const;

/** The target of a subscription. */
export const LiveTargetSchema = Type.Union([
  Type.Object(
    { kind: Type.Literal('list'), module: Name, filter: Type.Optional(Type.Unknown({ description: 'As `searchTerms`.' })) },
    closed,
  ),
  Type.Object({ kind: Type.Literal('record'), module: Name, id: Id }, closed),
  Type.Object({ kind: Type.Literal('related'), module: Name, id: Id, relation: Name }, closed),
  Type.Object({ kind: Type.Literal('shell') }, closed),
  Type.Object(
    { kind: Type.Literal('notifications') },
    { ...closed, description: "The user's notifications: `resync` after each that is new, read or removed." },
  ),
]);

/** The messages of clients on `/api/live`, by `type`. */
export const LIVE_CLIENT_MESSAGE_SCHEMAS = {
  hello: Type.Object(
    { type: Type.Literal('hello'), token: Token },
    { ...closed, description: 'The first message, within 4 seconds: an access token. The response is `welcome`.' },
  ),
  token: Type.Object(
    { type: Type.Literal('token'), token: Token },
    { ...closed, description: 'A renewed token of the same session, before the one in force ends.' },
  ),
  subscribe: Type.Object(
    {
      type: Type.Literal('subscribe'),
      id: Id,
      to: LiveTargetSchema,
      age: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Milliseconds since what is shown was read: changes since then are sent too.' }),
      ),
    },
    {
      ...closed,
      description:
        'Subscribes to changes. The client chooses `id`, and each change contains it. A subscription with the same id is replaced. The response is `subscribed` or `error`.',
    },
  ),
  unsubscribe: Type.Object({ type: Type.Literal('unsubscribe'), id: Id }, { ...closed, description: 'Ends a subscription.' }),
  resume: Type.Object(
    { type: Type.Literal('resume'), position: Position },
    { ...closed, description: 'After the subscriptions of a new socket: what happened since that position, then `resumed`; or `resync`.' },
  ),
  present: Type.Object(
    { type: Type.Literal('present'), module: Name, id: Id, field: Type.Optional(Type.Union([Name, Type.Null()])) },
    { ...closed, description: 'The user has this record open and, with `field`, edits that field. The response is `presence`.' },
  ),
  absent: Type.Object({ type: Type.Literal('absent'), module: Name, id: Id }, { ...closed, description: 'The user closed the record.' }),
  ping: Type.Object({ type: Type.Literal('ping') }, { ...closed, description: 'The response is `pong`.' }),
} as const;

const Subscriptions = Type.Record(
  Type.String(),
  Type.Union([Type.Literal('holds'), Type.Literal('enters'), Type.Literal('leaves'), Type.Literal('maybe')]),
  {
    description:
      'By subscription id: whether the record stays in what is listed, comes in, goes out, or only the server can tell by a search.',
  },
);
const Kind = Type.Union([
  Type.Literal('create'),
  Type.Literal('update'),
  Type.Literal('delete'),
  Type.Literal('restore'),
  Type.Literal('remove'),
]);
const Person = Type.Object({
  _id: Type.Union([Type.String(), Type.Null()]),
  name: Type.String(),
  field: Type.Union([Type.String(), Type.Null()]),
});

/** The messages of the server on `/api/live`, by `type`. */
export const LIVE_SERVER_MESSAGE_SCHEMAS = {
  welcome: Type.Object(
    { type: Type.Literal('welcome'), position: Type.String() },
    { description: 'The token is good. `position` is where the store is: what is committed from now on is sent.' },
  ),
  subscribed: Type.Object({ type: Type.Literal('subscribed'), id: Type.String() }),
  change: Type.Object(
    {
      type: Type.Literal('change'),
      subs: Subscriptions,
      module: Type.String(),
      id: Type.String(),
      kind: Kind,
      version: Type.Integer(),
      by: Type.Union([Type.String(), Type.Null()]),
      changed: Type.Array(Type.String()),
      values: Type.Record(Type.String(), Type.Unknown()),
      position: Type.String(),
    },
    {
      description:
        "A record that the receiver may see changed. `changed` names those of the fields that they may see, `values` what these hold now in the API's form (null: nothing); sensitive and long values are left out. A record that became visible has kind `create` and no names.",
    },
  ),
  gone: Type.Object(
    { type: Type.Literal('gone'), subs: Subscriptions, module: Type.String(), id: Type.String(), position: Type.String() },
    { description: 'A record is no longer visible to the receiver, or was removed.' },
  ),
  resumed: Type.Object({ type: Type.Literal('resumed'), position: Type.String() }),
  resync: Type.Object(
    { type: Type.Literal('resync'), subs: Type.Union([Type.Array(Type.String()), Type.Null()]), position: Type.String() },
    {
      description:
        'What these subscriptions (null: all) show must be read again: too much happened to send one by one, or rights changed. An empty position is to be ignored.',
    },
  ),
  presence: Type.Object(
    { type: Type.Literal('presence'), module: Type.String(), id: Type.String(), people: Type.Array(Person) },
    { description: 'Who else has the record open. Names and fields that the receiver may not read are missing.' },
  ),
  shell: Type.Object(
    { type: Type.Literal('shell'), definitions: Type.Integer(), rights: Type.Integer() },
    { description: "Definitions or the receiver's rights changed: menus, layouts and settings must be read again." },
  ),
  event: Type.Object(
    { type: Type.Literal('event'), name: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) },
    {
      description:
        'Something happened that concerns the receiver; no subscription is needed. `LiveEvent.*` are the events with their data.',
    },
  ),
  error: Type.Object(
    { type: Type.Literal('error'), about: Type.Union([Type.String(), Type.Null()]), code: Type.String(), error: Type.String() },
    { description: 'A message was refused; `about` is the subscription, if it was one. The socket stays open.' },
  ),
  pong: Type.Object({ type: Type.Literal('pong') }),
} as const;

/** The event that asks every page to reload. */
export const SYSTEM_UPDATE_EVENT = 'system-update-event';

export type LiveTarget = Static<typeof LiveTargetSchema>;
type ClientMessages = { readonly [Name in keyof typeof LIVE_CLIENT_MESSAGE_SCHEMAS]: Static<(typeof LIVE_CLIENT_MESSAGE_SCHEMAS)[Name]> };
/** A message of a client. */
export type LiveClientMessage = ClientMessages[keyof ClientMessages];
type ServerMessages = { readonly [Name in keyof typeof LIVE_SERVER_MESSAGE_SCHEMAS]: Static<(typeof LIVE_SERVER_MESSAGE_SCHEMAS)[Name]> };
/** A message of the server. */
export type LiveServerMessage = ServerMessages[keyof ServerMessages];
/** A change of a record, limited to what the receiver may see. */
export type LiveChange = ServerMessages['change'] & { readonly values: { readonly [field: string]: JsonValue } };
export type LiveGone = ServerMessages['gone'];
/** A user who has a record open; `field` is the field that they edit. */
export type LivePerson = Static<typeof Person>;
/** The effect of a change on the list of a subscription. */
export type SubscriptionEffect = 'holds' | 'enters' | 'leaves' | 'maybe';
