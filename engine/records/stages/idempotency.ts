import { MusterError } from '../../errors/index.ts';
import { isEncrypted } from '../../ports/index.ts';
import type { CompiledModule, JsonValue } from '#engine/model';
import type { IdempotencyKey } from '../idempotency-key.ts';
import { readIdempotentResult, findIdempotencySlot } from './idempotency-records.ts';
import type { SaveAttempt, WriteContext } from './save-request.ts';
import { encryptedFieldsOf } from './encrypt-record.ts';

/** What reading or keeping an answer needs of a call. */
type IdempotencyServices = Pick<WriteContext, 'services' | 'scope'>;

/** The module whose records bodies and answers hold; 'any': it is not known, and they are kept sealed. */
type ResultModule = CompiledModule | 'any';

/** What a key was answered, as one attempt found it. */
export interface IdempotencyCheck {
  /** Absent: nothing within the last day. */
  readonly earlier: JsonValue | undefined;
  /** Puts an answer into the unit of the save that gives it; the unit is stale when another with the key came after the look. */
  readonly save: (attempt: SaveAttempt, answer: JsonValue) => void;
}

const WITHOUT_KEY: IdempotencyCheck = { earlier: undefined, save: () => undefined };

/**
 * Looks up, once for each attempt and before anything else of it, what this key was answered. `module` is the one that
 * the answer shows records of. Errors: `idempotency_conflict` when it came with another body.
 */
export async function checkIdempotency(context: IdempotencyServices, key: IdempotencyKey | undefined, module: ResultModule): Promise<IdempotencyCheck> {
  if (key === undefined) return WITHOUT_KEY;
  const { services, scope } = context;
  const { id, record, toWrite } = await findIdempotencySlot(services, scope.actor.userId, key);
  const digest = digestOf(context, key, module);
  return {
    earlier: record === undefined ? undefined : decryptResult(context, id, readIdempotentResult(record, digest)),
    save: (attempt, answer) => attempt.unit.addWrite(toWrite({ at: attempt.now, digest, answer: mayHoldSensitive(module) ? services.cipher.encrypt(JSON.stringify(answer), id) : answer })),
  };
}

/** Whether answers and bodies may hold sensitive values. */
function mayHoldSensitive(module: ResultModule): boolean {
  return module === 'any' || encryptedFieldsOf(module).length > 0;
}

/** A short body could be found out from its digest by trying: where one may be sensitive, it takes the secret to make it. */
function digestOf({ services }: IdempotencyServices, key: IdempotencyKey, module: ResultModule): string {
  return mayHoldSensitive(module) ? services.cipher.fingerprint(key.bodyDigest) : key.bodyDigest;
}

/** Errors: `idempotency_conflict` for an answer whose key is gone; it cannot be given again. */
function decryptResult({ services }: IdempotencyServices, id: string, answer: JsonValue): JsonValue {
  if (!isEncrypted(answer)) return answer;
  const text = services.cipher.decrypt(answer, id);
  if (text === undefined) throw new MusterError('idempotency_conflict');
  return JSON.parse(text) as JsonValue;
}

/** The key of one of the saves that a call makes. */
export function deriveIdempotencyKey(key: IdempotencyKey | undefined, part: string): IdempotencyKey | undefined {
  return key === undefined ? undefined : { ...key, path: `${key.path}#${part}` };
}
