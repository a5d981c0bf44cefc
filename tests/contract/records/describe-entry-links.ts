import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { VisibleRecord } from '../../../engine/records/index.ts';
import type { ColumnDefinition, FieldDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import { codeOf, createRecordsEnvironment, type MakeStore, type RecordsEnvironment } from './records-environment.ts';

const ITEM: ColumnDefinition = { fieldName: 'item', label: 'Item', inputType: 'TextField' };
const FIRM: ColumnDefinition = { fieldName: 'firm', label: 'Firm', inputType: 'Relate', ref: 'firms' };
const PATIENT: ColumnDefinition = { fieldName: 'patient', label: 'Patient', inputType: 'Relate', ref: 'patients' };
const EARLIER: ColumnDefinition = { fieldName: 'earlier', label: 'Earlier', inputType: 'Relate', ref: 'parcels' };
const ALL: ColumnDefinition = { fieldName: 'all', label: 'All', inputType: 'MultiRelate', ref: 'firms' };
const COLUMNS = [ITEM, FIRM, PATIENT, EARLIER, ALL];

/** Relates in the entries of an Array or Object: counted, cleared and moved like a relate field. */
export function describeEntryLinks(makeStore: MakeStore): void {
  describe('records that entries refer to', () => {
    let world: RecordsEnvironment;
    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
    });
    beforeEach(() => publish(COLUMNS));
    afterAll(() => world.close());

    /** The module parcels; without columns, its lines are any JSON. */
    const publish = async (columns: readonly ColumnDefinition[]): Promise<void> => {
      const entry = (of: readonly ColumnDefinition[]): Partial<FieldDefinition> => (of.length === 0 ? {} : { entry: { columns: [...of] } });
      const fields: FieldDefinition[] = [
        { id: 'parcels_lines', fieldName: 'lines', label: 'Lines', inputType: 'Array', ...entry(columns) },
        { id: 'parcels_handover', fieldName: 'handover', label: 'Handover', inputType: 'Object', ...entry([ITEM, PATIENT]) },
      ];
      const definition = { id: 'parcels', name: 'parcels', label: 'Parcels', labelSingular: 'Parcel', kind: 'plain', fields };
      await world.registry.publish({ author: undefined, changes: [{ kind: 'module', id: 'parcels', definition }] });
    };
    const make = (fields: JsonObject): Promise<string> => world.seed('parcels', { name: 'Parcel', ...fields });
    const read = (id: string): Promise<VisibleRecord> => world.records.get(world.people.admin, { module: 'parcels', id });
    const countOf = async (module: string, id: string): Promise<readonly string[]> =>
      (await world.records.dependents(world.people.admin, { module, id })).map(({ relation, count }) => `${relation} ${count}`);

    it('are counted, and their references cleared, before they are removed', async () => {
      const { records, people, seed } = world;
      const [firm, other] = [await seed('firms', { name: 'Doomed' }), await seed('firms', { name: 'Stays' })];
      const lines = [{ item: 'A', firm }, { item: 'B', firm: other }, { firm }, { item: 'C', firm }];
      const id = await make({ lines });
      await make({ lines: [{ item: 'D', firm: other }] });
      expect(await countOf('firms', firm)).toEqual(['lines 1']);
      expect(await countOf('firms', other)).toEqual(['lines 2']);
      await records.update(people.admin, { module: 'parcels', id, fields: { lines: lines.slice(1) } });
      await records.markDeleted(people.admin, { module: 'firms', ids: [firm] });
      expect(await codeOf(records.deleteForever(people.admin, { module: 'firms', ids: [firm] }))).toBe('dependents_exist');
      const removed = await records.deleteForever(people.admin, { module: 'firms', ids: [firm], unlinkDependents: true });
      expect(removed).toMatchObject({ done: [firm], refused: [] });
      expect((await read(id))['lines']).toEqual([{ item: 'B', firm: other }, { item: 'C' }]);
      await records.update(people.admin, { module: 'parcels', id, fields: { lines: [] } });
      expect(await countOf('firms', other)).toEqual(['lines 1']);
    });

    it('are replaced by the record that they are merged into, until the merge is undone', async () => {
      const { records, people, seed } = world;
      const [primary, first, second] = [
        await seed('patients', { last_name: 'Primary' }),
        await seed('patients', { last_name: 'First' }),
        await seed('patients', { last_name: 'Second' }),
      ];
      const fields = { lines: [{ item: 'A', patient: first }, { patient: second }, { item: 'B' }], handover: { patient: second } };
      const id = await make(fields);
      const input = { module: 'patients', primaryId: primary, duplicateIds: [first, second] };
      const merged = await records.merge(people.admin, input);
      expect(merged.moved).toEqual([
        { module: 'parcels', field: 'lines', count: 1 },
        { module: 'parcels', field: 'handover', count: 1 },
      ]);
      expect(await read(id)).toMatchObject({
        lines: [{ item: 'A', patient: primary }, { patient: primary }, { item: 'B' }],
        handover: { patient: primary },
      });
      expect([await countOf('patients', primary), await countOf('patients', first)]).toEqual([['lines 1', 'handover 1'], []]);
      expect((await records.undoBatch(people.admin, { batchId: merged.batchId })).left).toEqual([]);
      expect(await read(id)).toMatchObject(fields);
      expect([await countOf('patients', primary), await countOf('patients', first)]).toEqual([[], ['lines 1']]);
    });

    it('are counted, named, replaced and cleared in lists too', async () => {
      const { records, people, seed } = world;
      const [primary, same, other] = [
        await seed('firms', { name: 'Whole' }),
        await seed('firms', { name: 'Same' }),
        await seed('firms', { name: 'Other' }),
      ];
      const id = await make({ lines: [{ item: 'A', all: [same, other, primary] }] });
      expect([await countOf('firms', same), await countOf('firms', other)]).toEqual([['lines 1'], ['lines 1']]);
      const populated = await records.get(people.admin, { module: 'parcels', id, populate: true });
      expect(populated['lines']).toMatchObject([{ item: 'A', all: [{ name: 'Same' }, { name: 'Other' }, { name: 'Whole' }] }]);
      await records.merge(people.admin, { module: 'firms', primaryId: primary, duplicateIds: [same] });
      expect((await read(id))['lines']).toEqual([{ item: 'A', all: [primary, other] }]);
      for (const gone of [other, primary]) {
        await records.markDeleted(people.admin, { module: 'firms', ids: [gone] });
        await records.deleteForever(people.admin, { module: 'firms', ids: [gone], unlinkDependents: true });
      }
      expect((await read(id))['lines']).toEqual([{ item: 'A' }]);
    });

    it('never include the record itself after a merge', async () => {
      const { records, people } = world;
      const duplicate = await make({ name: 'Duplicate' });
      const primary = await make({ lines: [{ item: 'A', earlier: duplicate }] });
      await records.merge(people.admin, { module: 'parcels', primaryId: primary, duplicateIds: [duplicate] });
      expect((await read(primary))['lines']).toEqual([{ item: 'A' }]);
    });

    it('are replaced in entries from before a column was changed too', async () => {
      const { records, people, seed } = world;
      const [primary, duplicate] = [await seed('firms', { name: 'One' }), await seed('firms', { name: 'Same' })];
      const lines = [{ item: 'A', firm: duplicate }];
      const id = await make({ lines });
      await publish([FIRM, { fieldName: 'weight', label: 'Weight', inputType: 'Number', required: true }]);
      const { batchId } = await records.merge(people.admin, { module: 'firms', primaryId: primary, duplicateIds: [duplicate] });
      expect((await read(id))['lines']).toEqual([{ item: 'A', firm: primary }]);
      expect((await records.undoBatch(people.admin, { batchId })).left).toEqual([]);
      expect((await read(id))['lines']).toEqual(lines);
    });

    it('are found in records that were saved before their column existed, or while it did not', async () => {
      const { records, people, seed } = world;
      const [firm, patient] = [await seed('firms', { name: 'Known' }), await seed('patients', { last_name: 'Known' })];
      await publish([]);
      const ids = await Promise.all(['A', 'B'].map((item) => make({ lines: [{ item, firm, patient }] })));
      const untouched = await make({ lines: [{ item: 'C' }] });
      await publish([ITEM, FIRM]);
      expect([await countOf('firms', firm), await countOf('patients', patient)]).toEqual([['lines 2'], []]);
      await publish([ITEM, PATIENT]);
      await records.update(people.admin, { module: 'parcels', id: ids[0] ?? '', fields: { name: 'Changed' } });
      await publish(COLUMNS);
      expect([await countOf('firms', firm), await countOf('patients', patient)]).toEqual([['lines 2'], ['lines 2']]);
      expect((await read(untouched))['_version']).toBe(1);
      const { _version } = await read(ids[1] ?? '');
      await publish(COLUMNS.map((column) => ({ ...column, description: 'Changed' })));
      expect(await countOf('firms', firm)).toEqual(['lines 2']);
      expect((await read(ids[1] ?? ''))['_version']).toBe(_version);
    });
  });
}
