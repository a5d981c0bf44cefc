import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StorePort } from '../../../engine/ports/index.ts';
import {
  codeOf,
  createRecordsEnvironment,
  startEngine,
  type Engine,
  type MakeStore,
  type RecordsEnvironment,
} from './records-environment.ts';

/** Opens a second handle on the data of a store, like that of another process. */
export type OpenSecondHandle = (store: StorePort) => Promise<StorePort>;

/** Two engines on one store see each other's commits on the next request: records, totals, rights, definitions. */
export function describeTwoProcesses(makeStore: MakeStore, openSecondHandle: OpenSecondHandle): void {
  describe('two processes', () => {
    let world: RecordsEnvironment;
    let other: Engine;
    let second: StorePort;
    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
      second = await openSecondHandle(world.store);
      other = await startEngine(second);
    });
    afterAll(async () => {
      await second.close();
      await world.close();
    });

    it("see each other's records and totals", async () => {
      const { ann } = world.people;
      const before = (await other.records.find(ann, { module: 'patients' })).total;
      const { record } = await world.records.create(ann, { module: 'patients', fields: { last_name: 'There' } });
      expect((await other.records.find(ann, { module: 'patients' })).total).toBe(before + 1);
      await other.records.update(ann, { module: 'patients', id: record._id, fields: { last_name: 'Here' } });
      expect(await world.records.get(ann, { module: 'patients', id: record._id })).toMatchObject({ last_name: 'Here', _version: 2 });
      expect(await codeOf(world.records.update(ann, { module: 'patients', id: record._id, fields: { title: 'x' }, version: 1 }))).toBe(
        'version_conflict',
      );
    });

    it('apply a change of rights by the other on the next request', async () => {
      const { ann, admin } = world.people;
      const id = await world.seed('patients', { last_name: 'Far', teams: [world.south] });
      expect(await codeOf(other.records.get(ann, { module: 'patients', id }))).toBe('record_not_found');
      await world.records.update(admin, { module: 'users', id: ann.userId, fields: { teams: [world.north, world.south] } });
      expect(await codeOf(other.records.get(ann, { module: 'patients', id }))).toBe('no error');
      await world.records.update(admin, { module: 'users', id: ann.userId, fields: { teams: [world.north] } });
      expect(await codeOf(other.records.get(ann, { module: 'patients', id }))).toBe('record_not_found');
    });

    it('use the versions of a request for its first operation alone', async () => {
      const { ann, admin } = world.people;
      const id = await world.seed('patients', { last_name: 'Further', teams: [world.south] });
      const before = other.access.beginRequest(ann, await second.versions());
      await world.records.update(admin, { module: 'users', id: ann.userId, fields: { teams: [world.north, world.south] } });
      // Authorised with the rights at the start of the request.
      expect(await codeOf(other.records.get(before, { module: 'patients', id }))).toBe('record_not_found');
      expect(await codeOf(other.records.get(before, { module: 'patients', id }))).toBe('no error');
      const after = other.access.beginRequest(ann, await second.versions());
      expect(await codeOf(other.records.get(after, { module: 'patients', id }))).toBe('no error');
      await world.records.update(admin, { module: 'users', id: ann.userId, fields: { teams: [world.north] } });
    });

    it('apply a role that the other published on the next request', async () => {
      const { cal } = world.people;
      expect(await codeOf(other.records.find(cal, { module: 'firms' }))).toBe('module_access_denied');
      const clerk = world.registry.current().roles.get('role_clerk');
      const definition = { ...clerk, module_access: { ...clerk?.module_access, firms: { access: true, view: 'All' } } };
      await world.registry.publish({ author: undefined, changes: [{ kind: 'role', id: 'role_clerk', definition }] });
      expect(await codeOf(other.records.find(cal, { module: 'firms' }))).toBe('no error');
      expect(await codeOf(world.records.find(cal, { module: 'firms' }))).toBe('no error');
    });

    it('keep a record consistent when both change it concurrently', async () => {
      const { ann } = world.people;
      const { record } = await world.records.create(ann, { module: 'patients', fields: { last_name: 'Race' } });
      const fields = ['title', 'department', 'description', 'mobile_phone', 'office_phone', 'home_phone'];
      await Promise.all(
        fields.map((field, index) =>
          (index % 2 === 0 ? world : other).records.update(ann, { module: 'patients', id: record._id, fields: { [field]: '3055550100' } }),
        ),
      );
      const after = await world.records.get(ann, { module: 'patients', id: record._id });
      expect(after['_version']).toBe(1 + fields.length);
      for (const field of fields) expect(after[field]).toBe('3055550100');
      expect((await other.records.audit(ann, { module: 'patients', recordId: record._id })).total).toBe(1 + fields.length);
    });
  });
}
