import { expect, inject, it } from 'vitest';
import { SYSTEM_ACTOR } from '#engine';
import { waitUntil } from '../../../engine/testing/wait-until.ts';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { must } from '../../../tests/support/record-helpers.ts';
import { addPresetGroups } from '../server/add-preset-groups.ts';

const PATH = '/api/calendar-events';
const GROUPS = '/api/calendar-groups';
const PRESETS = ['RFP Proposals', 'PTO', 'Core Start Dates', 'Miami Start Dates', 'Broward Start Dates'];

describeOnEachStore(
  'Preset calendar groups and their colours',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const listGroups = async (): Promise<readonly { readonly _id: string; readonly name: string }[]> =>
      (await must(admin().post(`${GROUPS}/search`, { pageSize: 50, sortField: 'order', sortOrder: 'asc' }))).data;
    const groupOf = async (name: string): Promise<string> => (await listGroups()).find((one) => one.name === name)?._id ?? '';
    const addEvent = async (fields: object): Promise<string> =>
      (await must(admin().post(PATH, { title: 'Start', public: true, start: '2027-05-03T15:00:00.000Z', ...fields }), 201))._id;
    const colorOf = async (id: string): Promise<unknown> => (await must(admin().get(`${PATH}/${id}`))).color;
    /** Waits until the job after a save of a group gave an event this colour. */
    const untilColor = (id: string, color: string) =>
      waitUntil(async () => (await colorOf(id)) === color, { timeout: 30_000 * inject('timeoutFactor'), what: `an event in ${color}` });
    const addPresets = () => addPresetGroups({ actor: SYSTEM_ACTOR, records: server().application.records });

    it('are there in a new installation, with a legend', async () => {
      expect((await listGroups()).map(({ name }) => name)).toEqual(PRESETS);
      expect((await must(admin().get(`${GROUPS}/legend`))).data).toEqual([
        { name: 'RFP Proposals', color: 'orange' },
        { name: 'PTO', color: 'green' },
        { name: 'Core Start Dates', color: 'blue' },
        { name: 'Miami Start Dates', color: 'purple' },
        { name: 'Broward Start Dates', color: 'yellow' },
      ]);
    });

    it('have a legend without the groups of others', async () => {
      const id = await groupOf('Broward Start Dates');
      await must(admin().put(`${GROUPS}/${id}`, { public: false }));
      const recruiter = await createSignedInUser(server(), 'group.legend@muster.test', ['Recruiter']);
      const names = async (who: ApiClient) =>
        (await must(who.get(`${GROUPS}/legend`))).data.map(({ name }: { readonly name: string }) => name);
      expect(await names(recruiter)).toEqual(PRESETS.slice(0, 4));
      expect(await names(admin())).toEqual(PRESETS);
      const nobody = await createSignedInUser(server(), 'group.nobody@muster.test', []);
      expect((await nobody.get(`${GROUPS}/legend`)).body.code).toBe('module_access_denied');
      await must(admin().put(`${GROUPS}/${id}`, { public: true }));
    });

    it('colour the events that have no colour of their own', async () => {
      const alone = await addEvent({});
      const ofGroup = await addEvent({ calendarGroup: 'Miami Start Dates' });
      const own = await addEvent({ calendarGroup: 'Miami Start Dates', color: 'gray' });
      expect([await colorOf(alone), await colorOf(ofGroup), await colorOf(own)]).toEqual(['blue', 'purple', 'gray']);
      // Another group, a colour of its own, and none again.
      await must(admin().put(`${PATH}/${ofGroup}`, { calendarGroup: 'PTO' }));
      expect(await colorOf(ofGroup)).toBe('green');
      await must(admin().put(`${PATH}/${own}`, { calendarGroup: 'PTO' }));
      expect(await colorOf(own)).toBe('gray');
      await must(admin().put(`${PATH}/${own}`, { color: null }));
      expect(await colorOf(own)).toBe('green');
      await must(admin().put(`${PATH}/${ofGroup}`, { calendarGroup: null }));
      expect(await colorOf(ofGroup)).toBe('blue');
      expect(await must(admin().get(`${PATH}/${own}`))).not.toHaveProperty('color_of_group');
    });

    it('pass a new colour on to their events', async () => {
      const group = await groupOf('Core Start Dates');
      const follows = await addEvent({ calendarGroup: 'Core Start Dates' });
      const own = await addEvent({ calendarGroup: 'Core Start Dates', color: 'gray' });
      await must(admin().put(`${GROUPS}/${group}`, { color: 'orange' }));
      await untilColor(follows, 'orange');
      expect(await colorOf(own)).toBe('gray');
      await must(admin().put(`${GROUPS}/${group}`, { active: false }));
      await untilColor(follows, 'blue');
      await must(admin().put(`${GROUPS}/${group}`, { active: true }));
      await untilColor(follows, 'orange');
    });

    it('are added once: neither twice, nor again after one was deleted', async () => {
      await addPresets();
      expect((await listGroups()).map(({ name }) => name)).toEqual(PRESETS);
      const removed = await groupOf('PTO');
      await must(admin().put(`${GROUPS}/mark-deleted/${removed}`, {}));
      await addPresets();
      expect((await listGroups()).map(({ name }) => name)).not.toContain('PTO');
      // Of a site that has some, the others are added.
      await must(admin().put(`${GROUPS}/delete-forever/by-array`, { ids: [removed] }));
      await addPresets();
      expect((await listGroups()).map(({ name }) => name)).toEqual(PRESETS);
    });
  },
  {},
);
