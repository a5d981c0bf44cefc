import type { Actor } from '../../access/index.ts';
import type { JsonValue } from '#engine/model';
import type { IdempotencyKey } from '../idempotency-key.ts';
import type { RecordServices } from '../record-services.ts';
import { beginWrite } from '../stages/begin-write.ts';
import { commitWithRetry } from '../stages/commit-with-retry.ts';
import { checkIdempotency } from '../stages/idempotency.ts';

/**
 * Answers what a key was answered before, or what `run` answers now. The answer is kept after what `run` saves: each of
 * its saves must have a key of its own, so that a call that broke off in between is made once too. Errors:
 * `idempotency_conflict`, those of `run`.
 */
export async function runIdempotent<Result extends JsonValue>(services: RecordServices, actor: Actor, key: IdempotencyKey | undefined, run: () => Promise<Result>): Promise<Result> {
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
