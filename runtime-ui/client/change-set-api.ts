import type { DefinitionKind } from '#engine/model/definitions';
import type {
  AffectedRecordsPage,
  AffectedUsersPage,
  PlannedEffects,
  AliasEntry,
  ChangeSetPlan,
  ChangeSetSimulation,
  ChangeSetState,
  ChangeSetSummary,
  ChangeSetView,
  ConversionView,
  PlannedAccess,
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

/** What a user would see if a draft were published. Errors: `record_not_found`, `module_not_found`, `definition_invalid`. */
export function simulateChangeSet(
  id: string,
  input: { readonly user: string; readonly module: string; readonly record?: string | undefined },
  signal?: AbortSignal,
): Promise<ChangeSetSimulation> {
  return callApi<ChangeSetSimulation>('POST', `${pathOf(id)}/simulate`, { body: input, ...(signal ? { signal } : {}) });
}

/** A right as plans name it, and a page. */
export interface AffectedRight extends Pick<PlannedAccess, 'module' | 'field' | 'right'> {
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** The effects of a draft on records that its plan did not count; `offset` is the `counted` of the plan or of the page before. */
export function getMoreEffects(id: string, offset: number): Promise<PlannedEffects> {
  return callApi<PlannedEffects>('POST', `${pathOf(id)}/effects`, { body: { offset } });
}

/** The users of a role whose right a draft changes. */
export function getAffectedUsers(
  id: string,
  input: AffectedRight & { readonly role: string },
  signal?: AbortSignal,
): Promise<AffectedUsersPage> {
  return callApi<AffectedUsersPage>('POST', `${pathOf(id)}/affected-users`, { body: input, ...(signal ? { signal } : {}) });
}

/** The records on which a user gains or loses a right by a draft. */
export function getAffectedRecords(
  id: string,
  input: AffectedRight & { readonly user: string; readonly change: 'gains' | 'loses' },
  signal?: AbortSignal,
): Promise<AffectedRecordsPage> {
  return callApi<AffectedRecordsPage>('POST', `${pathOf(id)}/affected-records`, { body: input, ...(signal ? { signal } : {}) });
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
  /** Values are converted first; then a job publishes it. Absent: it is published. */
  readonly conversion?: 'running';
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
 * Publishes the opposite of a change-set; `notRestored` says what it cannot restore, and is absent while values are converted. Errors: `change_set_built_on`, `change_set_reverted`,
 * `values_in_use`.
 */
export function revertChangeSet(
  id: string,
  decisions: { readonly values?: ValueDecisions } = {},
): Promise<PublishedChangeSet & { readonly notRestored?: readonly string[] }> {
  return write('POST', `${pathOf(id)}/revert`, decisions);
}

/** Stops the conversion of the values of a change-set. Errors: `conversion_not_running`. */
export function stopConversion(id: string): Promise<ConversionView> {
  return write('POST', `${pathOf(id)}/conversion/stop`, {});
}

/** Resumes a conversion, with decisions about values that cannot be converted. Errors: `conversion_running`, `values_not_convertible`. */
export function resumeConversion(id: string, values: ValueDecisions = {}): Promise<ConversionView> {
  return write('POST', `${pathOf(id)}/conversion/resume`, { values });
}

/** Replaces again the removed values that rules refused to replace. Errors: `values_not_refused`. */
export async function retryReplacement(id: string): Promise<void> {
  await write('POST', `${pathOf(id)}/replacement/retry`, {});
}

/** Lets the records keep these values. Errors: `values_not_refused`. */
export async function dismissReplacement(id: string): Promise<void> {
  await write('POST', `${pathOf(id)}/replacement/dismiss`, {});
}

/** Ends a conversion and leaves all values as they were. Errors: `conversion_not_running`. */
export async function cancelConversion(id: string): Promise<void> {
  await write('POST', `${pathOf(id)}/conversion/cancel`, {});
}

/** Removed fields and modules whose values stay for 30 days. */
export async function getQuarantine(signal?: AbortSignal): Promise<readonly QuarantineEntry[]> {
  return (await callApi<{ readonly data: readonly QuarantineEntry[] }>('GET', '/api/quarantine', signal ? { signal } : {})).data;
}

/** Adds a removed field or module again, with its values. Errors: `definition_not_found`, `definition_invalid`. */
export function restoreRemoved(id: string): Promise<PublishedChangeSet> {
  return write('POST', `/api/quarantine/${encodeURIComponent(id)}/restore`);
}

/**
 * Removes the values of a removed field, module or option for good; those of an option in the background. `values`: 'clear', or
 * 'move:<option>' for the values of an option. Errors: `definition_not_found`, `parameter_invalid`.
 */
export async function clearRemoved(id: string, values?: string): Promise<void> {
  await write('DELETE', `/api/quarantine/${encodeURIComponent(id)}${values === undefined ? '' : `?values=${encodeURIComponent(values)}`}`);
}

export interface AliasPage {
  readonly data: readonly AliasEntry[];
  readonly total: number;
}

/** Earlier names of modules and fields that the API accepts, the latest first. */
export function getAliases(pageSize: number, signal?: AbortSignal): Promise<AliasPage> {
  return callApi<AliasPage>('GET', `/api/aliases?pageSize=${pageSize}`, signal ? { signal } : {});
}

/** Removes an alias. Errors: `definition_not_found`. */
export async function removeAlias(id: string): Promise<void> {
  await write('DELETE', `/api/aliases/${encodeURIComponent(id)}`);
}

/** Starts a preview of a draft, or of the published definitions. Errors: `definition_invalid` with the problems of the draft. */
export function startPreview(request: PreviewRequest): Promise<StartedPreview> {
  return callApi<StartedPreview>('POST', '/api/previews', { body: request });
}
