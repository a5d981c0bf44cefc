import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../../engine/access/index.ts';
import type { MusterError } from '../../../engine/errors/index.ts';
import type { StorePort, StoreQuery } from '../../../engine/ports/index.ts';
import type { JsonObject } from '#engine/model/values';
import { createRecordsEnvironment, type MakeStore, type RecordsEnvironment } from './records-environment.ts';

/** Reads that have a deadline. */
const QUERY_METHODS: readonly (string | symbol)[] = ['page', 'find', 'findIds', 'count', 'group'];

/** The same store with a deadline of one millisecond for each read. */
function withShortTimeout(store: StorePort, isHurried: () => boolean): StorePort {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      const call = member.bind(target) as (...given: readonly unknown[]) => unknown;
      if (!QUERY_METHODS.includes(name)) return call;
      return (query: StoreQuery, ...rest: readonly unknown[]) => call(isHurried() ? { ...query, deadline: 1 } : query, ...rest);
    },
  });
}

/** The error of a search that takes too long: the names and labels of the fields that need an index. */
export function describeSlowQueries(makeStore: MakeStore): void {
  describe('a query that takes too long', () => {
    let world: RecordsEnvironment;
    let hurried = false;
    beforeAll(async () => {
      world = await createRecordsEnvironment(async () => withShortTimeout(await makeStore(), () => hurried));
      const records = Array.from(
        { length: 3000 },
        (_, index): JsonObject => ({
          last_name: `Patient ${index}`,
          title: `${'abc '.repeat(60)}${index}`,
          current_address: { street: `${'Long Lane '.repeat(20)}${index}` },
        }),
      );
      for (let start = 0; start < records.length; start += 1000)
        await world.records.createMany(SYSTEM_ACTOR, { module: 'patients', records: records.slice(start, start + 1000), quiet: true });
      hurried = true;
    });
    afterAll(() => world.close());

    const refusal = (call: Promise<unknown>): Promise<MusterError> =>
      call.then(
        () => {
          throw new Error('It did not take too long');
        },
        (error: unknown) => error as MusterError,
      );
    const search = (field: string): { readonly module: string; readonly filter: JsonObject } => ({
      module: 'patients',
      filter: { or: Array.from({ length: 150 }, (_, index) => ({ [field]: { contains: `${index}zz` } })) },
    });

    it('reports the fields by their names and labels, and no key', async () => {
      const { records, people } = world;
      for (const call of [
        () => records.find(people.ann, search('title')),
        () => records.findIds(people.ann, search('title')),
        () => records.group(people.ann, { ...search('title'), by: [{ field: 'last_name' }], measures: [{ name: 'n', kind: 'count' }] }),
      ]) {
        const error = await refusal(call());
        expect(error).toMatchObject({
          code: 'filter_too_costly',
          status: 422,
          data: { fields: ['title'] },
          details: [{ field: 'title', code: 'wants_index' }],
        });
        expect(error.message).toContain('no index serves Title.');
        expect(JSON.stringify([error.message, error.data, error.details])).not.toContain('std_title');
      }
    });

    it('reports the part of an address', async () => {
      const error = await refusal(world.records.find(world.people.ann, search('current_address.street')));
      expect(error).toMatchObject({ data: { fields: ['current_address.street'] }, details: [{ field: 'current_address.street' }] });
      expect(error.message).toContain('Current address (street)');
    });
  });
}
