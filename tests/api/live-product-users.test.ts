import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import type { LiveClient } from '../support/live-client.ts';
import { openLive } from '../support/open-live.ts';
import { describeOnEachStore } from './each-store.ts';

const PASSWORD = 'People-pass1!';

describeOnEachStore(
  'Live events for each type of user',
  (server) => {
    const open: LiveClient[] = [];
    let admin: ApiClient;

    const must = async (call: ReturnType<ApiClient['get']>, ...statuses: readonly number[]) => {
      const response = await call;
      expect(statuses, JSON.stringify(response.body)).toContain(response.status);
      return response.body;
    };
    const hire = async (name: string, userType: string, role: string): Promise<{ readonly id: string; readonly client: ApiClient }> => {
      const email = `${name.toLowerCase()}@muster.test`;
      const made = await must(
        admin.post('/api/users/register', {
          email,
          password: PASSWORD,
          first_name: name,
          last_name: 'Person',
          userType,
          roles: [role],
          active: true,
        }),
        201,
      );
      return { id: made._id, client: await server().signIn(email, PASSWORD) };
    };
    const join = async (client: ApiClient): Promise<LiveClient> => {
      const live = await openLive(server().url, client.token);
      open.push(live);
      return live;
    };

    beforeAll(() => {
      admin = server().admin;
    });
    afterEach(() => {
      for (const live of open.splice(0)) live.close();
    });

    it("show a Provider their own record and documents, and nobody else's", async () => {
      const { id: userId, client } = await hire('Pia', 'Provider', 'role_provider');
      const mine = (await must(admin.post('/api/providers', { first_name: 'Pia', last_name: 'Person', related_user: userId }), 201))._id;
      const other = (await must(admin.post('/api/providers', { first_name: 'Other', last_name: 'Provider' }), 201))._id;
      const live = await join(client);
      expect(await live.subscribe('me', { kind: 'record', module: 'providers', id: mine })).toMatchObject({ type: 'subscribed' });
      expect(await live.subscribe('all', { kind: 'list', module: 'providers' })).toMatchObject({ type: 'subscribed' });
      expect(await live.subscribe('other', { kind: 'record', module: 'providers', id: other })).toMatchObject({
        type: 'error',
        code: 'record_not_found',
      });
      await must(admin.put(`/api/providers/${other}`, { last_name: 'Unseen' }), 200);
      await must(admin.put(`/api/providers/${mine}`, { last_name: 'Seen' }), 200);
      expect(await live.next('change')).toMatchObject({ id: mine, subs: { me: 'holds', all: 'holds' } });
      expect(JSON.stringify(live.received)).not.toMatch(new RegExp(`${other}|Unseen`));
      const theirs = await join(admin);
      theirs.send({ type: 'present', module: 'providers', id: mine, field: 'last_name' });
      live.send({ type: 'present', module: 'providers', id: mine });
      // The presence is visible, but not the user.
      expect((await live.next('presence', (one) => one.people.length > 0)).people).toMatchObject([{ _id: null, name: '' }]);
    });

    it('follow the teams of a record: it appears when added to a team and is gone when removed', async () => {
      const team = (await must(admin.post('/api/teams', { name: 'Gulf' }), 201))._id;
      const { id: userId, client } = await hire('Rex', 'Standard', 'role_recruiter');
      await must(admin.post('/api/users/update-teams', { userId, teams: [team] }), 200);
      const live = await join(client);
      await live.subscribe('leads', { kind: 'list', module: 'leads' });
      const id = (await must(admin.post('/api/leads', { first_name: 'Tess', last_name: 'Team', teams: [] }), 201))._id;
      await must(admin.put(`/api/leads/${id}`, { teams: [team], description: 'Now yours' }), 200);
      expect(await live.next('change')).toMatchObject({ id, kind: 'create', subs: { leads: 'enters' }, changed: [], values: {} });
      await must(admin.put(`/api/leads/${id}`, { teams: [], description: 'No longer' }), 200);
      expect(await live.next('gone')).toMatchObject({ id, subs: { leads: 'leaves' } });
      expect(JSON.stringify(live.received)).not.toMatch(/No longer|Tess/);
    });

    it('send one resync for many changes, and the changes during a slow list request', async () => {
      const { records } = server().application;
      const live = await join(admin);
      await live.subscribe('leads', { kind: 'list', module: 'leads' });
      await records.createMany(
        { kind: 'system' },
        {
          module: 'leads',
          quiet: true,
          allowDuplicates: true,
          records: Array.from({ length: 1_200 }, (_, at) => ({ first_name: `Flood ${at}`, last_name: 'Of leads' })),
        },
      );
      expect(await live.next('resync', (one) => one.subs?.includes('leads') === true)).toBeTruthy();
      // For a late list, the server looks for changes two seconds further back than the age of the list.
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_500);
      const id = (await must(admin.post('/api/accounts', { name: 'Late' }), 201))._id;
      live.send({ type: 'subscribe', id: 'late', to: { kind: 'list', module: 'accounts' }, age: 1_000 });
      expect(await live.next('change', (one) => one.module === 'accounts')).toMatchObject({ id, subs: { late: 'enters' } });
      live.send({ type: 'subscribe', id: 'stale', to: { kind: 'list', module: 'accounts' }, age: 3_600_000 });
      await live.next('resync', (one) => one.subs?.includes('stale') === true);
    });

    it('end with the server, which open sockets do not delay', async () => {
      const live = await join(admin);
      await server().stop();
      expect(await live.closed).toBe(1012);
    });
  },
  {},
);
