import { expect, it } from 'vitest';
import { describeRules } from './each-store.ts';

describeRules(
  'ZIPs',
  (server) => {
    const codes = (body: { readonly data: readonly { readonly code: string }[] }): string[] => body.data.map(({ code }) => code);
    const search = async (body: object) => (await server().admin.post('/api/zips/advancedSearch', body)).body;

    it('return their location, and an error for unknown ones', async () => {
      expect((await server().admin.get('/api/zips/by-code/30030')).body).toEqual({
        code: '30030',
        city: 'Decatur',
        state: 'GA',
        latitude: 33.7699,
        longitude: -84.295,
      });
      for (const code of ['00000', '3003', 'abcde', '__proto__'])
        expect((await server().admin.get(`/api/zips/by-code/${code}`)).body.code, code).toBe('zip_not_found');
      expect((await fetch(`${server().admin.url}/api/zips/by-code/30030`)).status).toBe(401);
    });

    it('are listed in order, a page at a time', async () => {
      for (const path of ['/api/zips', '/api/zips/list']) {
        const { body } = await server().admin.get(`${path}?code=3003&pageNumber=1&pageSize=2`);
        expect([codes(body), body.pageNumber, body.pageSize]).toEqual([['30032', '30033'], 1, 2]);
        expect(body.total).toBeGreaterThan(3);
      }
      const { body } = await server().admin.get('/api/zips');
      expect([body.data.length, body.total > 40_000, codes(body)]).toEqual([10, true, [...codes(body)].sort()]);
      expect((await server().admin.get('/api/zips?pageSize=1001')).body.code).toBe('parameter_invalid');
      expect((await fetch(`${server().admin.url}/api/zips`)).status).toBe(401);
    });

    it('are searched by city and state, and around another ZIP', async () => {
      expect(await search({ city: 'dec', state: 'ga', code: '30030' })).toMatchObject({
        total: 1,
        data: [{ code: '30030', city: 'Decatur' }],
      });
      const near = codes(await search({ near: { of: '30030', miles: 4 }, pageSize: 1000 }));
      expect(near).toEqual(expect.arrayContaining(['30030', '30002', '30032']));
      expect(near).not.toContain('30601');
      expect(codes(await search({ near: { of: '30030', miles: 0 } }))).toContain('30030');
      expect((await search({ near: { of: '00000', miles: 4 } })).code).toBe('zip_not_found');
      for (const body of [{ near: { of: '30030', miles: 501 } }, { near: { of: '30030' } }, { town: 'x' }, { pageSize: 0 }])
        expect((await search(body)).code).toBe('parameter_invalid');
    });
  },
  {},
);
