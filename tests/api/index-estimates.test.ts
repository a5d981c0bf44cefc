import { expect, it } from 'vitest';
import type { ChangeSetPlan } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { readIndexRates, START_RATES } from '../../engine/registry/index.ts';
import { must } from '../support/record-helpers.ts';
import { describeOnEachStore, WORKSHOP } from './each-store.ts';

const RECORDS = 1_200;
/** Milliseconds by which the clock of the product goes on each time that somebody reads it: builds seem slow with it. */
const clock = { step: 0, passed: 0 };

describeOnEachStore(
  'The estimated time of index work in a plan',
  (server) => {
    const admin = () => server().admin;
    const text = (fieldName: string, more: object = {}) => ({ fieldName, label: fieldName, inputType: 'TextField', ...more });
    const rates = () => readIndexRates(server().application.store);
    const define = async (name: string, count: number) => {
      const names = ['red', 'green', 'blue', 'white'];
      const { _id } = await must(
        admin().post('/api/ss-modules', { name, label: name, labelSingular: name, fields: names.map((one) => text(one)) }),
        201,
      );
      const records = Array.from({ length: count }, (_, at) => ({
        name: `${name} ${at}`,
        ...Object.fromEntries(names.map((one) => [one, `${one} ${at}`])),
      }));
      const { refused } = await server().application.records.createMany(SYSTEM_ACTOR, { module: name, records, allowDuplicates: true });
      expect(refused).toEqual([]);
      return _id as string;
    };
    const indexed = (field: string) => (module: JsonObject) => ({
      ...module,
      indexes: [...((module['indexes'] ?? []) as readonly string[][]), [field]],
    });
    const searchable = (field: string) => (module: JsonObject) => ({
      ...module,
      fields: (module['fields'] as readonly JsonObject[]).map((one) => (one['fieldName'] === field ? { ...one, searchable: true } : one)),
    });
    const plan = async (id: string, change: (module: JsonObject) => object) => {
      const { _id } = await must(admin().post('/api/change-sets', { name: 'Indexes' }), 201);
      const module = server().application.registry.definitions().module.get(id) as unknown as JsonObject;
      const changes = [{ kind: 'module', id, definition: change(module) }];
      expect((await must(admin().put(`/api/change-sets/${_id}/changes`, { changes })))['problems']).toEqual([]);
      const planned = (await must(admin().post(`/api/change-sets/${_id}/plan`, {}))) as unknown as ChangeSetPlan;
      const publish = async () => {
        clock.step = 2_000;
        await must(admin().post(`/api/change-sets/${_id}/publish`, {}));
        clock.step = 0;
      };
      return { publish, seconds: planned.indexes.filter(({ action }) => action === 'build').map((one) => one.estimatedSeconds) };
    };

    it('is that of the latest builds of its kind in this store', async () => {
      expect(await rates()).toEqual(START_RATES);
      const small = await define('beads', 20);
      await (await plan(small, indexed('red'))).publish();
      // Few records say nothing.
      expect(await rates()).toEqual(START_RATES);
      const id = await define('tiles', RECORDS);
      const first = await plan(id, indexed('red'));
      expect(first.seconds).toEqual([1]);
      await first.publish();
      const { ordinary, contains } = await rates();
      expect(contains).toBe(START_RATES.contains);
      // It seemed to take at least one step of the clock.
      expect(ordinary).toBeLessThanOrEqual(RECORDS / 2);
      expect((await plan(id, indexed('green'))).seconds).toEqual([Math.ceil(RECORDS / ordinary)]);
      const search = await plan(id, searchable('blue'));
      expect(search.seconds).toEqual([1]);
      await search.publish();
      const now = await rates();
      expect(now.ordinary).toBe(ordinary);
      expect(now.contains).toBeLessThanOrEqual(RECORDS / 2);
      expect((await plan(id, searchable('white'))).seconds).toEqual([Math.ceil(RECORDS / now.contains)]);
    });
  },
  {
    ...WORKSHOP,
    clock: {
      now: () => {
        clock.passed += clock.step;
        return Date.now() + clock.passed;
      },
    },
  },
);
