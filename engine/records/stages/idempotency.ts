import { MusterError } from '../../errors/index.ts';
import { isSealed } from '../../ports/index.ts';
import type { CompiledModule, JsonValue } from '#engine/model';
import type { AnswerKey } from '../answer-key.ts';
import { answerTo, findAnswerPlace } from './kept-answers.ts';
import type { SaveAttempt, SaveCall } from './save-request.ts';
import { sealedFieldsOf } from './seal-record.ts';

/** What reading or keeping an answer needs of a call. */
type AnswerCall = Pick<SaveCall, 'kernel' | 'scope'>;

/** The module whose records bodies and answers hold; 'any': it is not known, and they are kept sealed. */
type HeldModule = CompiledModule | 'any';

/** What a key was answered, as one attempt found it. */
export interface FoundAnswer {
  /** Absent: nothing within the last day. */
  readonly earlier: JsonValue | undefined;
  /** Puts an answer into the unit of the save that gives it; the unit is stale when another with the key came after the look. */
  readonly keep: (attempt: SaveAttempt, answer: JsonValue) => void;
}

const WITHOUT_KEY: FoundAnswer = { earlier: undefined, keep: () => undefined };

/**
 * Looks up, once for each attempt and before anything else of it, what this key was answered. `module` is the one that
 * the answer shows records of. Errors: `idempotency_conflict` when it came with another body.
 */
export async function findAnswer(call: AnswerCall, key: AnswerKey | undefined, module: HeldModule): Promise<FoundAnswer> {
  if (key === undefined) return WITHOUT_KEY;
  const { kernel, scope } = call;
  const { id, kept, write } = await findAnswerPlace(kernel, scope.actor.userId, key);
  const digest = digestOf(call, key, module);
  return {
    earlier: kept === undefined ? undefined : openAnswer(call, id, answerTo(kept, digest)),
    keep: (attempt, answer) => attempt.unit.keep(write({ at: attempt.now, digest, answer: hidesValues(module) ? kernel.seal.seal(JSON.stringify(answer), id) : answer })),
  };
}

/** Whether answers and bodies may hold sensitive values. */
function hidesValues(module: HeldModule): boolean {
  return module === 'any' || sealedFieldsOf(module).length > 0;
}

/** A short body could be found out from its digest by trying: where one may be sensitive, it takes the secret to make it. */
function digestOf({ kernel }: AnswerCall, key: AnswerKey, module: HeldModule): string {
  return hidesValues(module) ? kernel.seal.fingerprint(key.bodyDigest) : key.bodyDigest;
}

/** Errors: `idempotency_conflict` for an answer whose key is gone; it cannot be given again. */
function openAnswer({ kernel }: AnswerCall, id: string, answer: JsonValue): JsonValue {
  if (!isSealed(answer)) return answer;
  const text = kernel.seal.open(answer, id);
  if (text === undefined) throw new MusterError('idempotency_conflict');
  return JSON.parse(text) as JsonValue;
}

/** The key of one of the saves that a call makes. */
export function keyOfPart(key: AnswerKey | undefined, part: string): AnswerKey | undefined {
  return key === undefined ? undefined : { ...key, path: `${key.path}#${part}` };
}
