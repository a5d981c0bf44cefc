import { digestRights } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { isEncrypted } from '../../ports/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue } from '#engine/model/values';
import { encryptedFieldsOf } from '../encryption/encrypt-record.ts';
import { findIdempotencySlot, readIdempotentResult, type IdempotencyKey, type ResultSource } from './idempotency-records.ts';
import type { SaveAttempt, WriteContext } from './write-context.ts';

/** Context for reading or storing a result. */
type IdempotencyServices = Pick<WriteContext, 'services' | 'scope'>;

/** The module whose records request bodies and results contain; 'any': it is unknown, and they are stored encrypted. */
type ResultModule = CompiledModule | 'any';

/** The stored result of a key, as one attempt found it. */
export interface IdempotencyCheck {
  /** Absent: no result within the last 24 hours. */
  readonly earlier: JsonValue | undefined;
  /** Whether the actor has the rights that they had when the result was stored. */
  readonly hasSameRights: boolean;
  /** The records that the result was made from. */
  readonly sources: readonly ResultSource[];
  /**
   * Adds a result to the unit of the save that produces it. The unit is stale if another request with the key was
   * stored after the check.
   */
  readonly save: (attempt: SaveAttempt, result: JsonValue, sources?: readonly ResultSource[]) => void;
}

const WITHOUT_KEY: IdempotencyCheck = { earlier: undefined, hasSameRights: true, sources: [], save: () => undefined };

/**
 * Reads the stored result of this key, once in each attempt and before anything else. It was made with the rights of its time: the caller
 * limits it to today's. `module` is the module of the
 * records in the result. Errors: `idempotency_conflict` if the key was used with another body.
 */
export async function checkIdempotency(
  context: IdempotencyServices,
  key: IdempotencyKey | undefined,
  module: ResultModule,
): Promise<IdempotencyCheck> {
  if (key === undefined) return WITHOUT_KEY;
  const { services, scope } = context;
  const { id, record, toWrite } = await findIdempotencySlot(services, scope.actor.userId, key);
  const digest = digestOf(context, key, module);
  return {
    earlier: record === undefined ? undefined : decryptResult(context, id, readIdempotentResult(record, digest)),
    hasSameRights: record?.rights === digestRights(scope),
    sources: record?.sources ?? [],
    save: (attempt, result, sources) =>
      attempt.unit.addWrite(
        toWrite({
          at: attempt.now,
          digest,
          rights: digestRights(attempt.scope),
          sources,
          result: mayHoldSensitive(module) ? services.cipher.encrypt(JSON.stringify(result), id) : result,
        }),
      ),
  };
}

/** Whether results and bodies may contain sensitive values. */
function mayHoldSensitive(module: ResultModule): boolean {
  return module === 'any' || encryptedFieldsOf(module).length > 0;
}

/** A short body could be guessed from its digest by trial and error: if it may be sensitive, the digest needs the secret. */
function digestOf({ services }: IdempotencyServices, key: IdempotencyKey, module: ResultModule): string {
  return mayHoldSensitive(module) ? services.cipher.fingerprint(key.bodyDigest) : key.bodyDigest;
}

/** Errors: `idempotency_conflict` for a result whose encryption key is gone; it cannot be returned again. */
function decryptResult({ services }: IdempotencyServices, id: string, stored: JsonValue): JsonValue {
  if (!isEncrypted(stored)) return stored;
  const text = services.cipher.decrypt(stored, id);
  if (text === undefined) throw new MusterError('idempotency_conflict');
  return JSON.parse(text) as JsonValue;
}

/** The idempotency key of one of the saves of a request. */
export function deriveIdempotencyKey(key: IdempotencyKey | undefined, part: string): IdempotencyKey | undefined {
  return key === undefined ? undefined : { ...key, path: `${key.path}#${part}` };
}
