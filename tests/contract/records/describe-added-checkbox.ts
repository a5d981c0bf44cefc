import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModuleDefinition } from '#engine/model/definitions';
import { createRecordsEnvironment, type MakeStore, type RecordsEnvironment } from './records-environment.ts';

/**
 * A checkbox that is added to a module with records: existing records have no stored value for it, and count as
 * unchecked in every operation.
 */
export function describeAddedCheckbox(makeStore: MakeStore): void {
  describe('a checkbox added to a module with records', () => {
    let world: RecordsEnvironment;
    const before: string[] = [];
    const after: { yes?: string; no?: string } = {};

    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
      for (const name of ['Old one', 'Old two']) before.push(await world.seed('firms', { name }));
      const { registry } = world;
      const firms = structuredClone(registry.current().modules.get('firms')?.definition) as ModuleDefinition;
      firms.fields.push({ id: 'firms_checked', fieldName: 'checked', label: 'Checked', inputType: 'Checkbox' });
      (firms as { indexes?: string[][] }).indexes = [['checked', 'name']];
      await registry.publish({ author: undefined, changes: [{ kind: 'module', id: 'firms', definition: firms }] });
      after.no = await world.seed('firms', { name: 'New no' });
      after.yes = await world.seed('firms', { name: 'New yes', checked: true });
    });
    afterAll(() => world.close());

    const find = async (
      filter: object,
      sort: readonly { readonly sortField: string; readonly sortOrder: 'asc' | 'desc' }[] = [],
    ): Promise<readonly unknown[]> =>
      (await world.records.find(world.people.admin, { module: 'firms', filter: filter as never, sort, limit: 50 })).data.map(
        (record) => record['name'],
      );
    const count = async (filter: object): Promise<number> =>
      (await world.records.find(world.people.admin, { module: 'firms', filter: filter as never, limit: 1 })).total;

    it('is false in filters, negated filters and totals', async () => {
      const no = ['New no', 'Old one', 'Old two'];
      const byName = [{ sortField: 'name', sortOrder: 'asc' }] as const;
      for (const filter of [
        { checked: false },
        { checked: { equals: false } },
        { checked: { in: [false] } },
        { not: { checked: true } },
        { not: { not: { checked: false } } },
      ]) {
        expect(await find(filter, byName)).toEqual(no);
        expect(await count(filter)).toBe(3);
      }
      expect(await find({ checked: true })).toEqual(['New yes']);
      expect(await find({ not: { checked: false } })).toEqual(['New yes']);
      expect(await find({ checked: { in: [true, false] } }, byName)).toHaveLength(4);
      expect(await count({ checked: { exists: true } })).toBe(4);
      expect(await count({ checked: { exists: false } })).toBe(0);
      expect(await find({ checked: false, deleted: false }, byName)).toEqual(no);
    });

    it('sorts with the false values, then by the next field', async () => {
      const names = (sortOrder: 'asc' | 'desc', then: 'asc' | 'desc'): Promise<readonly unknown[]> =>
        find({}, [
          { sortField: 'checked', sortOrder },
          { sortField: 'name', sortOrder: then },
        ]);
      expect(await names('asc', 'asc')).toEqual(['New no', 'Old one', 'Old two', 'New yes']);
      expect(await names('asc', 'desc')).toEqual(['Old two', 'Old one', 'New no', 'New yes']);
      expect(await names('desc', 'asc')).toEqual(['New yes', 'New no', 'Old one', 'Old two']);
      const pages = await Promise.all(
        [0, 1, 2, 3].map(
          async (offset) =>
            (
              await world.records.find(world.people.admin, {
                module: 'firms',
                sort: [{ sortField: 'checked', sortOrder: 'asc' }],
                offset,
                limit: 1,
              })
            ).data[0]?._id,
        ),
      );
      expect(pages).toEqual([...before, after.no, after.yes]);
      expect(
        (await world.records.findIds(world.people.admin, { module: 'firms', sort: [{ sortField: 'checked', sortOrder: 'desc' }] })).ids,
      ).toEqual([after.yes, after.no, ...[...before].reverse()]);
    });

    it('groups with the false values, and together with the system checkbox', async () => {
      const { records, people } = world;
      const groups = async (...fields: string[]): Promise<unknown> =>
        (
          await records.group(people.admin, {
            module: 'firms',
            by: fields.map((field) => ({ field })),
            measures: [{ name: 'n', kind: 'count' }],
          })
        ).groups.map((group) => [...group.keys, group.measures['n']]);
      expect(await groups('checked')).toEqual([
        [0, 3],
        [1, 1],
      ]);
      expect(await groups('deleted', 'checked')).toEqual([
        [0, 0, 3],
        [0, 1, 1],
      ]);
    });

    it('is counted correctly when existing records are checked and unchecked', async () => {
      const { records, people } = world;
      const id = before[0] ?? '';
      await records.update(people.admin, { module: 'firms', id, fields: { checked: true } });
      expect([await count({ checked: true }), await count({ checked: false })]).toEqual([2, 2]);
      await records.update(people.admin, { module: 'firms', id, fields: { checked: null } });
      expect([await count({ checked: true }), await count({ checked: false })]).toEqual([1, 3]);
      expect(
        await find({}, [
          { sortField: 'checked', sortOrder: 'asc' },
          { sortField: 'name', sortOrder: 'asc' },
        ]),
      ).toEqual(['New no', 'Old one', 'Old two', 'New yes']);
    });
  });
}
