import { afterEach, describe, expect, it } from 'vitest';
import { createDeferred } from '#tests/support';
import type { JsonValue } from '#engine/model/values';
import type { QueuePort } from '../ports/index.ts';
import type { EffectContext, PluginManifest } from './manifest.ts';
import type { PluginHost } from './create-plugin-host.ts';
import { codeOf, context, host, paint, services, snapshot, started, stopHosts } from './plugin-host-fixture.ts';

afterEach(stopHosts);

/** Starts a plugin with a queue that keeps what is added. */
async function startWithQueue(plugin: Partial<PluginManifest>): Promise<{ readonly made: PluginHost; readonly added: readonly unknown[] }> {
  const added: unknown[] = [];
  const queue: Pick<QueuePort, 'add'> = {
    add: async (name, { id = 'new', payload }) => {
      added.push({ name, id, payload });
      return id;
    },
  };
  const made = host({ ...paint, ...plugin });
  await made.start({ ...services, queue });
  return { made, added };
}

const JOBS = [
  { name: 'dry', run: () => undefined },
  { name: 'mix', run: () => undefined },
];

describe('runs that a post-save hook adds', () => {
  /** The ids of what a hook adds in one run for the save c1. */
  async function idsOf(...adds: readonly (readonly [job: string, payload: JsonValue])[]): Promise<readonly string[]> {
    const { made, added } = await startWithQueue({
      jobs: JOBS,
      hooks: {
        postSave: [
          {
            module: 'things',
            name: 'add',
            run: async ({ addJob }: EffectContext) => {
              for (const [name, payload] of adds) await addJob({ name, run: () => undefined }, payload);
            },
          },
        ],
      },
    });
    await made.hooks.postSave('things')[0]!.run(context<never>({ event: { module: snapshot.modules.get('things'), changeId: 'c1' } }));
    return added.map((one) => (one as { readonly id: string }).id);
  }

  it('have the same ids each time, whatever else is added', async () => {
    const [first, second] = await idsOf(['dry', { coat: 'a' }], ['dry', { coat: 'b' }]);
    expect(first).toMatch(/^c1\/add\//);
    expect(second).not.toBe(first);
    expect(await idsOf(['dry', { coat: 'b' }])).toEqual([second]);
    expect(await idsOf(['dry', { coat: 'b' }], ['dry', { coat: 'a' }])).toEqual([second, first]);
  });

  it('have ids of their own for each job, and for equal payloads', async () => {
    const ids = await idsOf(['dry', null], ['mix', null], ['dry', null]);
    expect(new Set(ids).size).toBe(3);
    expect(await idsOf(['dry', null], ['mix', null], ['dry', null])).toEqual(ids);
  });
});

it('handlers cannot add runs after their deadline', async () => {
  const [over, tried] = [createDeferred(), [createDeferred<unknown>(), createDeferred<unknown>()]];
  const addLate = async ({ addJob }: Pick<EffectContext, 'addJob'>, attempt: (typeof tried)[0] | undefined): Promise<void> => {
    await over.promise;
    attempt?.resolve(codeOf(addJob({ name: 'dry', run: () => undefined }, null)));
  };
  const { made, added } = await startWithQueue({
    jobs: [...JOBS, { name: 'late', deadline: 20, run: (given) => addLate(given, tried[0]) }],
    routes: [
      {
        method: 'POST',
        path: '/api/paint/late',
        deadline: 20,
        handle: async (given) => {
          await addLate(given, tried[1]);
          return { body: null };
        },
      },
    ],
  });
  const job = { id: 'j1', payload: null, attempt: 1, signal: new AbortController().signal, progress: async () => undefined };
  const call = {
    actor: { kind: 'user' as const, userId: 'u1' },
    parameters: {},
    query: {},
    client: { address: '127.0.0.1', program: '' },
    body: undefined,
    batchId: undefined,
  };
  expect(await codeOf(made.jobs.find(({ name }) => name === 'late')!.run(job as never))).toBe('plugin_timeout');
  expect(await codeOf(made.routes[0]!.handle(call))).toBe('plugin_timeout');
  over.resolve();
  expect(await Promise.all(tried.map(({ promise }) => promise))).toEqual(['plugin_timeout', 'plugin_timeout']);
  expect(added).toEqual([]);
});

it('jobs say which of their errors are worth another attempt, by what they threw', async () => {
  const questioned: unknown[] = [];
  const made = await started({
    ...paint,
    jobs: [
      {
        name: 'dry',
        run: ({ losses }) => {
          throw new TypeError(`lost ${losses}`);
        },
        isRetryable: (error) => {
          questioned.push(error);
          if (error === 'broken') throw new Error('no answer');
          return !(error instanceof TypeError);
        },
      },
      { name: 'mix', run: () => undefined },
    ],
  });
  const [dry, mix] = made.jobs;
  const run = { id: 'j1', payload: null, attempt: 1, losses: 2, signal: new AbortController().signal, progress: async () => undefined };
  const error: unknown = await dry!.run(run as never).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: 'plugin_failed' });
  expect([dry!.isRetryable?.(error), dry!.isRetryable?.('broken'), mix!.isRetryable?.(error)]).toEqual([false, true, true]);
  expect(questioned).toEqual([new TypeError('lost 2'), 'broken']);
});
