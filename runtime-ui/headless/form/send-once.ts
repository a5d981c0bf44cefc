import type { JsonObject, ModuleView } from '#engine/model';
import { ApiError, createRecord, isUnanswered, randomKey, updateRecord, type CallAnswer, type SavedRecord } from '../../client/index.ts';
import type { UnansweredSave } from '../kept/kept-forms.ts';
import { createPayload, updatePayload } from './draft.ts';
import type { FormState } from './form-state.ts';

/** Where the save stands that has had no answer yet. */
export interface UnansweredBox {
  readonly read: () => UnansweredSave | undefined;
  readonly write: (save: UnansweredSave | undefined) => Promise<void>;
  /** It was refused: nothing came of it, and what is kept says so. */
  readonly forget: () => Promise<void>;
}

type SaveRequest = Omit<UnansweredSave, 'key' | 'withheld'>;

function requestOf(module: ModuleView, { base, draft }: Pick<FormState, 'base' | 'draft'>, duplicates: 'allow' | undefined): SaveRequest {
  const id = base._id;
  return { id, body: id === undefined ? createPayload(module, draft) : updatePayload(module, base, draft), duplicates };
}

/** An earlier save with its sensitive fields as they stand in the form again: in the order in which it was sent, for it is told by its text. */
function refill(module: ModuleView, { withheld = [], ...save }: UnansweredSave, typed: JsonObject): UnansweredSave {
  if (withheld.length === 0) return save;
  const again = withheld.flatMap((name) => (typed[name] === undefined ? [] : [[name, typed[name]] as const]));
  const whole: JsonObject = { ...save.body, ...Object.fromEntries(again) };
  const names = [...module.fields.map((field) => field.fieldName).filter((name) => name in whole), ...('_version' in whole ? ['_version'] : [])];
  return { ...save, body: Object.fromEntries(names.map((name) => [name, whole[name] ?? null])) };
}

function isSame(one: SaveRequest, other: SaveRequest): boolean {
  return JSON.stringify([one.id, one.body, one.duplicates]) === JSON.stringify([other.id, other.body, other.duplicates]);
}

async function deliver(path: string, { id, body, duplicates }: SaveRequest, key: string, box: UnansweredBox): Promise<CallAnswer<SavedRecord>> {
  const options = { idempotencyKey: key, ...(duplicates === undefined ? {} : { duplicates }) };
  await box.write({ key, id, body, duplicates });
  try {
    const answer = await (id === undefined ? createRecord(path, body, options) : updateRecord(path, id, body, options));
    await box.write(undefined);
    return answer;
  } catch (error) {
    // Another body under its key: it did arrive, and what it made is not known. To forget it would make the record twice.
    const isLost = error instanceof ApiError && (isUnanswered(error) || (id === undefined && error.code === 'idempotency_conflict'));
    if (!isLost) await box.forget();
    throw error;
  }
}

export interface SendInput {
  readonly module: ModuleView;
  readonly state: Pick<FormState, 'base' | 'draft'>;
  readonly duplicates: 'allow' | undefined;
  readonly box: UnansweredBox;
  /** An earlier save turned out to have arrived: the form stands on its record from here on. */
  readonly onFound: (record: SavedRecord) => void;
}

/**
 * Saves a form so that nothing is made twice. A save without an answer is first sent again as it was, under its own key;
 * what was typed since then goes as a change of what came of it.
 */
export async function sendOnce({ module, state, duplicates, box, onFound }: SendInput): Promise<CallAnswer<SavedRecord>> {
  const request = requestOf(module, state, duplicates);
  const kept = box.read();
  if (kept === undefined) return deliver(module.path, request, randomKey(), box);
  const earlier = refill(module, kept, request.body);
  if (isSame(earlier, request)) return deliver(module.path, request, earlier.key, box);
  const answer = await deliver(module.path, earlier, earlier.key, box).catch((error: unknown) => {
    if (box.read() !== undefined || !(error instanceof ApiError)) throw error;
    // Refused then and now: what was typed since may pass.
    return undefined;
  });
  if (answer === undefined) return deliver(module.path, request, randomKey(), box);
  const base = { ...state.base, ...answer.data };
  onFound(answer.data);
  const rest = requestOf(module, { base, draft: state.draft }, duplicates);
  return hasChanges(rest.body) ? deliver(module.path, rest, randomKey(), box) : answer;
}

function hasChanges(body: JsonObject): boolean {
  return Object.keys(body).some((name) => name !== '_version');
}
