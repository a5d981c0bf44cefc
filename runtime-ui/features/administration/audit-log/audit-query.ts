import type { JsonObject, JsonValue } from '#engine/model/values';

/** What an admin may look for besides module, user, record, field and time. */
export const AUDIT_ACTIONS = ['made', 'changed', 'deleted', 'merge', 'undo', 'read'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Parameters of the address that filter the log. */
const NAMES = ['module', 'user', 'record', 'recordId', 'action', 'field', 'since', 'until'] as const;

/** The filter of the page; absent: no condition. */
export type AuditFilter = { readonly [name in (typeof NAMES)[number]]?: string };

const SOURCES: Partial<Record<AuditAction, string>> = { merge: 'merge', undo: 'undo', read: 'sensitive value read' };

function termsOfAction(action: string | undefined): JsonObject {
  switch (action) {
    case 'made':
      return { field: { exists: false } };
    case 'changed':
      return { field: { exists: true }, not: { changeSource: SOURCES.read ?? '' } };
    case 'deleted':
      return { field: 'deleted' };
    default: {
      const source = SOURCES[action as AuditAction];
      return source === undefined ? {} : { changeSource: source };
    }
  }
}

/** The filter as search terms of the API. */
export function toSearchTerms({ module, user, record, recordId, action, field, since, until }: AuditFilter): JsonObject {
  const range: { [bound: string]: JsonValue } = {
    ...(since === undefined ? {} : { gte: since }),
    ...(until === undefined ? {} : { lte: until }),
  };
  const own = termsOfAction(action);
  const byField: JsonObject = field === undefined ? {} : { field };
  // Both an action and the filter may name the field.
  const both: JsonObject = 'field' in own && field !== undefined ? { and: [own, byField] } : { ...own, ...byField };
  return {
    ...both,
    ...(module === undefined ? {} : { module }),
    ...(user === undefined ? {} : { changed_by: user }),
    ...(record === undefined ? {} : { record_name: { contains: record } }),
    ...(recordId === undefined ? {} : { record_id: recordId }),
    ...(Object.keys(range).length === 0 ? {} : { date_created: { range } }),
  };
}

/** The filter in the query string of the page. */
export function readFilter(parameters: URLSearchParams): AuditFilter {
  return Object.fromEntries(NAMES.flatMap((name) => (parameters.get(name) ? [[name, parameters.get(name)]] : [])));
}

/** The query string with a changed condition, from its first page on; without a module there is no field. */
export function changeFilter(filter: AuditFilter, change: { readonly [name in keyof AuditFilter]?: string | undefined }): URLSearchParams {
  const moved = 'module' in change && change.module !== filter.module ? { field: undefined } : {};
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, ...moved, ...change }))
    if (value !== undefined && value !== '') next.set(name, value);
  return next;
}
