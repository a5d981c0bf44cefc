import type { JsonObject } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { ApiError, createRecord, isUnconfirmed, randomKey, updateRecord, type ApiResponse, type SavedRecord } from '../../client/index.ts';
import type { UnconfirmedSave } from '../local-state/local-drafts.ts';
import { createPayload, updatePayload } from './draft.ts';
import type { FormState } from './form-state.ts';

/** Stores the save that has no response yet. */
export interface UnconfirmedSaveStore {
  readonly read: () => UnconfirmedSave | undefined;
  readonly write: (save: UnconfirmedSave | undefined) => Promise<void>;
  /** The save was refused and had no effect; the stored draft is updated. */
  readonly clear: () => Promise<void>;
}

type SaveRequest = Omit<UnconfirmedSave, 'key' | 'redactedFields'>;

function buildRequest(
  module: ModuleView,
  { base, draft }: Pick<FormState, 'base' | 'draft'>,
  duplicates: 'allow' | undefined,
): SaveRequest {
  const id = base._id;
  return { id, body: id === undefined ? createPayload(module, draft) : updatePayload(module, base, draft), duplicates };
}

/**
 * Rebuilds an earlier save with its sensitive fields from the form: in the original order, because the server compares the body as text.
 */
function restoreRedacted(module: ModuleView, { redactedFields = [], ...save }: UnconfirmedSave, typed: JsonObject): UnconfirmedSave {
  if (redactedFields.length === 0) return save;
  const again = redactedFields.flatMap((name) => (typed[name] === undefined ? [] : [[name, typed[name]] as const]));
  const whole: JsonObject = { ...save.body, ...Object.fromEntries(again) };
  const names = [
    ...module.fields.map((field) => field.fieldName).filter((name) => name in whole),
    ...('_version' in whole ? ['_version'] : []),
  ];
  return { ...save, body: Object.fromEntries(names.map((name) => [name, whole[name] ?? null])) };
}

function isSame(one: SaveRequest, other: SaveRequest): boolean {
  return JSON.stringify([one.id, one.body, one.duplicates]) === JSON.stringify([other.id, other.body, other.duplicates]);
}

async function send(
  path: string,
  { id, body, duplicates }: SaveRequest,
  key: string,
  box: UnconfirmedSaveStore,
): Promise<ApiResponse<SavedRecord>> {
  const options = { idempotencyKey: key, ...(duplicates === undefined ? {} : { duplicates }) };
  await box.write({ key, id, body, duplicates });
  try {
    const response = await (id === undefined ? createRecord(path, body, options) : updateRecord(path, id, body, options));
    await box.write(undefined);
    return response;
  } catch (error) {
    // A different body for the same key: the save was executed, but its result is unknown. Discarding it would create the record twice.
    const isLost = error instanceof ApiError && (isUnconfirmed(error) || (id === undefined && error.code === 'idempotency_conflict'));
    if (!isLost) await box.clear();
    throw error;
  }
}

export interface IdempotentSaveInput {
  readonly module: ModuleView;
  readonly state: Pick<FormState, 'base' | 'draft'>;
  readonly duplicates: 'allow' | undefined;
  readonly unconfirmedStore: UnconfirmedSaveStore;
  /** Called if an earlier save was executed: the form continues with its record. */
  readonly onFound: (record: SavedRecord) => void;
}

/**
 * Saves a form so that nothing is created twice. A save without a response is first sent again unchanged, with its own key; later input is
 * then sent as an update of its result.
 */
export async function saveIdempotently({
  module,
  state,
  duplicates,
  unconfirmedStore,
  onFound,
}: IdempotentSaveInput): Promise<ApiResponse<SavedRecord>> {
  const request = buildRequest(module, state, duplicates);
  const pending = unconfirmedStore.read();
  if (pending === undefined) return send(module.path, request, randomKey(), unconfirmedStore);
  const earlier = restoreRedacted(module, pending, request.body);
  if (isSame(earlier, request)) return send(module.path, request, earlier.key, unconfirmedStore);
  const response = await send(module.path, earlier, earlier.key, unconfirmedStore).catch((error: unknown) => {
    if (unconfirmedStore.read() !== undefined || !(error instanceof ApiError)) throw error;
    // Refused on both attempts: the current input may be accepted.
    return undefined;
  });
  if (response === undefined) return send(module.path, request, randomKey(), unconfirmedStore);
  const base = { ...state.base, ...response.data };
  onFound(response.data);
  const rest = buildRequest(module, { base, draft: state.draft }, duplicates);
  return hasChanges(rest.body) ? send(module.path, rest, randomKey(), unconfirmedStore) : response;
}

function hasChanges(body: JsonObject): boolean {
  return Object.keys(body).some((name) => name !== '_version');
}
