import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { definePlugin, type PluginManifest } from '#engine';
import { composeApplication, readConfiguration, type Application } from '../../engine/application/index.ts';
import { SYSTEM_ACTOR, type Actor } from '../../engine/access/index.ts';
import type { MusterError } from '../../engine/errors/index.ts';
import type { LogPort } from '../../engine/ports/index.ts';
import { describeOnStores, type TestStores } from '../registry/test-stores.ts';
import { createDeferred } from '../support/deferred.ts';

const told: string[] = [];
const log: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: (_, text) => void told.push(text) };
const configuration = readConfiguration({ MUSTER_SEED: 'none', MUSTER_DATA_DIR: 'data', MUSTER_SECRET: 's'.repeat(40) }, '/nowhere');

let stores: TestStores;
let application: Application | undefined;
let failsOnUndeclaredFields = false;

describeOnStores('a plugin in the pipeline', (make) => {
  beforeEach(async () => {
    stores = await make();
  });

  afterEach(async () => {
    failsOnUndeclaredFields = false;
    told.length = 0;
    await application?.close();
    application = undefined;
    await stores.end();
  });

  async function compose(...manifests: readonly Partial<PluginManifest>[]): Promise<Application> {
    const plugins = manifests.map((manifest) => definePlugin({ name: 'paint', version: '1.0.0', engine: '*', ...manifest }));
    application = await composeApplication(configuration, {
      store: await stores.open(),
      log,
      plugins,
      definitionFolders: ['tests/fixtures/definitions'],
      watchdog: false,
      failsOnUndeclaredFields,
    });
    return application;
  }

  const create = async (app: Application, fields: object, module = 'things', actor: Actor = SYSTEM_ACTOR) =>
    (await app.records.create(actor, { module, fields: fields as never })).record;
  const count = async (app: Application, module = 'things'): Promise<number> => (await app.records.find(SYSTEM_ACTOR, { module })).total;
  const codeOf = (promise: Promise<unknown>): Promise<string | undefined> =>
    promise.then(
      () => undefined,
      (error: MusterError) => error.code,
    );

  describe('before a save', () => {
    it('changes the draft and warns, and its values are validated like all others', async () => {
      const app = await compose({
        hooks: {
          preSave: [
            {
              module: 'things',
              name: 'shade',
              run: (context) => {
                context.draft['shade'] = context.draft['name'] === 'bad' ? 7 : 'deep';
                context.warn('wet', 'The paint is wet.');
              },
            },
          ],
        },
      });
      const { record, warnings } = await app.records.create(SYSTEM_ACTOR, { module: 'things', fields: { name: 'a', colour: 'red' } });
      expect(record['shade']).toBe('deep');
      expect(warnings).toEqual([{ code: 'wet', text: 'The paint is wet.' }]);
      expect(await codeOf(create(app, { name: 'bad', colour: 'red' }))).toBe('validation_failed');
      expect(await count(app)).toBe(1);
    });

    it('refuses with its own code and data, and nothing is written', async () => {
      const app = await compose({
        errors: { dry: { status: 409, isPublic: true, text: 'The paint is dry.' } },
        hooks: { preSave: [{ module: 'things', name: 'dry', run: (context) => context.refuse('dry', { data: { coats: 2 } }) }] },
      });
      await expect(create(app, { name: 'a' })).rejects.toMatchObject({ code: 'dry', status: 409, data: { coats: 2 } });
      expect(await count(app)).toBe(0);
    });

    it.each([
      [
        'throws',
        'plugin_failed',
        () => {
          throw new TypeError('x');
        },
      ],
      ['hangs', 'plugin_timeout', () => new Promise<void>(() => undefined)],
    ])('%s: the save fails with its name, and other modules keep working', async (_, code, run) => {
      const app = await compose({ hooks: { preSave: [{ module: 'things', name: 'bad', deadline: 50, run }] } });
      await expect(create(app, { name: 'a' })).rejects.toMatchObject({ code, status: 503, data: { plugin: 'paint' } });
      expect(await count(app)).toBe(0);
      await create(app, { name: 'a' }, 'boxes');
      expect(await count(app, 'boxes')).toBe(1);
    });
  });

  describe('in a transaction', () => {
    it('makes other changes that are committed or rolled back with the save, audited on behalf of the requester', async () => {
      const app = await compose({
        hooks: {
          inTransaction: [
            {
              module: 'things',
              name: 'box',
              run: async (context) => {
                await context.create('boxes', { name: `for ${context.record['name'] as string}` });
                if (context.record['name'] === 'bad') context.refuse('validation_failed');
              },
            },
          ],
        },
      });
      await create(app, { name: 'a' });
      expect(await codeOf(create(app, { name: 'bad' }))).toBe('validation_failed');
      expect(await count(app)).toBe(1);
      const boxes = await app.records.find(SYSTEM_ACTOR, { module: 'boxes' });
      expect(boxes.data.map((box) => box['name'])).toEqual(['for a']);
      const audit = await app.records.audit(SYSTEM_ACTOR, { module: 'boxes' });
      expect(audit.data[0]).toMatchObject({ changed_through: 'paint' });
    });

    it('is serialized with others that read and write the same record', async () => {
      const app = await compose({
        hooks: {
          inTransaction: [
            {
              module: 'things',
              name: 'count',
              run: async (context) => {
                const box = await context.unit.get('boxes', context.record['boxes_things'] as string);
                await context.update('boxes', context.record['boxes_things'] as string, {
                  description: String(Number(box?.['description'] ?? 0) + 1),
                });
              },
            },
          ],
        },
      });
      const box = await create(app, { name: 'box' }, 'boxes');
      await Promise.all(Array.from({ length: 20 }, (_, number) => create(app, { name: `t${number}`, boxes_things: box._id })));
      expect((await app.records.get(SYSTEM_ACTOR, { module: 'boxes', id: box._id }))['description']).toBe('20');
    });

    it('writes nothing after its deadline', async () => {
      const [over, tried] = [createDeferred(), createDeferred<unknown>()];
      const app = await compose({
        hooks: {
          inTransaction: [
            {
              module: 'things',
              name: 'slow',
              deadline: 50,
              run: async (context) => {
                await over.promise;
                const later = context.create('boxes', { name: 'late' });
                tried.resolve(later);
                await later;
              },
            },
          ],
        },
      });
      expect(await codeOf(create(app, { name: 'a' }))).toBe('plugin_timeout');
      over.resolve();
      await expect(tried.promise).rejects.toMatchObject({ code: 'plugin_timeout' });
      expect([await count(app), await count(app, 'boxes')]).toEqual([0, 0]);
    });
  });

  describe('after a save', () => {
    it('runs from the outbox, gets the values before and after, and may fail without undoing the save', async () => {
      const seen: unknown[] = [];
      let failures = 1;
      const app = await compose({
        hooks: {
          postSave: [
            {
              module: 'things',
              name: 'tell',
              run: ({ event, record }) => {
                failures -= 1;
                if (failures >= 0) throw new Error('no');
                seen.push([event.kind, event.before?.['price'], record?.['price'], event.changedFields]);
              },
            },
          ],
        },
      });
      const thing = await create(app, { name: 'a', price: 1 });
      await app.outbox.drain();
      const [failing] = await app.outbox.failing();
      expect(failing).toMatchObject({ module: 'things', record_id: thing._id, plugin: 'paint', hook: 'tell', attempts: 1 });
      await app.outbox.retry(failing!._id);
      await app.outbox.drain();
      await app.records.update(SYSTEM_ACTOR, { module: 'things', id: thing._id, fields: { price: 2 } });
      await app.outbox.drain();
      expect(seen).toEqual([
        ['create', undefined, 1, []],
        ['update', 1, 2, ['price']],
      ]);
      expect(await app.outbox.failing()).toEqual([]);
    });
  });

  describe('whose start failed', () => {
    it('is off: writes to modules that it hooks are refused with its name, reading works', async () => {
      let breaks = false;
      const manifest: Partial<PluginManifest> = {
        hooks: { preSave: [{ module: 'things', name: 'x', run: () => undefined }] },
        start: () => {
          if (breaks) throw new Error('no brush');
        },
      };
      const sound = await compose(manifest);
      const thing = await create(sound, { name: 'a' });
      breaks = true;
      const app = await compose(manifest);
      expect(app.pluginHost.statuses()).toEqual([expect.objectContaining({ name: 'paint', state: 'off', cause: 'no brush' })]);
      await expect(create(app, { name: 'b' })).rejects.toMatchObject({ code: 'plugin_unavailable', status: 503 });
      expect(await codeOf(app.records.update(SYSTEM_ACTOR, { module: 'things', id: thing._id, fields: { price: 2 } }))).toBe(
        'plugin_unavailable',
      );
      expect(
        (
          await app.records
            .markDeleted(SYSTEM_ACTOR, { module: 'things', ids: [thing._id] })
            .catch((error: MusterError) => ({ refused: [{ code: error.code }] }))
        ).refused[0]?.code,
      ).toBe('plugin_unavailable');
      expect((await app.records.get(SYSTEM_ACTOR, { module: 'things', id: thing._id }))['name']).toBe('a');
      await create(app, { name: 'b' }, 'boxes');
    });
  });

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
    const asks: readonly (readonly [string, string, NonNullable<PluginManifest['hooks']>, object])[] = [
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

    it.each(asks)('%s: in development the hook fails, named with the field, and nothing is saved', async (_, kind, hooks, asked) => {
      failsOnUndeclaredFields = true;
      const app = await compose({ ...declared, hooks });
      await expect(create(app, { name: 'a' })).rejects.toMatchObject({
        code: 'plugin_failed',
        status: 503,
        data: { plugin: 'paint', handler: `${kind} things ask`, ...asked },
      });
      expect([await count(app), await count(app, 'boxes')]).toEqual([0, 0]);
    });

    it.each(asks.slice(0, 2))('%s: in production it is logged once, and the save succeeds', async (_, kind, hooks, asked) => {
      const app = await compose({ ...declared, hooks });
      for (const name of ['a', 'b']) await create(app, { name });
      const [use, field] = Object.entries(asked)[0] ?? [];
      expect(told).toEqual([`The plugin paint ${use} ${String(field)} in ${kind} things ask, which its manifest does not declare.`]);
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
    ])('in a job, and in its start: %s', async (_, ask, asked) => {
      failsOnUndeclaredFields = true;
      const app = await compose({ ...declared, start: ask, jobs: [{ name: 'ask', schedule: '0 0 1 1 *', run: ask }] });
      expect(app.pluginHost.statuses()).toMatchObject([{ name: 'paint', state: 'off' }]);
      expect(told[0]).toContain(`The plugin paint ${Object.entries(asked).flat().join(' ')} in start,`);
      await app.close();
      const running = await compose({ ...declared, jobs: [{ name: 'ask', schedule: '0 0 1 1 *', run: ask }] });
      await expect(running.pluginHost.jobs[0]?.run()).rejects.toMatchObject({
        code: 'plugin_failed',
        data: { plugin: 'paint', handler: 'job ask', ...asked },
      });
      expect(await count(running, 'boxes')).toBe(0);
    });

    it('may use fields that it adds, fields that it writes, and all fields of a module declared with a star', async () => {
      failsOnUndeclaredFields = true;
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
      expect([await count(app, 'boxes'), told]).toEqual([1, []]);
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

  it('adds definitions and settings of its own', async () => {
    const app = await compose({
      definitions: {
        extensions: [{ module: 'things', fields: [{ id: 'paint_coats', fieldName: 'coats', label: 'Coats', inputType: 'Number' }] }],
      },
      settings: { coats: { type: 'integer', title: 'Coats', default: 3 } },
      hooks: {
        preSave: [
          { module: 'things', name: 'coats', run: (context) => void (context.draft['coats'] ??= context.setting('coats') ?? null) },
        ],
      },
      writes: ['things.coats'],
    });
    expect((await create(app, { name: 'a' }))['coats']).toBe(3);
    const setting = app.registry.current().settings.get('coats')!;
    await app.registry.publish({
      author: undefined,
      changes: [{ kind: 'setting', id: setting.id, definition: { ...setting, setting: 5 } }],
    });
    expect((await create(app, { name: 'b' }))['coats']).toBe(5);
    expect(app.registry.current().references('field/things.coats')).toContainEqual({ from: 'plugin/paint', path: '/writes' });
  });
});
