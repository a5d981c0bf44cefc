import type { AccessScope, Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { JsonValue } from '#engine/model/values';
import { canSeeRecord } from '../access/record-access.ts';
import type { RecordServices } from '../record-services.ts';
import type { IdempotencyKey, ResultSource, SourceCollector } from './idempotency-records.ts';
import { checkIdempotency, type IdempotencyCheck } from './idempotency.ts';
import { commitWithRetry } from './commit-with-retry.ts';
import { beginWrite } from './write-context.ts';

/** Records that are checked again before a result is repeated; those after them are not. */
const MAX_SOURCES = 10_000;

/**
 * Returns the stored result of a key, or calls `run` and stores its result. The result is stored after the saves of
 * `run`: each of them must have a key of its own, so that a request that was interrupted in between also saves only
 * once. What the result contains is not known, so it is repeated only to an actor with the same rights who may still see the records that
 * it was made from. Errors: `idempotency_conflict`, `result_not_repeatable`, those of `run`.
 */
export async function runIdempotent<Result extends JsonValue>(
  services: RecordServices,
  actor: Actor,
  key: IdempotencyKey | undefined,
  run: (collect: SourceCollector) => Promise<Result>,
): Promise<Result> {
  if (key === undefined) return run(() => undefined);
  const { scope } = await beginWrite(services, actor, {});
  const known = await checkIdempotency({ services, scope }, key, 'any');
  if (known.earlier !== undefined) return repeat(services, scope, known);
  const sources = new Map<string, ResultSource>();
  const made = await run((more) => {
    for (const source of more) if (sources.size < MAX_SOURCES) sources.set(`${source.module}:${source.id}`, source);
  });
  // The rights after the run, which may have changed them.
  const { result } = await commitWithRetry(await beginWrite(services, actor, {}), async (attempt) => {
    const winner = await checkIdempotency(attempt, key, 'any');
    if (winner.earlier !== undefined) return repeat<Result>(services, attempt.scope, winner);
    winner.save(attempt, made, attempt.scope.rights.unrestricted ? [] : [...sources.values()]);
    return made;
  });
  return result;
}

async function repeat<Result extends JsonValue>(services: RecordServices, scope: AccessScope, known: IdempotencyCheck): Promise<Result> {
  const isRepeatable = known.hasSameRights && (await areVisible(services, scope, known.sources));
  if (!isRepeatable) throw new MusterError('result_not_repeatable');
  return known.earlier as Result;
}

/** Whether the actor may see all of these records as they did: each exists, is visible, and is still assigned to them if it was. */
async function areVisible(services: RecordServices, scope: AccessScope, sources: readonly ResultSource[]): Promise<boolean> {
  for (const name of new Set(sources.map(({ module }) => module))) {
    const module = scope.snapshot.module(name);
    if (module === undefined) return false;
    const own = sources.filter((source) => source.module === name);
    const stored = await services.store.get(
      module.storage.name,
      own.map(({ id }) => id),
    );
    for (const [index, source] of own.entries()) {
      const record = stored[index];
      if (record === undefined) return false;
      const document = scope.snapshot.upgradeDocument(module, record);
      if (source.isOwn && !scope.rights.owns(document)) return false;
      if (!scope.rights.namesOnly(module) && !(await canSeeRecord(services, scope, module, document))) return false;
    }
  }
  return true;
}
