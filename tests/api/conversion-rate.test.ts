import { expect, it } from 'vitest';
import { readConversionRate, SLOW_RATE } from '../../engine/change-sets/conversions/read-rate.ts';
import { writeConversion, type StoredConversion } from '../../engine/change-sets/conversions/stored-conversion.ts';
import { describeOnEachStore } from './each-store.ts';

const AT = '2026-11-20T10:00:00.000Z';

describeOnEachStore('The time of a conversion in a plan', (server) => {
  it('is that of the fastest of the latest conversions, and without one what the slower store reaches', async () => {
    const { store } = server().application;
    expect(await readConversionRate(store)).toBe(SLOW_RATE);
    const add = (id: string, records: number, seconds: number, state: StoredConversion['state'] = 'done') => {
      const field = { done: records, records } as unknown as StoredConversion['fields'][number];
      const endedAt = new Date(Date.parse(AT) + seconds * 1_000).toISOString();
      const conversion = { _id: id, kind: 'publish', name: id, author: null, state, startedAt: AT, endedAt, version: 1 } as const;
      const rest = { fields: [field], values: { byId: {}, others: null }, conflicts: {}, problem: null };
      return store.commit({ writes: [writeConversion(undefined, { ...conversion, ...rest })] });
    };
    // Few records say nothing, and neither does a conversion that is not complete.
    await add('a', 100, 1);
    await add('b', 100_000, 1, 'stopped');
    expect(await readConversionRate(store)).toBe(SLOW_RATE);
    await add('c', 10_000, 100);
    // It was stopped for an hour.
    await add('d', 10_000, 3_700);
    expect(await readConversionRate(store)).toBe(100);
  });
});
