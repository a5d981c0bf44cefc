import type { DefinitionKind } from '#engine/model/definitions';
import type { DefinitionDetail, DefinitionSummary } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { callApi } from './call-api.ts';

/**
 * The effective definitions of a kind, sorted by label; System Admins only. `field`: only modules that have a field with this text in its
 * label or name.
 */
export async function getDefinitions(kind: DefinitionKind, signal?: AbortSignal, field?: string): Promise<readonly DefinitionSummary[]> {
  const options = { query: { kind, ...(field !== undefined && { field }) }, ...(signal ? { signal } : {}) };
  return (await callApi<{ readonly data: readonly DefinitionSummary[] }>('GET', '/api/definitions', options)).data;
}

/** A definition with its base and what refers to it. Errors: `definition_not_found`. */
export function getDefinition(kind: DefinitionKind, id: string, signal?: AbortSignal): Promise<DefinitionDetail> {
  return callApi<DefinitionDetail>('GET', `/api/definitions/${kind}/${encodeURIComponent(id)}`, signal ? { signal } : {});
}

/** The JSON Schema that definitions of a kind are checked with. */
export function getDefinitionSchema(kind: DefinitionKind, signal?: AbortSignal): Promise<JsonObject> {
  return callApi<JsonObject>('GET', `/api/schemas/${kind}`, signal ? { signal } : {});
}
