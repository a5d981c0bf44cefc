import type { AccessExplanation, RecordAction } from '#engine/model/wire';
import { callApi } from './call-api.ts';

/** An action on a module, on one of its records, or on one field. */
interface ActionQuery {
  readonly module: string;
  readonly action: RecordAction;
  readonly id?: string;
  readonly field?: string;
  /** Id of another user, for System Admins; default: the signed-in user. */
  readonly user?: string;
}

/** A permission of a plugin. */
interface PermissionQuery {
  readonly permission: string;
  /** It depends on no record. */
  readonly id?: undefined;
  readonly user?: string;
}

/** What to explain. */
export type ExplainQuery = ActionQuery | PermissionQuery;

/** Explains why the user may or may not do something. */
export function explainAccess(query: ExplainQuery, signal?: AbortSignal): Promise<AccessExplanation> {
  const path = 'permission' in query ? '/api/access/explain-permission' : '/api/access/explain';
  return callApi<AccessExplanation>('GET', path, { query: { ...query }, ...(signal ? { signal } : {}) });
}
