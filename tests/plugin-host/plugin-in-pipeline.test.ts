import { describe, expect, it } from 'vitest';
import type { PluginManifest } from '#engine';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { MusterError } from '../../engine/errors/index.ts';
import { createDeferred } from '../support/deferred.ts';
import { codeOf, count, create, describePluginPipeline } from './plugin-pipeline.ts';

describePluginPipeline(({ compose }) => {
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
