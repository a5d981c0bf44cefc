import { expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient, TestResponse } from '../../../tests/support/api-client.ts';

const PATH = '/api/calendar-events';
const MEETING = {
  title: 'Team meeting',
  start: '2027-03-01T15:00:00.000Z',
  end: '2027-03-01T16:00:00.000Z',
  recurrence: 'FREQ=WEEKLY;BYDAY=MO',
  time_zone: 'America/Chicago',
};

describeOnEachStore(
  'An event that repeats',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const must = ({ status, body }: TestResponse, expected: number): TestResponse['body'] => {
      expect(status, JSON.stringify(body)).toBe(expected);
      return body;
    };
    const make = async (fields: object = {}) => must(await admin().post(PATH, { ...MEETING, ...fields }), 201);
    const read = async (id: string) => must(await admin().get(`${PATH}/${id}`), 200);
    const separate = (series: string, original: string, more: object = {}) =>
      admin().post(PATH, { title: 'Moved', start: original, end: original, series, original_start: original, ...more });

    it('has a rule in its normal form, a zone and a start', async () => {
      const made = await make({ recurrence: 'rrule:freq=weekly;byday=mo', time_zone: undefined });
      expect(made).toMatchObject({ recurrence: 'FREQ=WEEKLY;BYDAY=MO', time_zone: 'America/New_York' });
      expect(must(await admin().post(PATH, { title: 'No start', recurrence: 'FREQ=DAILY' }), 422)).toMatchObject({
        code: 'calendar_start_missing',
      });
      expect(must(await admin().post(PATH, { ...MEETING, recurrence: 'FREQ=SECONDLY' }), 422)).toMatchObject({
        details: [{ field: 'recurrence', code: 'rule_unsupported', message: 'An event can repeat once a day at most.' }],
      });
      expect(must(await admin().post(PATH, { ...MEETING, time_zone: 'Mars/Base' }), 422).details[0]).toMatchObject({
        field: 'time_zone',
        code: 'time_zone_unknown',
      });
      expect(must(await admin().post(PATH, { ...MEETING, excluded_times: 'soon' }), 422).details[0]).toMatchObject({
        code: 'times_unreadable',
      });
    });

    it('loses the occurrence that another event replaces, in the same save, and gets it back with the undo', async () => {
      const { _id } = await make();
      const moved = await separate(_id, '2027-03-08T15:00:00.000Z', { start: '2027-03-09T15:00:00.000Z', end: '2027-03-09T16:00:00.000Z' });
      must(moved, 201);
      expect((await read(_id)).excluded_times).toBe('20270308T150000Z');
      expect(must(await separate(_id, '2027-03-08T15:00:00.000Z'), 409).code).toBe('calendar_not_an_occurrence');
      expect(must(await separate(_id, '2027-03-10T15:00:00.000Z'), 409).code).toBe('calendar_not_an_occurrence');
      expect(must(await separate('000000000000000000000000', '2027-03-10T15:00:00.000Z'), 422).code).toBeDefined();
      must(await admin().post(`/api/batches/${moved.headers.get('x-batch-id') ?? ''}/undo`, {}), 200);
      expect((await read(_id)).excluded_times ?? '').toBe('');
    });

    it('ends before the event that continues it, keeps the local time over daylight saving, and divides the number of times', async () => {
      const { _id } = await make({ recurrence: 'FREQ=WEEKLY;BYDAY=MO;COUNT=6', excluded_times: '20270405T140000Z' });
      const original = '2027-03-22T14:00:00.000Z';
      const next = must(
        await separate(_id, original, {
          start: '2027-03-23T14:00:00.000Z',
          end: '2027-03-23T15:00:00.000Z',
          recurrence: 'FREQ=WEEKLY;COUNT=6;BYDAY=MO',
          time_zone: 'America/Chicago',
        }),
        201,
      );
      expect(next).toMatchObject({ recurrence: 'FREQ=WEEKLY;COUNT=3;BYDAY=TU', excluded_times: '20270406T140000Z' });
      expect((await read(_id)).recurrence).toBe('FREQ=WEEKLY;UNTIL=20270322T135959Z;BYDAY=MO');
    });

    it('is replaced as a whole by an event that continues it from its first occurrence', async () => {
      const { _id } = await make();
      must(await separate(_id, MEETING.start, { recurrence: 'FREQ=DAILY' }), 201);
      expect((await read(_id)).deleted).toBe(true);
    });

    it('moves its weekdays with its start, and says when the rule itself must be changed', async () => {
      const { _id } = await make({ excluded_times: '20270308T150000Z' });
      const moved = must(await admin().put(`${PATH}/${_id}`, { start: '2027-03-02T15:00:00.000Z', end: '2027-03-02T16:00:00.000Z' }), 200);
      expect(moved).toMatchObject({ recurrence: 'FREQ=WEEKLY;BYDAY=TU', excluded_times: '20270309T150000Z' });
      const fixed = await make({ recurrence: 'FREQ=MONTHLY;BYDAY=1MO' });
      expect(must(await admin().put(`${PATH}/${fixed._id}`, { start: '2027-03-02T15:00:00.000Z' }), 422).code).toBe('calendar_rule_fixed');
      must(await admin().put(`${PATH}/${fixed._id}`, { start: '2027-03-01T17:00:00.000Z' }), 200);
    });

    it('must exist to be continued or replaced', async () => {
      const { _id } = await make({ recurrence: undefined });
      expect(must(await separate(_id, MEETING.start), 422).code).toBe('calendar_series_missing');
    });

    it('is deleted with the events that replace its occurrences', async () => {
      const { _id } = await make();
      const part = must(await separate(_id, '2027-03-08T15:00:00.000Z'), 201);
      must(await admin().put(`${PATH}/mark-deleted/${_id}`, {}), 200);
      expect((await read(part._id)).deleted).toBe(true);
    });

    it('is changed, also in one occurrence, only by those who may edit it', async () => {
      const email = 'series-reader@muster.test';
      const roles = must(await admin().post('/api/roles/search', { searchTerms: { name: 'Recruiter' } }), 200);
      must(
        await admin().post('/api/users/register', {
          first_name: 'Sam',
          last_name: 'Reader',
          email,
          password: 'Calendar-1!',
          userType: 'Standard',
          roles: [roles.data[0]._id],
          active: true,
        }),
        201,
      );
      const reader = await server().signIn(email, 'Calendar-1!');
      const { _id } = await make();
      const attempt = { title: 'Taken over', start: '2027-03-08T15:00:00.000Z', series: _id, original_start: '2027-03-08T15:00:00.000Z' };
      expect(must(await reader.post(PATH, attempt), 403).code).toBe('action_not_allowed');
      const hidden = await make({ public: false, title: 'Secret talk' });
      expect(must(await reader.post(PATH, { ...attempt, series: hidden._id }), 422).code).toBeDefined();
      expect((await read(_id)).excluded_times ?? '').toBe('');
      const search = must(await reader.post(`${PATH}/search`, { searchTerms: {}, pageSize: 100 }), 200);
      expect(JSON.stringify(search)).not.toContain('Secret talk');
      expect((await reader.get(`${PATH}/${hidden._id}`)).status).toBe(404);
      const people = must(
        await reader.post(`${PATH}/busy`, { users: [], teams: [], from: '2027-03-01T00:00:00Z', to: '2027-03-08T00:00:00Z' }),
        200,
      );
      expect(people.data).toEqual([]);
    });
  },
  {},
);
