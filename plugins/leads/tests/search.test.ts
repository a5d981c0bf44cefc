import { expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { leadOf } from './lead-fixtures.ts';

describePluginRules('A search of leads', (server) => {
  it('takes only digits, three or more, for a part of a phone number', async () => {
    const { admin } = server();
    const made = await admin.post('/api/leads', { ...leadOf('Nina', 'Niner'), mobile_phone: '4045559136' });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const find = async (search: string): Promise<number> => (await admin.post('/api/leads/smart-search', { search })).body.total;
    for (const search of ['4045559136', '404-555-9136', '(404) 555', '+14045559136', '9136', 'niner 913'])
      expect(await find(search), search).toBe(1);
    for (const search of ['zzz9zzz', 'x9136', '91', '9', 'niner 91']) expect(await find(search), search).toBe(0);
  });
});
