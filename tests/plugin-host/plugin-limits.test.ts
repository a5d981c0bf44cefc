import { describe, expect, it, vi } from 'vitest';
import type { PluginManifest } from '#engine';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { Application } from '../../engine/application/index.ts';
import type { MusterError } from '../../engine/errors/index.ts';
import type { JobContext } from '../../engine/ports/index.ts';
import { createDeferred } from '../support/deferred.ts';
import { codeOf, count, create, describePluginPipeline } from './plugin-pipeline.ts';

/** The parts of a run that plugins get. */
const JOB = { signal: new AbortController().signal, attempt: 1 } as JobContext;

describePluginPipeline(({ compose, failOnUndeclaredFields, logged }) => {
  describe('that calls itself in a cycle', () => {
    const chainOf = (promise: Promise<unknown>): Promise<unknown> =>
      promise.then(
        () => undefined,
        ({ code, status, message, data }: MusterError) => ({ code, status, message, data }),
      );
    const refusal = (...links: readonly string[]) => ({
      code: 'plugin_cycle',
      status: 503,
      message: `Rules of plugins call each other without end: ${links.join(' → ')}. Nothing was saved.`,
      data: { plugin: links[0]?.split(':')[0], chain: links },
    });
    /** Creates one record for each record of a module. */
    const follow = (module: string, other: string): Partial<PluginManifest> => ({
      hooks: { inTransaction: [{ module, name: 'follow', run: async (context) => void (await context.create(other, { name: 'again' })) }] },
      reads: [`${module}.name`],
      writes: [`${other}.name`],
    });

    it('in a transaction is stopped with the hooks of the cycle in the error, and nothing is saved', async () => {
      const app = await compose(follow('things', 'things'));
      const link = 'paint: inTransaction things follow';
      expect(await chainOf(create(app, { name: 'a' }))).toEqual(refusal(link, link));
      expect([await count(app), await count(app, 'boxes')]).toEqual([0, 0]);
    });

    it('through another plugin is stopped with both named', async () => {
      const app = await compose(follow('things', 'boxes'), { name: 'rust', ...follow('boxes', 'things') });
      const links = ['rust: inTransaction boxes follow', 'paint: inTransaction things follow'];
      expect(await chainOf(create(app, { name: 'a' }))).toEqual(refusal(...links, links[0] ?? ''));
      expect([await count(app), await count(app, 'boxes')]).toEqual([0, 0]);
    });

    it('before a save, in separate commits, is stopped too', async () => {
      const app = await compose({
        writes: ['things.name'],
        hooks: {
          preSave: [
            {
              module: 'things',
              name: 'again',
              run: async ({ records }) => void (await records.create(SYSTEM_ACTOR, { module: 'things', fields: { name: 'again' } })),
            },
          ],
        },
      });
      const link = 'paint: preSave things again';
      expect(await chainOf(create(app, { name: 'a' }))).toEqual(refusal(link, link));
      expect(await count(app)).toBe(0);
    });

    it('after saves is stopped with an effect that is not retried, and admins can see the chain', async () => {
      const again = (module: string, other: string): Partial<PluginManifest> => ({
        writes: [`${other}.name`],
        hooks: {
          postSave: [
            {
              module,
              name: 'again',
              run: async ({ records }) => void (await records.create(SYSTEM_ACTOR, { module: other, fields: { name: 'again' } })),
            },
          ],
        },
      });
      const app = await compose(again('things', 'boxes'), { name: 'rust', ...again('boxes', 'things') });
      await create(app, { name: 'a' });
      await app.outbox.drain();
      const [failing, ...others] = await app.outbox.failing();
      expect(others).toEqual([]);
      expect(failing).toMatchObject({
        code: 'plugin_cycle',
        plugin: 'rust',
        hook: 'again',
        nextAt: null,
        text: expect.stringContaining('rust: postSave boxes again → paint: postSave things again → rust: postSave boxes again'),
      });
      expect((await count(app)) + (await count(app, 'boxes'))).toBe(8);
    });
  });

  describe('that uses a field which it does not declare', () => {
    const declared = { reads: ['things.name'], writes: ['things.shade', 'boxes.name'] };
    const cases: readonly (readonly [string, string, NonNullable<PluginManifest['hooks']>, object])[] = [
      [
        'reads it of the draft',
        'preSave',
        { preSave: [{ module: 'things', name: 'ask', run: ({ draft }) => void draft['price'] }] },
        { reads: 'things.price' },
      ],
      [
        'sets it in the draft',
        'preSave',
        { preSave: [{ module: 'things', name: 'ask', run: ({ draft }) => void (draft['name'] = 'other') }] },
        { writes: 'things.name' },
      ],
      [
        'filters by it',
        'preSave',
        {
          preSave: [
            {
              module: 'things',
              name: 'ask',
              run: async ({ unit }) => void (await unit.find('things', { or: [{ name: 'x' }, { price: 1 }] })),
            },
          ],
        },
        { reads: 'things.price' },
      ],
      [
        'saves it in a commit of its own',
        'preSave',
        {
          preSave: [
            {
              module: 'things',
              name: 'ask',
              run: async ({ records }) =>
                void (await records.create(SYSTEM_ACTOR, { module: 'boxes', fields: { name: 'x', description: 'x' } })),
            },
          ],
        },
        { writes: 'boxes.description' },
      ],
      [
        'reads it of the record',
        'inTransaction',
        { inTransaction: [{ module: 'things', name: 'ask', run: ({ record }) => void record['price'] }] },
        { reads: 'things.price' },
      ],
      [
        'reads it of what it finds',
        'inTransaction',
        {
          inTransaction: [
            { module: 'things', name: 'ask', run: async ({ unit, event }) => void (await unit.get('things', event.id))?.['price'] },
          ],
        },
        { reads: 'things.price' },
      ],
      [
        'makes a record with it',
        'inTransaction',
        {
          inTransaction: [
            {
              module: 'things',
              name: 'ask',
              run: async (context) => void (await context.create('boxes', { name: 'x', description: 'x' })),
            },
          ],
        },
        { writes: 'boxes.description' },
      ],
    ];

    it.each(cases)('%s: in development the hook fails, named with the field, and nothing is saved', async (_, kind, hooks, usage) => {
      failOnUndeclaredFields();
      const app = await compose({ ...declared, hooks });
      await expect(create(app, { name: 'a' })).rejects.toMatchObject({
        code: 'plugin_failed',
        status: 503,
        data: { plugin: 'paint', handler: `${kind} things ask`, ...usage },
      });
      expect([await count(app), await count(app, 'boxes')]).toEqual([0, 0]);
    });

    it.each(cases.slice(0, 2))('%s: in production it is logged once, and the save succeeds', async (_, kind, hooks, usage) => {
      const app = await compose({ ...declared, hooks });
      for (const name of ['a', 'b']) await create(app, { name });
      const [use, field] = Object.entries(usage)[0] ?? [];
      expect(logged).toEqual([`The plugin paint ${use} ${String(field)} in ${kind} things ask, which its manifest does not declare.`]);
      expect(await count(app)).toBe(2);
    });

    it.each<readonly [string, NonNullable<PluginManifest['start']>, object]>([
      [
        'searches by it',
        async ({ records }) =>
          void (await records.find(SYSTEM_ACTOR, { module: 'things', filter: { or: [{ price: 1 }] }, fields: ['_id'] })),
        { reads: 'things.price' },
      ],
      [
        'asks for it',
        async ({ records }) => void (await records.find(SYSTEM_ACTOR, { module: 'things', fields: ['shade', 'price'] })),
        { reads: 'things.price' },
      ],
      [
        'orders by it',
        async ({ records }) =>
          void (await records.find(SYSTEM_ACTOR, { module: 'things', sort: [{ sortField: 'price', sortOrder: 'asc' }] })),
        { reads: 'things.price' },
      ],
      [
        'saves it',
        async ({ records }) => void (await records.create(SYSTEM_ACTOR, { module: 'boxes', fields: { name: 'x', description: 'x' } })),
        { writes: 'boxes.description' },
      ],
    ])('in a job, and in its start: %s', async (_, run, usage) => {
      failOnUndeclaredFields();
      const app = await compose({ ...declared, start: run, jobs: [{ name: 'ask', schedule: '0 0 1 1 *', run: run }] });
      expect(app.pluginHost.statuses()).toMatchObject([{ name: 'paint', state: 'off' }]);
      expect(logged[0]).toContain(`The plugin paint ${Object.entries(usage).flat().join(' ')} in start,`);
      await app.close();
      const running = await compose({ ...declared, jobs: [{ name: 'ask', schedule: '0 0 1 1 *', run: run }] });
      await expect(running.pluginHost.jobs[0]?.run(JOB)).rejects.toMatchObject({
        code: 'plugin_failed',
        data: { plugin: 'paint', handler: 'job ask', ...usage },
      });
      expect(await count(running, 'boxes')).toBe(0);
    });

    it('may use fields that it adds, fields that it writes, and all fields of a module declared with a star', async () => {
      failOnUndeclaredFields();
      const extensions = [
        { module: 'things', fields: [{ id: 'paint_coats', fieldName: 'coats', label: 'Coats', inputType: 'Number' as const }] },
      ];
      const app = await compose({
        definitions: { extensions },
        reads: ['boxes.*'],
        writes: ['things.shade', 'boxes.name'],
        hooks: {
          inTransaction: [
            {
              module: 'things',
              name: 'ask',
              run: async (context) => {
                const { record, event, unit } = context;
                const box = await unit.get('boxes', await context.create('boxes', { name: 'x' }));
                expect([record._id, record['deleted'], record['coats'], record['shade'], box?.['description']]).toEqual([
                  event.id,
                  false,
                  2,
                  undefined,
                  undefined,
                ]);
              },
            },
          ],
        },
      });
      await create(app, { name: 'a', coats: 2 });
      expect([await count(app, 'boxes'), logged]).toEqual([1, []]);
    });
  });

  describe('whose deadline has passed', () => {
    it.each([['preSave'], ['inTransaction'], ['postSave']] as const)(
      'in a %s hook writes nothing any more, through any reference that it kept',
      async (kind) => {
        const [over, tried] = [createDeferred(), createDeferred<unknown>()];
        const run = async ({ records }: { readonly records: Application['records'] }): Promise<void> => {
          await over.promise;
          const late = records.create(SYSTEM_ACTOR, { module: 'boxes', fields: { name: 'late' } });
          tried.resolve(late);
          await late;
        };
        const app = await compose({ writes: ['boxes.name'], hooks: { [kind]: [{ module: 'things', name: 'slow', deadline: 50, run }] } });
        const saved = await codeOf(create(app, { name: 'a' }));
        if (kind === 'postSave') await app.outbox.drain();
        else expect(saved).toBe('plugin_timeout');
        over.resolve();
        await expect(tried.promise).rejects.toMatchObject({ code: 'plugin_timeout' });
        expect([await count(app), await count(app, 'boxes')]).toEqual([kind === 'postSave' ? 1 : 0, 0]);
      },
    );

    it('does not block other saves while it hangs', async () => {
      const deadline = 3_600_000;
      const begun = createDeferred();
      const app = await compose({
        reads: ['things.name'],
        hooks: {
          inTransaction: [
            {
              module: 'things',
              name: 'slow',
              deadline,
              run: async ({ record }) => {
                if (record['name'] !== 'hang') return;
                begun.resolve();
                await new Promise(() => undefined);
              },
            },
          ],
        },
      });
      const hanging = codeOf(create(app, { name: 'hang' }));
      await begun.promise;
      await Promise.all([create(app, { name: 'quick' }), create(app, { name: 'box' }, 'boxes')]);
      const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + deadline);
      expect(await hanging).toBe('plugin_timeout');
      clock.mockRestore();
      expect([await count(app), await count(app, 'boxes')]).toEqual([1, 1]);
    });
  });
});
