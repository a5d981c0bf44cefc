import type { Rights } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import type { DefinitionKind, DefinitionsByKind } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import type { ApiResponse } from './responses/send-response.ts';
import { listEntries, searchEntries } from './definition-search.ts';
import { bodyOf, parameterOf, rightsOf, type RequestContext, type EndpointRouter } from './request/request-context.ts';
import { searchCheck, searchQueryCheck, type SearchParameters } from './request/search-input.ts';
import { writeDefinitions, type DefinitionWrite } from './request/write-definitions.ts';
import { IGNORED } from './request/known-names.ts';
import { textOf, withoutNames } from './request/write-input.ts';

/** An entry as the endpoints return it: the definition, with its stable id as `_id`. */
export type DefinitionEntry = { readonly _id: string; readonly [property: string]: unknown };

/** Options of the endpoints that read and write the definitions of one kind. */
export interface DefinitionEndpointOptions<K extends DefinitionKind> {
  readonly kind: K;
  /** '/api/dropdowns'. */
  readonly base: string;
  list(snapshot: DefinitionSnapshot): Iterable<DefinitionsByKind[K]>;
  /** Returns the entry that a user with these rights sees; undefined: the definition is not visible to them. */
  show(definition: DefinitionsByKind[K], rights: Rights): DefinitionEntry | undefined;
  /** Throws when the requester may not read the definitions at all; default: everyone may see what `show` returns. */
  assertReadable?(context: RequestContext): Promise<unknown>;
  /** The order of lists and searches that name none; default: by name. */
  readonly defaultSort?: Pick<SearchParameters, 'sortField' | 'sortOrder'>;
  /** Normalizes the sent properties before they are checked, such as another spelling of a value. */
  normalize?(sent: { readonly [name: string]: JsonValue }): { readonly [name: string]: JsonValue };
  /** Adds the default values of a new definition; its id is set already. */
  complete?(definition: { [property: string]: unknown }, context: RequestContext): void;
  /** Alternative handler of `GET base/{id}`, tried first: `/api/layouts/tickets` names a module. */
  readByName?(name: string, context: RequestContext): Promise<ApiResponse | undefined>;
  /** Alternative search; `entries` are those that the requester may see. Default: over the properties of the definitions, in memory. */
  search?(context: RequestContext, entries: readonly DefinitionEntry[], search: SearchParameters): Promise<object>;
  /** Throws when the definition is still used in a way that the registry cannot check, such as a role that users still have. */
  assertRemovable?(id: string, context: RequestContext): Promise<void>;
}

/** Registers list, get, create, update, delete and search for one kind. Only System Admins may write; changes are published at once. */
export function serveDefinitions<K extends DefinitionKind>({ on }: EndpointRouter, options: DefinitionEndpointOptions<K>): void {
  const { base } = options;
  for (const url of [base, `${base}/list`])
    on({ method: 'GET', url, preview: true }, async (context) => ({
      body: listEntries(await listVisible(options, context), { ...options.defaultSort, ...searchQueryCheck.readQuery(context.query) }),
    }));
  for (const url of [`${base}/search`, `${base}/dataSourceSearch`])
    on({ method: 'POST', url, preview: true }, async (context) => {
      const search = { ...options.defaultSort, ...searchCheck.read(bodyOf(context)) };
      const entries = await listVisible(options, context);
      return { body: (await options.search?.(context, entries, search)) ?? searchEntries(entries, search) };
    });
  on({ method: 'GET', url: `${base}/:id`, preview: true }, async (context) => {
    const id = parameterOf(context, 'id');
    return (await options.readByName?.(id, context)) ?? { body: await findEntry(options, context, id) };
  });
  for (const url of [base, `${base}/create`]) on({ method: 'POST', url }, (context) => create(options, context));
  on({ method: 'PUT', url: `${base}/:id` }, (context) => update(options, context, parameterOf(context, 'id')));
  on({ method: 'PUT', url: `${base}/update` }, (context) => update(options, context, textOf(bodyOf(context), '_id')));
  on({ method: 'DELETE', url: `${base}/:id` }, (context) => removeDefinitions(options, context, [parameterOf(context, 'id')]));
}

/** Returns all definitions of the kind that the requester may see. */
export async function listVisible<K extends DefinitionKind>(
  options: DefinitionEndpointOptions<K>,
  context: RequestContext,
): Promise<readonly DefinitionEntry[]> {
  await options.assertReadable?.(context);
  const rights = await rightsOf(context);
  const entries: DefinitionEntry[] = [];
  for (const definition of options.list(context.snapshot)) {
    const entry = options.show(definition, rights);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

async function findEntry<K extends DefinitionKind>(
  options: DefinitionEndpointOptions<K>,
  context: RequestContext,
  id: string,
): Promise<DefinitionEntry> {
  const entry = (await listVisible(options, context)).find(({ _id }) => _id === id);
  if (entry === undefined) throw notFound(options.kind);
  return entry;
}

/** Removes definitions, all in one change-set. */
export async function removeDefinitions<K extends DefinitionKind>(
  options: DefinitionEndpointOptions<K>,
  context: RequestContext,
  ids: readonly string[],
): Promise<ApiResponse> {
  return writeDefinitions(context, async () => {
    for (const id of ids) {
      assertExists(options, context, id);
      await options.assertRemovable?.(id, context);
    }
    return {
      changes: ids.map((id) => ({ kind: options.kind, id, definition: null })),
      buildResponse: () => ({ body: { success: true, deleted: ids, refused: [] } }),
    };
  });
}

/** Converts a definition to an entry, with its stable id as `_id`. */
export function toEntry<K extends DefinitionKind>(definition: DefinitionsByKind[K]): DefinitionEntry {
  const { id, ...rest } = definition;
  return { _id: id, ...rest };
}

/** Builds the write of one definition; the response is the published entry. */
function writeEntry<K extends DefinitionKind>(
  options: DefinitionEndpointOptions<K>,
  context: RequestContext,
  definition: { readonly id: string; readonly [property: string]: unknown },
  status: number,
): DefinitionWrite {
  const { kind } = options;
  return {
    changes: [{ kind, id: definition.id, definition }],
    buildResponse: async (snapshot) => ({ status, body: await findEntry(options, { ...context, snapshot }, definition.id) }),
  };
}

function create<K extends DefinitionKind>(options: DefinitionEndpointOptions<K>, context: RequestContext): Promise<ApiResponse> {
  return writeDefinitions(context, () => {
    const sent = bodyOf(context);
    if ('_id' in sent || 'id' in sent) throw new MusterError('body_invalid', { values: { reason: 'a new definition gets its id here' } });
    const definition: { id: string; [property: string]: unknown } = {
      ...sentProperties(options, sent),
      id: `${options.kind}_${context.services.ids.next()}`,
    };
    options.complete?.(definition, context);
    return writeEntry(options, context, definition, 201);
  });
}

function update<K extends DefinitionKind>(
  options: DefinitionEndpointOptions<K>,
  context: RequestContext,
  id: string,
): Promise<ApiResponse> {
  return writeDefinitions(context, () => {
    const stored = assertExists(options, context, id);
    const { _id: sentId, ...changes } = sentProperties(options, bodyOf(context));
    if (sentId !== undefined && sentId !== id)
      throw new MusterError('body_invalid', { values: { reason: '_id is not the id of this request' } });
    const merged = Object.entries({ ...stored, ...changes, id }).filter(([, value]) => value !== null);
    return writeEntry(options, context, Object.fromEntries(merged) as { id: string }, 200);
  });
}

function sentProperties<K extends DefinitionKind>(
  options: DefinitionEndpointOptions<K>,
  sent: { readonly [name: string]: JsonValue },
): { readonly [name: string]: JsonValue } {
  const named = withoutNames(sent, IGNORED);
  return options.normalize?.(named) ?? named;
}

function assertExists<K extends DefinitionKind>(
  options: DefinitionEndpointOptions<K>,
  context: RequestContext,
  id: string,
): DefinitionsByKind[K] {
  for (const definition of options.list(context.snapshot)) if (definition.id === id) return definition;
  throw notFound(options.kind);
}

function notFound(kind: DefinitionKind): MusterError {
  return new MusterError('definition_not_found', { values: { kind } });
}
