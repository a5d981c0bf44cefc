import type { QueuePort, StorePort } from '../../ports/index.ts';
import { CHANGE_KEYS, CHANGES_COLLECTION, type ChangeEntry } from '../../records/index.ts';
import { countOf, MAX_EXAMPLES, type CheckResult, type StoreChecks } from './contract.ts';

/** Milliseconds that due work may wait while processes run it. */
const LONG_WAIT = 15 * 60_000;
const MAX_LISTED = 1_000;

/** Effects of saves: those that failed, and those that wait although they are due. */
export async function checkOutbox({ store, now, missingCollections }: StoreChecks): Promise<CheckResult> {
  const base = { check: 'outbox', title: 'Effects of saves' } as const;
  if (missingCollections.has(CHANGES_COLLECTION.name)) return { ...base, state: 'ok', text: 'None.' };
  const waiting = await findPending(store);
  const failed = waiting.filter(({ effects }) => effects?.['failure'] !== undefined);
  if (failed.length > 0)
    return {
      ...base,
      state: 'problem',
      text: `${countOf(failed.length, 'effect')} of saves failed.`,
      advice: 'Remove the cause, then retry them at Administration, Background jobs.',
      examples: failed.slice(0, MAX_EXAMPLES).map(describeFailure),
    };
  const late = waiting.filter(({ at }) => now - Date.parse(at) > LONG_WAIT);
  const text = waiting.length === 0 ? 'None is waiting.' : `${countOf(waiting.length, 'effect')} of saves are waiting.`;
  if (late.length === 0) return { ...base, state: 'ok', text };
  return {
    ...base,
    state: 'warning',
    text: `${countOf(late.length, 'effect')} of saves have waited for 15 minutes or longer.`,
    advice: 'They run while the product runs. If it is running, look for errors in its log.',
  };
}

async function findPending(store: StorePort): Promise<readonly ChangeEntry[]> {
  const found = await store.find({
    collection: CHANGES_COLLECTION.name,
    filter: { kind: 'exists', keys: [CHANGE_KEYS.pending] },
    sort: [{ kind: 'key', key: CHANGE_KEYS.pending, descending: false }],
    limit: MAX_LISTED,
  });
  return found.map(({ document }) => document as unknown as ChangeEntry);
}

function describeFailure({ module, record_id, effects }: ChangeEntry): string {
  const { plugin, hook, text } = (effects?.['failure'] ?? {}) as { readonly [name: string]: unknown };
  return `${module} ${record_id}: ${String(plugin)} ${String(hook)}: ${String(text)}`;
}

/** Background jobs: those that failed, and those that wait for long. */
export async function checkQueues(queue: Pick<QueuePort, 'health' | 'list'>, now: number): Promise<CheckResult> {
  const base = { check: 'queues', title: 'Background jobs' } as const;
  const queues = await queue.health();
  const failed = queues.filter((one) => one.failed > 0);
  const late: string[] = [];
  for (const { queue: name } of queues.filter(({ waiting }) => waiting > 0)) {
    const [first] = (await queue.list({ queue: name, state: 'waiting', limit: 1 })).jobs;
    if (first !== undefined && now - first.addedAt > LONG_WAIT) late.push(name);
  }
  const sum = (state: 'waiting' | 'delayed' | 'running' | 'failed'): number => queues.reduce((total, one) => total + one[state], 0);
  const text = `${sum('waiting')} waiting, ${sum('delayed')} delayed, ${sum('running')} running, ${sum('failed')} failed in the last 30 days.`;
  if (late.length > 0)
    return {
      ...base,
      state: 'problem',
      text: `${text} In ${late.length} queues, a job has waited for 15 minutes or longer.`,
      advice: 'They run while the product runs. If it is running, a job blocks them: see Administration, Background jobs.',
      examples: late.slice(0, MAX_EXAMPLES),
    };
  if (failed.length === 0) return { ...base, state: 'ok', text };
  return {
    ...base,
    state: 'warning',
    text,
    advice: 'See the errors at Administration, Background jobs, and retry them there.',
    examples: failed.slice(0, MAX_EXAMPLES).map(({ queue: name, failed: count }) => `${name}: ${count} failed`),
  };
}

/** Redis: reachable, and configured so that it loses no job. */
export async function checkRedis(inspect: () => Promise<readonly string[]>): Promise<CheckResult> {
  const base = { check: 'redis', title: 'Redis' } as const;
  const problems = await inspect();
  if (problems.length === 0) return { ...base, state: 'ok', text: 'Reachable, and configured to keep jobs.' };
  return { ...base, state: 'warning', text: problems.join(' '), advice: 'Change the configuration of Redis.' };
}
