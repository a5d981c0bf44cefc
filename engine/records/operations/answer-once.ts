import type { Actor } from '../../access/index.ts';
import type { JsonValue } from '#engine/model';
import type { AnswerKey } from '../answer-key.ts';
import type { RecordKernel } from '../kernel.ts';
import { beginCall } from '../stages/begin-call.ts';
import { commitAttempt } from '../stages/commit-attempt.ts';
import { findAnswer } from '../stages/idempotency.ts';

/**
 * Answers what a key was answered before, or what `run` answers now. The answer is kept after what `run` saves: each of
 * its saves must have a key of its own, so that a call that broke off in between is made once too. Errors:
 * `idempotency_conflict`, those of `run`.
 */
export async function answerOnce<Answer extends JsonValue>(kernel: RecordKernel, actor: Actor, key: AnswerKey | undefined, run: () => Promise<Answer>): Promise<Answer> {
  if (key === undefined) return run();
  const call = await beginCall(kernel, actor, {});
  const { earlier } = await findAnswer(call, key, 'any');
  if (earlier !== undefined) return earlier as Answer;
  const answer = await run();
  const { result } = await commitAttempt(call, async (attempt) => {
    const { earlier: faster, keep } = await findAnswer(attempt, key, 'any');
    if (faster !== undefined) return faster as Answer;
    keep(attempt, answer);
    return answer;
  });
  return result;
}
