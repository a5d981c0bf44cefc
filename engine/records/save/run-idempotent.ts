import type { Actor } from '../../access/index.ts';
import type { JsonValue } from '#engine/model';
import type { IdempotencyKey } from '../idempotency-key.ts';
import type { RecordServices } from '../record-services.ts';
import { beginWrite } from './begin-write.ts';
import { commitWithRetry } from './commit-with-retry.ts';
import { checkIdempotency } from './idempotency.ts';

/**
 * Returns the stored result of a key, or calls `run` and stores its result. The result is stored after the saves of
 * `run`: each of them must have a key of its own, so that a request that was interrupted in between also saves only
 * once. Errors: `idempotency_conflict`, those of `run`.
 */
export async function runIdempotent<Result extends JsonValue>(
  services: RecordServices,
  actor: Actor,
  key: IdempotencyKey | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  if (key === undefined) return run();
  const context = await beginWrite(services, actor, {});
  const { earlier } = await checkIdempotency(context, key, 'any');
  if (earlier !== undefined) return earlier as Result;
  const answer = await run();
  const { result } = await commitWithRetry(context, async (attempt) => {
    const { earlier: winner, save } = await checkIdempotency(attempt, key, 'any');
    if (winner !== undefined) return winner as Result;
    save(attempt, answer);
    return answer;
  });
  return result;
}
