import type { JsonObject } from '#engine/model';
import { MAX_PEOPLE, MAX_UNREAD } from '../../shared/chat.ts';

const ID: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
const TEXT: JsonObject = { type: 'string' };
const COUNT: JsonObject = { type: 'integer', minimum: 0 };
const FLAG: JsonObject = { type: 'boolean' };
const PERSON: JsonObject = { type: 'object', required: ['_id', 'name'], properties: { _id: ID, name: TEXT } };
const PEOPLE: JsonObject = { type: 'array', items: PERSON };

function objectOf(properties: JsonObject): JsonObject {
  return { type: 'object', required: Object.keys(properties), properties };
}

function bodyOf(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', additionalProperties: false, required: [...required], properties };
}

const idsOf = (maxItems: number): JsonObject => ({ type: 'array', maxItems, uniqueItems: true, items: ID });
const LIMIT: JsonObject = { type: 'integer', minimum: 1, maximum: 100 };
const PAGE: JsonObject = {
  pageNumber: { type: 'integer', minimum: 0, maximum: 1_000_000 },
  pageSize: { type: 'integer', minimum: 1, maximum: 1_000 },
};

/** Bodies of the endpoints. */
export const BODIES = {
  conversations: bodyOf({ before: ID, limit: LIMIT, conversations: idsOf(100) }),
  messages: bodyOf({ conversation: ID, before: ID, limit: LIMIT }, ['conversation']),
  conversation: bodyOf({ conversation: ID }, ['conversation']),
  find: bodyOf({ people: { ...idsOf(MAX_PEOPLE), minItems: 1 } }, ['people']),
  people: bodyOf({ search: { type: 'string', maxLength: 200 } }),
  presence: bodyOf({ people: idsOf(200), isHere: FLAG }, ['people', 'isHere']),
  distinct: bodyOf(PAGE),
  skinny: bodyOf({
    ...PAGE,
    searchTerms: { type: 'object', additionalProperties: true },
    sortField: ID,
    sortOrder: { enum: ['asc', 'desc'] },
  }),
  removeFromBar: bodyOf({ sentTo: ID, createdBy: ID, groupUsersIds: idsOf(MAX_PEOPLE) }),
  read: bodyOf({ ids: { ...idsOf(MAX_UNREAD), minItems: 1 }, userToAdd: ID }, ['ids']),
} as const;

const CONVERSATION = objectOf({
  key: ID,
  name: TEXT,
  people: PEOPLE,
  isGroup: FLAG,
  groupName: TEXT,
  last: { type: ['object', 'null'], required: ['text', 'isOwn', 'by'], properties: { text: TEXT, isOwn: FLAG, by: TEXT } },
  lastAt: TEXT,
  unread: COUNT,
  removed: FLAG,
});

const MESSAGE = objectOf({
  _id: ID,
  text: TEXT,
  by: { ...PERSON, type: ['object', 'null'] },
  isOwn: FLAG,
  at: TEXT,
  isEdited: FLAG,
  isUnread: FLAG,
  readBy: PEOPLE,
  attachments: { type: 'array', items: objectOf({ name: TEXT, path: TEXT }) },
});

const RECORD: JsonObject = { type: 'object', required: ['_id'], properties: { _id: ID } };

/** Responses of the endpoints. */
export const RESPONSES = {
  conversations: objectOf({ data: { type: 'array', items: CONVERSATION }, unread: COUNT, next: { type: ['string', 'null'] } }),
  messages: objectOf({ data: { type: 'array', items: MESSAGE }, before: { type: ['string', 'null'] } }),
  found: objectOf({ key: ID, people: PEOPLE, exists: FLAG }),
  people: objectOf({ data: PEOPLE }),
  presence: objectOf({ online: { type: 'array', items: ID } }),
  page: {
    type: 'object',
    required: ['data', 'total', 'pageNumber', 'pageSize'],
    properties: { data: { type: 'array', items: RECORD }, total: COUNT, pageNumber: COUNT, pageSize: COUNT, _warnings: { type: 'array' } },
  },
  read: objectOf({ success: { const: true }, unread: COUNT }),
  done: objectOf({ success: { const: true } }),
} as const satisfies { readonly [name: string]: JsonObject };
