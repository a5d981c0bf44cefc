import type { DefinitionKind } from '#engine/model/definitions';
import type { ChangeSetPlan, ChangeSetState, ChangeSetSummary, ChangeSetView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { callApi } from './call-api.ts';
import { createIdempotentSend } from './idempotent-send.ts';

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

/** The decisions with which a draft is published. */
export interface PublishDecisions {
  readonly _version?: number;
  /** For each conflict, by `<artifact>#<path>`: whose value is used. */
  readonly conflicts?: { readonly [conflict: string]: 'mine' | 'theirs' };
  /** What happens to the values of what is removed, by the ids of the plan; an object maps removed options to others. */
  readonly values?: { readonly [id: string]: 'keep' | 'clear' | { readonly [from: string]: string } };
}

export interface PublishedChangeSet {
  readonly _id: string;
  readonly definitionVersion: number;
}

/** Publishes a draft. Errors: `change_set_conflict`, `change_set_empty`, `definition_invalid`, `values_in_use`, `version_conflict`. */
export function publishChangeSet(id: string, decisions: PublishDecisions): Promise<PublishedChangeSet> {
  return write('POST', `${pathOf(id)}/publish`, decisions);
}

/** Publishes the opposite of a change-set; `notRestored` says what it cannot restore. Errors: `change_set_built_on`, `change_set_reverted`. */
export function revertChangeSet(id: string): Promise<PublishedChangeSet & { readonly notRestored: readonly string[] }> {
  return write('POST', `${pathOf(id)}/revert`);
}
