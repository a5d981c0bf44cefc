import type { Rights } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import type { DefinitionKind, DefinitionsByKind, JsonValue } from '#engine/model';
import type { Answer } from './answers/send.ts';
import { listEntries, searchEntries } from './definition-search.ts';
import { bodyOf, parameterOf, rightsOf, type Call, type CallRouter } from './request/call.ts';
import { searchCheck, searchQueryCheck } from './request/search-input.ts';
import { writeDefinitions, type DefinitionWrite } from './request/write-definitions.ts';
import { IGNORED, textOf, withoutNames } from './request/write-input.ts';

/** An entry as the calls answer it: the definition with `_id` for its stable id. */
export type DefinitionEntry = { readonly _id: string; readonly [property: string]: unknown };

/** How definitions of a kind are read and written by the API, before there is a studio. */
export interface DefinitionCalls<K extends DefinitionKind> {
  readonly kind: K;
  /** '/api/dropdowns'. */
  readonly base: string;
  list(snapshot: DefinitionSnapshot): Iterable<DefinitionsByKind[K]>;
  /** As this reader may see it; undefined: not at all. */
  show(definition: DefinitionsByKind[K], rights: Rights): DefinitionEntry | undefined;
  /** Takes what is sent for what it means, before it is checked: another spelling of a value, say. */
  normalize?(sent: { readonly [name: string]: JsonValue }): { readonly [name: string]: JsonValue };
  /** Adds what a new one has by default; the id is set already. */
  complete?(definition: { [property: string]: unknown }, call: Call): void;
  /** Another meaning that `GET base/{id}` has, tried first: `/api/layouts/leads` names a module. */
  readByName?(name: string, call: Call): Promise<Answer | undefined>;
  /** Refuses a removal that the registry cannot know of, such as of a role that users still have. */
  assertRemovable?(id: string, call: Call): Promise<void>;
}

/** Serves list, get, create, update, delete and search of a kind. Writing is System Admin's and is published at once. */
export function serveDefinitions<K extends DefinitionKind>({ on }: CallRouter, calls: DefinitionCalls<K>): void {
  const { base } = calls;
  for (const url of [base, `${base}/list`]) on({ method: 'GET', url }, async (call) => ({ body: listEntries(await visible(calls, call), searchQueryCheck.readQuery(call.query)) }));
  for (const url of [`${base}/search`, `${base}/dataSourceSearch`]) on({ method: 'POST', url }, async (call) => ({ body: searchEntries(await visible(calls, call), searchCheck.read(bodyOf(call))) }));
  on({ method: 'GET', url: `${base}/:id` }, async (call) => {
    const id = parameterOf(call, 'id');
    return (await calls.readByName?.(id, call)) ?? { body: await findEntry(calls, call, id) };
  });
  for (const url of [base, `${base}/create`]) on({ method: 'POST', url }, (call) => create(calls, call));
  on({ method: 'PUT', url: `${base}/:id` }, (call) => update(calls, call, parameterOf(call, 'id')));
  on({ method: 'PUT', url: `${base}/update` }, (call) => update(calls, call, textOf(bodyOf(call), '_id')));
  on({ method: 'DELETE', url: `${base}/:id` }, (call) => remove(calls, call, [parameterOf(call, 'id')]));
}

/** All of the kind that the caller may see. */
export async function visible<K extends DefinitionKind>(calls: DefinitionCalls<K>, call: Call): Promise<readonly DefinitionEntry[]> {
  const rights = await rightsOf(call);
  const entries: DefinitionEntry[] = [];
  for (const definition of calls.list(call.snapshot)) {
    const entry = calls.show(definition, rights);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

async function findEntry<K extends DefinitionKind>(calls: DefinitionCalls<K>, call: Call, id: string): Promise<DefinitionEntry> {
  const entry = (await visible(calls, call)).find(({ _id }) => _id === id);
  if (entry === undefined) throw notFound(calls.kind);
  return entry;
}

/** Takes definitions away, all in one change-set. */
export async function remove<K extends DefinitionKind>(calls: DefinitionCalls<K>, call: Call, ids: readonly string[]): Promise<Answer> {
  return writeDefinitions(call, async () => {
    for (const id of ids) {
      assertExists(calls, call, id);
      await calls.assertRemovable?.(id, call);
    }
    return { changes: ids.map((id) => ({ kind: calls.kind, id, definition: null })), answer: () => ({ body: { success: true, deleted: ids, refused: [] } }) };
  });
}

/** A definition as an entry, its stable id under `_id`. */
export function toEntry<K extends DefinitionKind>(definition: DefinitionsByKind[K]): DefinitionEntry {
  const { id, ...rest } = definition;
  return { _id: id, ...rest };
}

/** A definition to publish, answered as it then is. */
function writeEntry<K extends DefinitionKind>(calls: DefinitionCalls<K>, call: Call, definition: { readonly id: string; readonly [property: string]: unknown }, status: number): DefinitionWrite {
  const { kind } = calls;
  return { changes: [{ kind, id: definition.id, definition }], answer: async (snapshot) => ({ status, body: await findEntry(calls, { ...call, snapshot }, definition.id) }) };
}

function create<K extends DefinitionKind>(calls: DefinitionCalls<K>, call: Call): Promise<Answer> {
  return writeDefinitions(call, () => {
    const sent = bodyOf(call);
    if ('_id' in sent || 'id' in sent) throw new MusterError('body_invalid', { values: { reason: 'a new definition gets its id here' } });
    const definition: { id: string; [property: string]: unknown } = { ...sentProperties(calls, sent), id: `${calls.kind}_${call.services.ids.next()}` };
    calls.complete?.(definition, call);
    return writeEntry(calls, call, definition, 201);
  });
}

function update<K extends DefinitionKind>(calls: DefinitionCalls<K>, call: Call, id: string): Promise<Answer> {
  return writeDefinitions(call, () => {
    const stored = assertExists(calls, call, id);
    const { _id: sentId, ...changes } = sentProperties(calls, bodyOf(call));
    if (sentId !== undefined && sentId !== id) throw new MusterError('body_invalid', { values: { reason: '_id is not the id of this call' } });
    const merged = Object.entries({ ...stored, ...changes, id }).filter(([, value]) => value !== null);
    return writeEntry(calls, call, Object.fromEntries(merged) as { id: string }, 200);
  });
}

function sentProperties<K extends DefinitionKind>(calls: DefinitionCalls<K>, sent: { readonly [name: string]: JsonValue }): { readonly [name: string]: JsonValue } {
  const named = withoutNames(sent, IGNORED);
  return calls.normalize?.(named) ?? named;
}

function assertExists<K extends DefinitionKind>(calls: DefinitionCalls<K>, call: Call, id: string): DefinitionsByKind[K] {
  for (const definition of calls.list(call.snapshot)) if (definition.id === id) return definition;
  throw notFound(calls.kind);
}

function notFound(kind: DefinitionKind): MusterError {
  return new MusterError('definition_not_found', { values: { kind } });
}
