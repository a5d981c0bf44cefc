import { isDay, parseInstant } from '#engine/model/field-types';
import { zoneClock } from '#engine/model/time';
import { timeZoneOf } from '../../../access/index.ts';
import { holdsFor, type Execution } from '../runs/execution.ts';
import type { StepContext, StepOf, StepOutcome } from '../runs/step-context.ts';
import { addSpan } from '../values/add-span.ts';

/** Hour of the day at which a wait for a Date ends. */
const MORNING = 8 * 3_600_000;

/**
 * Begins or continues a wait. It ends when its condition holds, which is evaluated at its begin, with each save of the record and at its
 * end; or when its time has come.
 */
export async function continueWait(execution: Execution, context: StepContext, step: StepOf<'wait'>): Promise<StepOutcome> {
  const { progress } = execution;
  const now = context.services.clock.now();
  const begun = progress.step(context.path)?.result as { readonly until: number | null } | undefined;
  const until = begun === undefined ? await findEnd(context, step, now) : (begun.until ?? undefined);
  if (step.condition !== undefined && (await holdsFor(execution, context.subject, step.condition)))
    return end(execution, context, step, { isTrue: true });
  if (execution.isTest) return end(execution, context, step, { isTest: true });
  const isOver = until !== undefined && until <= now;
  if (isOver && step.condition === undefined) return end(execution, context, step, { until: new Date(until).toISOString() });
  if (isOver || (until === undefined && step.condition === undefined)) {
    end(execution, context, step, { isTrue: false });
    return step.otherwise === 'end' ? 'end' : 'next';
  }
  const attempts = (progress.step(context.path)?.attempts ?? 0) + 1;
  const result = { until: until ?? null };
  progress.note({ path: context.path, type: step.type, status: 'waiting', milliseconds: 0, attempts, result });
  await progress.change({ status: 'waiting', due: until, on_save: step.condition === undefined ? undefined : 1 });
  return 'waiting';
}

function end(
  { progress }: Execution,
  { path }: StepContext,
  { type }: StepOf<'wait'>,
  result: { readonly [name: string]: string | boolean },
): StepOutcome {
  const attempts = (progress.step(path)?.attempts ?? 0) + 1;
  progress.note({ path, type, status: 'done', milliseconds: 0, attempts, result });
  return 'next';
}

/** When a wait ends at the latest; undefined: it has no time-out. */
async function findEnd(context: StepContext, step: StepOf<'wait'>, now: number): Promise<number | undefined> {
  const zone = zoneClock(timeZoneOf(context.scope.snapshot));
  if (step.for !== undefined) return addSpan(now, step.for, zone);
  if (step.until === undefined) return undefined;
  const { value } = await context.values.find(step.until);
  if (typeof value !== 'string') return now;
  return isDay(value) ? zone.startOfDay(value) + MORNING : (parseInstant(value) ?? now);
}
