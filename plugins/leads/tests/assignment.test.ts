import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '#engine';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { leadOf, mail } from './lead-fixtures.ts';

let made = 0;

describeOnEachStore(
  'New leads without an owner',
  (server) => {
    const must = <Body>({ status, body }: { readonly status: number; readonly body: Body }, expected = 201): Body => {
      expect(status, JSON.stringify(body)).toBe(expected);
      return body;
    };
    const newLead = (): object => {
      made += 1;
      return leadOf(`Turn${made}`, `Lead${made}`);
    };
    const create = async (fields: object = {}, client: ApiClient = server().admin) =>
      must(await client.post('/api/leads', { ...newLead(), ...fields })) as { readonly _id: string; readonly assigned_to?: string };
    const hire = async (fields: object = {}): Promise<string> => {
      made += 1;
      const body = {
        first_name: 'Re',
        last_name: `Cruiter${made}`,
        email: `turn-${made}@muster.test`,
        password: 'Recruit-pass1!',
        userType: 'Standard',
        roles: ['role_recruiter'],
        active: true,
        assign_leads: true,
        ...fields,
      };
      return (must(await server().admin.post('/api/users/register', body)) as { readonly _id: string })._id;
    };
    const setUser = async (id: string, fields: object): Promise<void> =>
      void must(await server().admin.put(`/api/users/${id}`, fields), 200);
    const makeTeam = async (name: string): Promise<string> =>
      (must(await server().admin.post('/api/teams', { name })) as { readonly _id: string })._id;
    const countOwners = (owners: readonly (string | undefined)[]): readonly number[] => {
      const counts = new Map<string | undefined, number>();
      for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1);
      return [...counts.values()].sort((a, b) => a - b);
    };

    it('stay without one while nobody gets new leads', async () => {
      expect((await create()).assigned_to).toBeUndefined();
    });

    it('are assigned in turn to the active users who may see leads, and others keep their owner', async () => {
      const [one, two] = [await hire(), await hire()];
      // Neither a user without access to leads, nor an inactive one, nor one without the flag takes part.
      await hire({ roles: [] });
      await setUser(await hire(), { active: false });
      const other = await hire({ assign_leads: false });
      const owners = [];
      for (let lead = 0; lead < 4; lead += 1) owners.push((await create()).assigned_to);
      expect(owners).toEqual([one, two, one, two]);
      expect((await create({ assigned_to: other })).assigned_to).toBe(other);
      expect((await create({ assigned_to: null })).assigned_to).toBe(one);
      // A refused lead takes no turn.
      const taken = mail(`turn-${made}@example.com`);
      expect((await create(taken)).assigned_to).toBe(two);
      expect((await server().admin.post('/api/leads', { ...newLead(), ...taken })).status).toBe(409);
      expect((await create()).assigned_to).toBe(one);
      for (const user of [one, two]) await setUser(user, { assign_leads: false });
      expect((await create()).assigned_to).toBeUndefined();
    });

    it('are assigned equally when twenty are created at the same time, and when many are imported', async () => {
      const users = await Promise.all(Array.from({ length: 4 }, () => hire()));
      const leads = await Promise.all(Array.from({ length: 20 }, () => create()));
      expect(countOwners(leads.map(({ assigned_to }) => assigned_to))).toEqual([5, 5, 5, 5]);
      const { records } = server().application;
      const { done, refused } = await records.createMany(
        { kind: 'user', userId: users[0] ?? '' },
        { module: 'leads', records: Array.from({ length: 40 }, () => newLead() as never) },
      );
      expect(refused).toEqual([]);
      const { data } = await records.find(SYSTEM_ACTOR, { module: 'leads', filter: { _id: { in: [...done] } }, limit: 100 });
      expect(countOwners(data.map((lead) => lead['assigned_to'] as string))).toEqual([10, 10, 10, 10]);
      for (const user of users) await setUser(user, { assign_leads: false });
    });

    it('of a team are assigned to its members, who take turns by themselves', async () => {
      const [north, south] = [await makeTeam('North'), await makeTeam('South')];
      const inNorth = [await hire({ teams: [north] }), await hire({ teams: [north] })];
      const inSouth = [await hire({ teams: [south] }), await hire({ teams: [south] })];
      const owners: (string | undefined)[] = [];
      for (const teams of [[north], [south], [north], [south]]) owners.push((await create({ teams })).assigned_to);
      expect(owners).toEqual([inNorth[0], inSouth[0], inNorth[1], inSouth[1]]);
      const empty = await makeTeam('Empty');
      expect((await create({ teams: [empty] })).assigned_to).toBeUndefined();
      for (const user of [...inNorth, ...inSouth]) await setUser(user, { assign_leads: false });
    });
  },
  {},
);
