import { expect, it } from 'vitest';
import type { ChangeSetPlan } from '#engine/model/wire';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { runJob } from '../support/run-job.ts';
import { createConversionWork, WITHOUT_SCHEDULE } from './conversion-work.ts';
import { describeOnEachStore } from './each-store.ts';

describeOnEachStore(
  'Conversions of types',
  (server) => {
    const { admin, draft, read, listed, publish, call, module, make, rows, sizesOf, typeOf, settled, begin, run, killedAfter } =
      createConversionWork(server);

    it('are planned with the values that cannot be converted, and change values, filters and the order at once', async () => {
      await make('parcels', { inputType: 'TextField' }, ['12', '7', 'large', undefined, 'small', '1,000'], { indexes: [['size']] });
      const [gone] = await rows('parcels', { name: 'parcels 4' });
      expect((await admin().delete(`/api/parcels/${gone?._id}`)).status).toBe(200);
      const made = await draft([module('parcels', { inputType: 'Number' }, { indexes: [['size']] })]);
      const { body } = await admin().post(`/api/change-sets/${made._id}/plan`, {});
      const plan = body as ChangeSetPlan;
      expect(plan.problems).toEqual([]);
      expect(plan.conversions).toEqual([
        {
          module: 'parcels',
          field: 'size',
          label: 'Size',
          id: 'parcels_size',
          from: 'TextField',
          to: 'Number',
          count: 5,
          examined: 5,
          failed: 2,
          estimatedSeconds: 1,
          options: [],
        },
      ]);
      expect(plan.records).toMatchObject([{ module: 'parcels', field: 'size', reason: 'type', value: null, count: 2, choices: ['clear'] }]);
      expect(plan.records[0]?.examples.map(({ name, value }) => `${name}: ${value}`).sort()).toEqual([
        'parcels 2: large',
        'parcels 4: small',
      ]);
      const refused = await publish(made._id);
      expect([refused.status, refused.body.code, refused.body.fields]).toMatchObject([
        409,
        'values_not_convertible',
        [{ module: 'parcels', field: 'size', count: 2 }],
      ]);
      const started = await publish(made._id, { parcels_size: 'clear' });
      expect([started.status, started.body]).toMatchObject([200, { success: true, _id: made._id, conversion: 'running' }]);
      expect(await settled(made._id)).toMatchObject({
        state: 'published',
        conversion: { state: 'done', kind: 'publish', problem: null, fields: [{ module: 'parcels', records: 5, done: 5, failed: 0 }] },
      });
      expect(await sizesOf('parcels', {}, 'size')).toEqual([7, 12, 1000, null, null]);
      expect(await sizesOf('parcels', { size: { range: { gt: 8 } } }, 'size')).toEqual([12, 1000]);
      const audit = await admin().post('/api/audit-log/search', { searchTerms: { module: 'changeSets', record_id: made._id } });
      expect(audit.body.data).toMatchObject([
        {
          field: 'parcels.size',
          previous_value: 'TextField',
          new_value: 'Number',
          record_name: 'Other types',
          changeSource: 'type conversion',
        },
      ]);
      // The documents follow, with what was removed in the history of their records.
      await runJob(server(), 'muster/update-stored-fields');
      const [large] = await rows('parcels', { name: 'parcels 2' });
      const history = await admin().post('/api/audit-log/search', {
        searchTerms: { module: 'parcels', record_id: large?._id ?? '', field: 'size' },
      });
      expect(history.body.data).toMatchObject([{ previous_value: 'large', new_value: null, changeSource: 'type conversion' }]);
      const found = await server().application.store.find({
        collection: 'm_parcels',
        filter: { kind: 'constant', value: true },
        sort: [],
        limit: 10,
      });
      expect(found.map(({ document }) => document['size'] ?? null).sort()).toEqual([1000, 12, 7, null, null, null]);
      expect(await sizesOf('parcels', { size: { range: { gt: 8 } } }, 'size')).toEqual([12, 1000]);
    });

    it('leave readers and saves as they are until all values are converted, and go on after the process was killed', async () => {
      await make(
        'crates',
        { inputType: 'TextField' },
        Array.from({ length: 450 }, (_, index) => String(index)),
      );
      const made = await draft([module('crates', { inputType: 'Number' })]);
      await begin(made);
      // Its first commit notes that a run has begun, the second one is a round.
      await expect(run(killedAfter(2))).rejects.toThrow('killed');
      expect(typeOf('crates')).toBe('TextField');
      expect(await sizesOf('crates', { size: { startsWith: '44' } })).toEqual([
        '44',
        '440',
        '441',
        '442',
        '443',
        '444',
        '445',
        '446',
        '447',
        '448',
        '449',
      ]);
      const [first] = await rows('crates', { size: '0' });
      // An open form does not conflict with the job, which wrote this record.
      const saved = await admin().put(`/api/crates/${first?._id}`, { _version: 1, size: '1000' });
      expect([saved.status, saved.body.size]).toEqual([200, '1000']);
      expect((await admin().post('/api/crates', { name: 'Late', size: '2000' })).status).toBe(201);
      expect(await read(made._id)).toMatchObject({ state: 'draft', problems: [], conversion: { state: 'running' } });
      await expect(run(killedAfter(1))).rejects.toThrow('killed');
      expect(await run()).toMatchObject({ published: 1 });
      expect(typeOf('crates')).toBe('Number');
      expect(await sizesOf('crates', { size: { range: { gte: 440 } } }, 'size')).toEqual([
        440, 441, 442, 443, 444, 445, 446, 447, 448, 449, 1000, 2000,
      ]);
      expect((await admin().post('/api/crates/search', { searchTerms: { size: { exists: true } } })).body.total).toBe(451);
      expect(await run()).toEqual({ converted: 0, published: 0 });
    });

    it('convert what is saved while the job runs', async () => {
      await make(
        'pallets',
        { inputType: 'TextField' },
        Array.from({ length: 250 }, (_, index) => String(index)),
      );
      const ids = (await rows('pallets')).map(({ _id }) => _id);
      const made = await draft([module('pallets', { inputType: 'Number' })]);
      await begin(made);
      const saves = ids.slice(0, 40).map((id, index) => admin().put(`/api/pallets/${id}`, { size: String(5_000 + index) }));
      const untilPublished = async (): Promise<void> => {
        // A run ends while the same records are saved again and again; the next one goes on, or that of the schedule.
        for (let state: string | undefined = 'running'; state !== 'done'; ) {
          expect(state).toBe('running');
          await run();
          state = (await read(made._id)).conversion?.state;
        }
      };
      const [, ...saved] = await Promise.all([untilPublished(), ...saves]);
      // A save that came after the publication has a text for a number.
      const wanted = saved.flatMap(({ status }, index) => (status === 200 ? [5_000 + index] : []));
      expect(saved.map(({ status }) => status).every((status) => status === 200 || status === 422 || status === 400)).toBe(true);
      expect(await sizesOf('pallets', { size: { range: { gte: 5_000 } } }, 'size')).toEqual(wanted);
      expect((await admin().post('/api/pallets/search', { searchTerms: { size: { range: { lt: 5_000 } } } })).body.total).toBe(
        250 - wanted.length,
      );
    });

    it('can be stopped, resumed and cancelled by a System Admin, and lock their draft and their fields', async () => {
      await make('boxes', { inputType: 'TextField' }, ['1', '2']);
      const made = await draft([module('boxes', { inputType: 'Number' })]);
      expect((await call(made._id, 'stop')).body.code).toBe('conversion_not_running');
      expect((await listed(made._id))?.conversion).toBeNull();
      await begin(made);
      expect((await listed(made._id))?.conversion).toEqual({ state: 'running', done: 0, total: 2 });
      expect((await read(made._id)).conversion).toMatchObject({ state: 'running', done: 0, total: 2 });
      const keeper = await createSignedInUser(server(), 'conversion-keeper@muster.test', ['Keeper']);
      for (const action of ['stop', 'resume', 'cancel'])
        expect((await keeper.post(`/api/change-sets/${made._id}/conversion/${action}`, {})).body.code).toBe('admin_only');
      expect((await call(made._id, 'resume')).body.code).toBe('conversion_running');
      const locked = [
        await admin().put(`/api/change-sets/${made._id}/changes`, { changes: [module('boxes', { inputType: 'Currency' })] }),
        await admin().delete(`/api/change-sets/${made._id}`),
        await publish(made._id),
      ];
      expect(locked.map(({ status, body }) => [status, body.code])).toEqual(locked.map(() => [409, 'change_set_converting']));
      const other = await draft([module('boxes', { inputType: 'TextField', label: 'Width' })]);
      expect(other.problems).toMatchObject([{ file: 'module/boxes', path: '/fields/size' }]);
      const refused = await publish(other._id);
      expect([refused.body.code, JSON.stringify(refused.body)]).toEqual([
        'definition_invalid',
        expect.stringContaining('are being converted'),
      ]);
      expect((await publish((await draft([module('boxes', { inputType: 'TextField' }, { label: 'Cartons' })]))._id)).status).toBe(200);
      expect((await call(made._id, 'stop')).body).toMatchObject({ state: 'stopped', fields: [{ records: 2 }] });
      expect((await listed(made._id))?.conversion).toEqual({ state: 'stopped', done: 0, total: 2 });
      expect(await run()).toEqual({ converted: 0, published: 0 });
      expect(await sizesOf('boxes', { size: '2' })).toEqual(['2']);
      expect((await call(made._id, 'stop')).body.code).toBe('conversion_not_running');
      expect((await call(made._id, 'cancel')).status).toBe(200);
      expect(await read(made._id)).toMatchObject({ state: 'draft', conversion: null });
      expect((await listed(made._id))?.conversion).toBeNull();
      expect((await admin().put(`/api/change-sets/${made._id}`, { name: 'Again' })).status).toBe(200);
      await begin(await read(made._id));
      expect((await call(made._id, 'stop')).status).toBe(200);
      expect((await call(made._id, 'resume')).body.state).toBe('running');
      expect((await settled(made._id)).state).toBe('published');
      expect((await listed(made._id))?.conversion).toEqual({ state: 'done', done: 2, total: 2 });
      expect(await sizesOf('boxes', { size: { range: { gt: 1 } } })).toEqual([2]);
      expect((await call(made._id, 'cancel')).body.code).toBe('conversion_not_running');
      expect(server().application.registry.current().module('boxes')?.label).toBe('Cartons');
    });

    it('wait for a decision about values that are entered meanwhile', async () => {
      await make('drums', { inputType: 'TextField' }, ['1', '2']);
      const made = await draft([module('drums', { inputType: 'Number' })]);
      await begin(made);
      expect((await admin().post('/api/drums', { name: 'Odd', size: 'round' })).status).toBe(201);
      expect(await run()).toMatchObject({ published: 0 });
      expect((await read(made._id)).conversion).toMatchObject({
        state: 'blocked',
        fields: [{ failed: 1, examples: [{ name: 'Odd', value: 'round' }] }],
      });
      expect(typeOf('drums')).toBe('TextField');
      expect((await call(made._id, 'resume')).status).toBe(200);
      expect((await settled(made._id)).conversion?.state).toBe('blocked');
      expect((await call(made._id, 'resume', { values: { drums_size: 'clear' } })).body.state).toBe('running');
      expect((await settled(made._id)).state).toBe('published');
      expect(await sizesOf('drums')).toEqual([1, 2, null]);
      expect(await sizesOf('drums', { size: { range: { gt: 1 } } })).toEqual([2]);
    });

    it('give each text that is no option another one, and are reverted by the opposite conversion', async () => {
      await make('chests', { inputType: 'TextField' }, ['small', 'Large', 'Huge', 'Tiny', undefined]);
      const made = await draft([module('chests', { inputType: 'Dropdown', dropdown: 'crate_size' })]);
      const plan = (await admin().post(`/api/change-sets/${made._id}/plan`, {})).body as ChangeSetPlan;
      expect(plan.records.map(({ value, count, choices }) => [value, count, choices])).toEqual([
        ['Huge', 1, ['clear', 'map']],
        ['Tiny', 1, ['clear', 'map']],
      ]);
      const values = { chests_size: { map: { Huge: 'large' } } };
      expect((await publish(made._id, values)).body.code).toBe('values_not_convertible');
      expect((await publish(made._id, { chests_size: { map: { Huge: 'large', Tiny: null } } })).body.conversion).toBe('running');
      expect((await settled(made._id)).state).toBe('published');
      expect(await sizesOf('chests')).toEqual(['small', 'large', 'large', null, null]);
      expect(await sizesOf('chests', { size: 'large' })).toEqual(['large', 'large']);
      const reverted = await admin().post(`/api/change-sets/${made._id}/revert`, {});
      expect([reverted.status, reverted.body.conversion]).toEqual([200, 'running']);
      expect(await settled(made._id)).toMatchObject({ state: 'reverted', conversion: { state: 'done', kind: 'revert' } });
      expect(typeOf('chests')).toBe('TextField');
      expect(await sizesOf('chests', { size: { startsWith: 'la' } })).toEqual(['Large', 'Large']);
      await runJob(server(), 'muster/update-stored-fields');
      expect(await sizesOf('chests')).toEqual(['Small', 'Large', 'Large', null, null]);
    });

    it('convert the values that an undo restores', async () => {
      await make('vats', { inputType: 'TextField' }, ['1']);
      const [vat] = await rows('vats');
      const saved = await admin().put(`/api/vats/${vat?._id}`, { size: '2' });
      const made = await draft([module('vats', { inputType: 'Number' })]);
      await publish(made._id);
      await settled(made._id);
      expect(await sizesOf('vats')).toEqual([2]);
      const undone = await admin().post(`/api/batches/${saved.headers.get('x-batch-id')}/undo`, {});
      expect([undone.status, undone.body.left]).toEqual([200, []]);
      expect(await sizesOf('vats', { size: { range: { lt: 2 } } })).toEqual([1]);
    });

    it('convert lists, days and checkboxes, and texts that are too long for a line', async () => {
      await make('bins', { inputType: 'MultiSelect', dropdown: 'crate_size' }, [['small'], ['small', 'large']]);
      const list = await draft([module('bins', { inputType: 'ListField' })]);
      expect((await publish(list._id)).body.conversion).toBe('running');
      await settled(list._id);
      expect(await sizesOf('bins', { size: 'Large' })).toEqual([['Small', 'Large']]);
      await make('jars', { inputType: 'Date' }, ['2026-07-01', '2026-07-02']);
      const days = await draft([module('jars', { inputType: 'DateTime' })]);
      await publish(days._id);
      await settled(days._id);
      expect(await sizesOf('jars', { size: { range: { gt: '2026-07-01T12:00:00Z' } } })).toEqual(['2026-07-02T04:00:00.000Z']);
      await make('cans', { inputType: 'Checkbox' }, [true, undefined, false]);
      const flags = await draft([module('cans', { inputType: 'TextField' })]);
      await publish(flags._id);
      await settled(flags._id);
      expect(await sizesOf('cans', { size: 'yes' })).toEqual(['Yes']);
      await make('sacks', { inputType: 'TextArea' }, ['short\nline', 'x'.repeat(1_001)]);
      const lines = await draft([module('sacks', { inputType: 'TextField' })]);
      expect((await publish(lines._id)).body.code).toBe('values_not_convertible');
      await publish(lines._id, { sacks_size: 'clear' });
      await settled(lines._id);
      expect(await sizesOf('sacks')).toEqual(['short line', null]);
    });

    it('are refused where nothing converts the values: other types, equal values of a unique field', async () => {
      await make('tubs', { inputType: 'TextField', unique: true }, ['1', '1.0']);
      const relate = await draft([module('tubs', { inputType: 'Relate', ref: 'makers' })]);
      expect(relate.problems).toMatchObject([{ path: '/fields/size/inputType', cause: expect.stringContaining('cannot become a Relate') }]);
      expect((await publish(relate._id)).body.code).toBe('definition_invalid');
      const changes = [{ kind: 'module' as const, id: 'tubs', definition: module('tubs', { inputType: 'Number' }).definition }];
      await expect(server().application.registry.publish({ author: undefined, changes })).rejects.toMatchObject({
        details: [{ message: expect.stringContaining('publish it with a draft') }],
      });
      const unique = await draft([module('tubs', { inputType: 'Number', unique: true })]);
      expect((await publish(unique._id)).body.code).toBe('values_not_unique');
      expect(await sizesOf('tubs')).toEqual(['1', '1.0']);
    });
  },
  WITHOUT_SCHEDULE,
);
