import { beforeAll, expect, inject, it } from 'vitest';
import { SYSTEM_ACTOR } from '#engine';
import { waitUntil } from '../../../engine/testing/wait-until.ts';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { migrateGroups } from '../server/migrate-groups.ts';

const PATH = '/api/calendar-events';
const GROUP = 'RFP Proposals';

describeOnEachStore(
  'Events of calendar groups',
  (server) => {
    const admin = (): ApiClient => server().admin;
    let [member, other]: ApiClient[] = [];
    let [memberId, group] = ['', ''];
    const of = (one: ApiClient | undefined): ApiClient => {
      if (one === undefined) throw new Error('no client');
      return one;
    };
    const addEvent = async (who: ApiClient, title: string, fields: object = {}): Promise<string> =>
      (await must(who.post(PATH, { title, public: true, calendarGroup: GROUP, start: '2027-03-02T15:00:00.000Z', ...fields }), 201))._id;
    /** The titles of the events that a user finds. */
    const titlesOf = async (who: ApiClient): Promise<readonly string[]> =>
      (await must(who.post(`${PATH}/search`, { searchTerms: { calendarGroup: GROUP }, pageSize: 50 }))).data
        .map(({ title }: { readonly title: string }) => title)
        .sort();
    const limited = async () => {
      const { data } = await server().application.records.find(SYSTEM_ACTOR, {
        module: 'calendarEvents',
        filter: { calendarGroup: GROUP, deleted: { in: [true, false] } },
        limit: 50,
      });
      return data.filter((event) => event['group_limited'] === true).length;
    };
    /** Saves the group, and waits until this many of its events are for members alone. */
    const saveGroup = async (fields: object, count: number): Promise<void> => {
      await must(admin().put(`/api/calendar-groups/${group}`, fields));
      await waitUntil(async () => (await limited()) === count, {
        timeout: 30_000 * inject('timeoutFactor'),
        what: `${count} events for members`,
      });
    };

    beforeAll(async () => {
      member = await createSignedInUser(server(), 'group.member@muster.test', ['Recruiter']);
      other = await createSignedInUser(server(), 'group.other@muster.test', ['Recruiter']);
      memberId = (await must(member.get('/api/shell'))).user._id as string;
      group = (await must(admin().post('/api/calendar-groups/search', { searchTerms: { group: GROUP } }))).data[0]._id as string;
      await must(admin().put(`/api/calendar-groups/${group}`, { public: true, members: [] }));
    });

    it('are seen by everyone until the group is for its members, and by those whose event it is', async () => {
      const id = await addEvent(admin(), 'Before');
      await addEvent(of(other), 'Own');
      expect(await titlesOf(of(other))).toEqual(['Before', 'Own']);
      await saveGroup({ public: false, members: [memberId] }, 2);
      await addEvent(admin(), 'After');
      await addEvent(admin(), 'Private', { public: false });
      expect(await titlesOf(of(member))).toEqual(['After', 'Before', 'Own']);
      expect(await titlesOf(of(other))).toEqual(['Own']);
      expect((await of(other).get(`${PATH}/${id}`)).status).toBe(404);
      expect((await of(other).get(`${PATH}/export?format=csv`)).status).not.toBe(500);
      // An admin sees all, whoever is a member.
      expect(await titlesOf(admin())).toEqual(['After', 'Before', 'Own', 'Private']);
      // An event of another group is for everyone.
      await must(admin().put(`${PATH}/${id}`, { calendarGroup: null }));
      expect((await of(other).get(`${PATH}/${id}`)).status).toBe(200);
      await must(admin().put(`${PATH}/${id}`, { calendarGroup: GROUP }));
      expect((await of(other).get(`${PATH}/${id}`)).status).toBe(404);
      // Which fields decide it is not shown.
      expect(await must(of(member).get(`${PATH}/${id}`))).not.toHaveProperty('group_members');
    });

    it('follow the members of the group, also those in the trash', async () => {
      const id = await addEvent(admin(), 'Deleted');
      await must(admin().put(`${PATH}/mark-deleted/${id}`, {}));
      const count = await limited();
      await saveGroup({ members: [] }, count);
      await waitUntil(async () => (await titlesOf(of(member))).length === 0, {
        timeout: 30_000 * inject('timeoutFactor'),
        what: 'events that a former member does not see',
      });
      await saveGroup({ public: true }, 0);
      expect(await titlesOf(of(other))).toEqual(['After', 'Before', 'Own']);
      await saveGroup({ public: false }, count);
      // A group that is not used any more limits nothing.
      await saveGroup({ active: false }, 0);
      await must(admin().put(`/api/calendar-groups/${group}`, { active: true }));
    });

    it('of before are limited by a migration, which changes nothing when it runs again', async () => {
      const { records } = server().application;
      await saveGroup(
        { public: false, members: [memberId] },
        await records
          .find(SYSTEM_ACTOR, {
            module: 'calendarEvents',
            filter: { calendarGroup: GROUP, deleted: { in: [true, false] } },
            limit: 1,
          })
          .then(({ total }) => total),
      );
      const { data } = await records.find(SYSTEM_ACTOR, { module: 'calendarEvents', filter: { calendarGroup: GROUP }, limit: 1 });
      const event = { module: 'calendarEvents', id: data[0]?._id ?? '' };
      await records.update(SYSTEM_ACTOR, { ...event, fields: { group_limited: false, group_members: [] } });
      await migrateGroups({ records, actor: SYSTEM_ACTOR });
      const migrated = await records.get(SYSTEM_ACTOR, event);
      expect(migrated).toMatchObject({ group_limited: true, group_members: [memberId] });
      await migrateGroups({ records, actor: SYSTEM_ACTOR });
      expect((await records.get(SYSTEM_ACTOR, event))._version).toBe(migrated._version);
    });
  },
  {},
);
