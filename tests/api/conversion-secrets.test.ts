import { expect, it } from 'vitest';
import { toText, type JsonObject } from '#engine/model/values';
import type { ChangeSetPlan } from '#engine/model/wire';
import { runJob } from '../support/run-job.ts';
import { createConversionWork, WITHOUT_SCHEDULE } from './conversion-work.ts';
import { describeOnEachStore } from './each-store.ts';

const SYSTEM = { kind: 'system' } as const;

describeOnEachStore(
  'Conversions of sensitive and calculated fields',
  (server) => {
    const { admin, draft, read, publish, call, module, make, rows, settled, begin, run } = createConversionWork(server);
    /** The values of a field as the product itself reads them, by the names of the records. */
    const valuesOf = async (name: string, field = 'size', filter: JsonObject = {}) => {
      const { data } = await server().application.records.find(SYSTEM, { module: name, filter, limit: 100 });
      return Object.fromEntries(data.map((record) => [toText(record['name']).replace(`${name} `, ''), record[field] ?? null]));
    };
    /** Everything that a collection has, as JSON. */
    const textOf = async (collection: string): Promise<string> => {
      const filter = { kind: 'constant', value: true } as const;
      return JSON.stringify(await server().application.store.find({ collection, filter, sort: [], limit: 1_000 }));
    };

    it('decrypt, convert and encrypt sensitive values, which no plan, conversion or history shows', async () => {
      await make('vaults', { inputType: 'TextField', sensitive: true }, ['471147114711', '081508150815', 'secret-word']);
      const [vault] = await rows('vaults', { name: 'vaults 0' });
      const saved = await admin().put(`/api/vaults/${vault?._id}`, { size: '471247124712' });
      const made = await draft([module('vaults', { inputType: 'Number', sensitive: true })]);
      const plan = (await admin().post(`/api/change-sets/${made._id}/plan`, {})).body as ChangeSetPlan;
      expect(plan.problems).toEqual([]);
      expect(plan.conversions).toMatchObject([{ field: 'size', count: 3, examined: 3, failed: 1 }]);
      expect(plan.records).toMatchObject([{ reason: 'type', value: null, count: 1, choices: ['clear'], examples: [{ value: '••••••' }] }]);
      expect(JSON.stringify(plan)).not.toContain('secret-word');
      const refused = await publish(made._id, { vaults_size: { map: { 'secret-word': '1' } } });
      expect([refused.body.code, JSON.stringify(refused.body)]).toEqual([
        'values_not_convertible',
        expect.not.stringContaining('secret-word'),
      ]);
      await begin(made, [['vaults_size', 'clear']]);
      const done = await run();
      expect(done, JSON.stringify((await read(made._id)).conversion)).toMatchObject({ published: 1 });
      expect(await valuesOf('vaults')).toEqual({ 0: 471247124712, 1: 81508150815, 2: null });
      expect(await valuesOf('vaults', 'size', { size: { exists: true } })).toEqual({ 0: 471247124712, 1: 81508150815 });
      await runJob(server(), 'muster/update-stored-fields');
      expect(await valuesOf('vaults')).toEqual({ 0: 471247124712, 1: 81508150815, 2: null });
      const stored = await textOf('m_vaults');
      expect(stored).not.toMatch(/471247124712|81508150815|secret-word/);
      expect(stored.match(/muster-seal/g)).toHaveLength(2);
      for (const collection of ['_conversions', '_audit', '_changes', '_changeset_drafts'])
        expect(await textOf(collection), collection).not.toContain('secret-word');
      const [lost] = await rows('vaults', { name: 'vaults 2' });
      const history = await admin().post('/api/audit-log/search', {
        searchTerms: { module: 'vaults', record_id: lost?._id ?? '', field: 'size' },
      });
      expect(history.body.data).toMatchObject([{ previous_value: '••••••', new_value: null, changeSource: 'type conversion' }]);
      const undone = await admin().post(`/api/batches/${saved.headers.get('x-batch-id')}/undo`, {});
      expect([undone.status, undone.body.left]).toEqual([200, []]);
      expect(await valuesOf('vaults')).toEqual({ 0: 471147114711, 1: 81508150815, 2: null });
    });

    it('wait for a decision about sensitive values without showing them, and become sensitive only with their type', async () => {
      await make('safes', { inputType: 'TextField', sensitive: true }, ['1']);
      const made = await draft([module('safes', { inputType: 'Number', sensitive: true })]);
      await begin(made);
      expect((await admin().post('/api/safes', { name: 'Odd', size: 'secret-word' })).status).toBe(201);
      expect(await run()).toMatchObject({ published: 0 });
      expect((await read(made._id)).conversion).toMatchObject({
        state: 'blocked',
        fields: [{ failed: 1, examples: [{ name: 'Odd', value: '••••••' }] }],
      });
      expect(await textOf('_conversions')).not.toContain('secret-word');
      expect((await call(made._id, 'cancel')).status).toBe(200);
      await make('tills', { inputType: 'TextField' }, ['1']);
      const both = await draft([module('tills', { inputType: 'Number', sensitive: true })]);
      expect(both.problems).toMatchObject([{ cause: expect.stringContaining('make the field sensitive first') }]);
    });

    it('follow the renames of modules in sensitive values', async () => {
      await make('locks', { inputType: 'TextField' }, []);
      await make('keepers', { inputType: 'Module', sensitive: true }, ['locks']);
      const { definition } = module('locks', { inputType: 'TextField' });
      const renamed = await draft([{ kind: 'module', id: 'locks', definition: { ...definition, name: 'bolts' } }]);
      expect((await publish(renamed._id)).status).toBe(200);
      expect(await valuesOf('keepers')).toEqual({ 0: 'bolts' });
      const [keeper] = await rows('keepers');
      expect((await admin().put(`/api/keepers/${keeper?._id}`, { name: 'keepers 1' })).status).toBe(200);
      expect(await valuesOf('keepers')).toEqual({ 1: 'bolts' });
      expect(await textOf('m_keepers')).not.toMatch(/bolts|"locks/);
    });

    it('calculate again what got another type, and what is calculated from a field with another type', async () => {
      const total = (more: object) => ({ id: 'barrels_total', fieldName: 'total', label: 'Total', ...more });
      const shown = { id: 'barrels_shown', fieldName: 'shown', label: 'Shown', inputType: 'TextField' };
      const parts = (inputType: string, more: object) => {
        const one = module('barrels', { inputType });
        const formula = { cat: [{ var: 'record.size' }, ' l'] };
        return { ...one, definition: { ...one.definition, fields: [...one.definition.fields, { ...shown, formula }, total(more)] } };
      };
      const doubled = { '*': [{ var: 'record.parts' }, 2] };
      const amount = { id: 'barrels_parts', fieldName: 'parts', label: 'Parts', inputType: 'Number' };
      const withAmount = (change: ReturnType<typeof parts>) => ({
        ...change,
        definition: { ...change.definition, fields: [...change.definition.fields, amount] },
      });
      const made = await draft([withAmount(parts('TextField', { inputType: 'Number', formula: doubled }))]);
      expect(made.problems).toEqual([]);
      expect((await publish(made._id)).status).toBe(200);
      await server().application.records.createMany(SYSTEM, {
        module: 'barrels',
        records: [
          { name: 'a', size: '007', parts: 2 },
          { name: 'b', size: '12.50', parts: 10 },
        ],
      });
      expect(await valuesOf('barrels', 'shown')).toEqual({ a: '007 l', b: '12.50 l' });
      const texts = { inputType: 'TextField', formula: { cat: ['total ', doubled] } };
      const other = await draft([withAmount(parts('Number', texts))]);
      expect(other.problems).toEqual([]);
      const plan = (await admin().post(`/api/change-sets/${other._id}/plan`, {})).body as ChangeSetPlan;
      expect([plan.conversions.map(({ field }) => field), plan.records]).toEqual([['size'], []]);
      expect((await publish(other._id)).body.conversion).toBe('running');
      expect((await settled(other._id)).state).toBe('published');
      await runJob(server(), 'muster/calculate-fields');
      expect(await valuesOf('barrels', 'shown')).toEqual({ a: '7 l', b: '12.5 l' });
      expect(await valuesOf('barrels', 'total')).toEqual({ a: 'total 4', b: 'total 20' });
      expect(await valuesOf('barrels', 'name', { total: { startsWith: 'total 2' }, shown: '12.5 l' })).toEqual({ b: 'b' });
      // Back to a number, without a draft: nothing is to be converted.
      const { definition } = withAmount(parts('Number', { inputType: 'Number', formula: doubled }));
      expect((await admin().put('/api/ss-modules/barrels', { fields: definition.fields })).status).toBe(200);
      await runJob(server(), 'muster/calculate-fields');
      expect(await valuesOf('barrels', 'total', { total: { range: { gt: 3 } } })).toEqual({ a: 4, b: 20 });
    });
  },
  WITHOUT_SCHEDULE,
);
