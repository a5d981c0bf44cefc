import { createHash } from 'node:crypto';
import { MusterError } from '../../errors/index.ts';
import { isSealed } from '../../ports/index.ts';
import type { CompiledModule, JsonValue, RecordDocument, RecordKeys } from '#engine/model';
import type { WriteOptions } from '../contract.ts';
import { IDEMPOTENCY_COLLECTION } from '../shapes/collections.ts';
import type { SaveAttempt, SaveCall } from './save-request.ts';
import { sealedFieldsOf } from './seal-record.ts';

/** How long an answer is kept, in milliseconds. */
export const ANSWER_KEPT_FOR = 24 * 3_600_000;

type Idempotency = NonNullable<WriteOptions['idempotency']>;

/** An answer that a save gave before. */
interface KeptAnswer {
  readonly at: number;
  readonly digest: string;
  readonly answer: JsonValue;
}

/**
 * The answer that this key was given within the last day, if any. `module` is the one that the answer shows records of.
 * Errors: `idempotency_conflict` when it came with another body.
 */
export async function findAnswer(call: SaveCall, key: Idempotency | undefined, module?: CompiledModule): Promise<JsonValue | undefined> {
  if (key === undefined) return undefined;
  const kept = await loadAnswer(call, key);
  if (kept === undefined || call.kernel.clock.now() - kept.entry.at >= ANSWER_KEPT_FOR) return undefined;
  if (kept.entry.digest !== digestOf(call, key, module)) throw new MusterError('idempotency_conflict');
  return openAnswer(call, key, kept.entry.answer);
}

/** Puts an answer into the unit of the save that gives it. */
export async function keepAnswer(attempt: SaveAttempt, key: Idempotency | undefined, answer: JsonValue, module?: CompiledModule): Promise<void> {
  if (key === undefined) return;
  const old = await loadAnswer(attempt, key);
  const document: RecordDocument = { _id: idOf(attempt, key), _version: (old?.version ?? 0) + 1, at: attempt.now, digest: digestOf(attempt, key, module), answer: hidesValues(module) ? attempt.kernel.seal.seal(JSON.stringify(answer), idOf(attempt, key)) : answer };
  const keys: RecordKeys = { at: attempt.now };
  const collection = IDEMPOTENCY_COLLECTION.name;
  if (old === undefined) attempt.unit.keep({ kind: 'insert', collection, document, keys, definitionVersion: 0 });
  else attempt.unit.keep({ kind: 'update', collection, document, keys, previousKeys: { at: old.entry.at }, expectedVersion: old.version, definitionVersion: 0 });
}

/** Whether answers and bodies may hold sensitive values. */
function hidesValues(module: CompiledModule | undefined): boolean {
  return module !== undefined && sealedFieldsOf(module).length > 0;
}

/** A short body could be found out from its digest by trying: where one may be sensitive, it takes the secret to make it. */
function digestOf({ kernel }: SaveCall, key: Idempotency, module: CompiledModule | undefined): string {
  return hidesValues(module) ? kernel.seal.fingerprint(key.bodyDigest) : key.bodyDigest;
}

/** Errors: `idempotency_conflict` for an answer whose key is gone; it cannot be given again. */
function openAnswer(call: SaveCall, key: Idempotency, answer: JsonValue): JsonValue {
  if (!isSealed(answer)) return answer;
  const text = call.kernel.seal.open(answer, idOf(call, key));
  if (text === undefined) throw new MusterError('idempotency_conflict');
  return JSON.parse(text) as JsonValue;
}

/** The key of one of the saves that a call makes. */
export function keyOfPart(key: Idempotency | undefined, part: string): Idempotency | undefined {
  return key === undefined ? undefined : { ...key, path: `${key.path}#${part}` };
}

async function loadAnswer(call: SaveCall, key: Idempotency): Promise<{ readonly entry: KeptAnswer; readonly version: number } | undefined> {
  const [stored] = await call.kernel.store.get(IDEMPOTENCY_COLLECTION.name, [idOf(call, key)]);
  return stored === undefined ? undefined : { entry: stored.document as unknown as KeptAnswer, version: stored.document._version };
}

function idOf({ scope }: SaveCall, { key, path }: Idempotency): string {
  return createHash('sha256').update(JSON.stringify([scope.actor.userId ?? null, path, key])).digest('base64url');
}
