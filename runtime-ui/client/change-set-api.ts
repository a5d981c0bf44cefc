import type { DefinitionKind } from '#engine/model/definitions';
import type {
  ChangeSetPlan,
  ChangeSetState,
  ChangeSetSummary,
  ChangeSetView,
  QuarantineEntry,
  RevertPlan,
  StartedPreview,
} from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { callApi } from './call-api.ts';
import { createIdempotentSend } from './idempotent-send.ts';
import type { PreviewRequest } from './preview-tab.ts';

const PATH = '/api/change-sets';
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;
const once = createIdempotentSend();

/** Sends a write that is executed once, even if it is sent again after a lost response. */
function write<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T> {
  return once([method, path, body], (idempotencyKey) => callApi<T>(method, path, { body, idempotencyKey }));
}

export interface ChangeSetsQuery {
  /** Default: all states. */
  readonly state?: ChangeSetState | undefined;
  readonly pageNumber?: number | undefined;
  readonly pageSize?: number | undefined;
}

export interface ChangeSetPage {
  readonly data: readonly ChangeSetSummary[];
  readonly total: number;
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** The drafts that the user may edit and the published change-sets, the latest first. */
export function getChangeSets(query: ChangeSetsQuery, signal?: AbortSignal): Promise<ChangeSetPage> {
  return callApi<ChangeSetPage>('GET', PATH, { query: { ...query }, ...(signal ? { signal } : {}) });
}

/** Errors: `change_set_not_found`. */
export function getChangeSet(id: string, signal?: AbortSignal): Promise<ChangeSetView> {
  return callApi<ChangeSetView>('GET', pathOf(id), signal ? { signal } : {});
}

/** Creates a draft. Errors: `change_sets_too_many`. */
export function createChangeSet(input: { readonly name: string; readonly shared: boolean }): Promise<ChangeSetView> {
  return write('POST', PATH, input);
}

/** Renames or shares a draft, or makes it private. Errors: `version_conflict`. */
export function updateChangeSet(
  id: string,
  input: { readonly name?: string; readonly shared?: boolean; readonly _version?: number },
): Promise<ChangeSetView> {
  return write('PUT', pathOf(id), input);
}

/** Edits of a draft. */
export interface ChangeSetEdits {
  readonly _version?: number;
  /** Whole definitions; null removes the artifact. */
  readonly changes?: readonly { readonly kind: DefinitionKind; readonly id: string; readonly definition: JsonObject | null }[];
  /** Artifacts whose changes are taken out of the draft. */
  readonly discard?: readonly { readonly kind: DefinitionKind; readonly id: string }[];
}

/** Errors: `version_conflict`, `change_set_not_draft`, `body_invalid`, `change_set_too_large`. */
export function editChangeSet(id: string, edits: ChangeSetEdits): Promise<ChangeSetView> {
  return write('PUT', `${pathOf(id)}/changes`, edits);
}

/** Removes a draft. */
export async function discardChangeSet(id: string): Promise<void> {
  await write('DELETE', pathOf(id));
}

/** What publishing a draft would do now. */
export function planChangeSet(id: string, signal?: AbortSignal): Promise<ChangeSetPlan> {
  return callApi<ChangeSetPlan>('POST', `${pathOf(id)}/plan`, signal ? { signal } : {});
}

/** What happens to values, by the ids of the plan; a map has the new option for each removed one, or null: its values are removed. */
export interface ValueDecisions {
  readonly [id: string]: 'keep' | 'clear' | { readonly map: { readonly [option: string]: string | null } };
}

/** The decisions with which a draft is published. */
export interface PublishDecisions {
  readonly _version?: number;
  /** For each conflict, by `<artifact>#<path>`: whose value is used. */
  readonly conflicts?: { readonly [conflict: string]: 'mine' | 'theirs' };
  readonly values?: ValueDecisions;
}

export interface PublishedChangeSet {
  readonly _id: string;
  readonly definitionVersion: number;
}

/** Publishes a draft. Errors: `change_set_conflict`, `change_set_empty`, `definition_invalid`, `values_in_use`, `version_conflict`. */
export function publishChangeSet(id: string, decisions: PublishDecisions): Promise<PublishedChangeSet> {
  return write('POST', `${pathOf(id)}/publish`, decisions);
}

/** What reverting a published change-set would do now. Errors: `change_set_not_published`, `change_set_reverted`. */
export function planRevert(id: string, signal?: AbortSignal): Promise<RevertPlan> {
  return callApi<RevertPlan>('POST', `${pathOf(id)}/plan-revert`, signal ? { signal } : {});
}

/**
 * Publishes the opposite of a change-set; `notRestored` says what it cannot restore. Errors: `change_set_built_on`, `change_set_reverted`,
 * `values_in_use`.
 */
export function revertChangeSet(
  id: string,
  decisions: { readonly values?: ValueDecisions } = {},
): Promise<PublishedChangeSet & { readonly notRestored: readonly string[] }> {
  return write('POST', `${pathOf(id)}/revert`, decisions);
}

/** Removed fields and modules whose values stay for 30 days. */
export async function getQuarantine(signal?: AbortSignal): Promise<readonly QuarantineEntry[]> {
  return (await callApi<{ readonly data: readonly QuarantineEntry[] }>('GET', '/api/quarantine', signal ? { signal } : {})).data;
}

/** Adds a removed field or module again, with its values. Errors: `definition_not_found`, `definition_invalid`. */
export function restoreRemoved(id: string): Promise<PublishedChangeSet> {
  return write('POST', `/api/quarantine/${encodeURIComponent(id)}/restore`);
}

/** Removes the values of a removed field or module for good. Errors: `definition_not_found`. */
export async function clearRemoved(id: string): Promise<void> {
  await write('DELETE', `/api/quarantine/${encodeURIComponent(id)}`);
}

/** Starts a preview of a draft, or of the published definitions. Errors: `definition_invalid` with the problems of the draft. */
export function startPreview(request: PreviewRequest): Promise<StartedPreview> {
  return callApi<StartedPreview>('POST', '/api/previews', { body: request });
}
