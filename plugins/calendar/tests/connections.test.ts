import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '#engine';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { ApiClient, TestResponse } from '../../../tests/support/api-client.ts';

const PATH = '/api/calendar-events';
const PASSWORD = 'Calendar-1!';

const file = (...events: readonly string[][]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']), 'END:VCALENDAR'].join('\r\n');

describePluginRules('Calendars of people', (server) => {
  const admin = (): ApiClient => server().admin;
  const must = ({ status, body }: TestResponse, expected: number): TestResponse['body'] => {
    expect(status, JSON.stringify(body)).toBe(expected);
    return body;
  };
  let people = 0;
  const hire = async (): Promise<{ readonly id: string; readonly client: ApiClient }> => {
    people += 1;
    const email = `calendar${people}@muster.test`;
    const roles = must(await admin().post('/api/roles/search', { searchTerms: { name: 'Recruiter' } }), 200);
    const user = { first_name: 'Cal', last_name: `User ${people}`, email, password: PASSWORD, userType: 'Standard' };
    const made = must(await admin().post('/api/users/register', { ...user, roles: [roles.data[0]._id], active: true }), 201);
    return { id: made._id, client: await server().signIn(email, PASSWORD) };
  };
  const fetchFeed = async (url: string): Promise<{ readonly status: number; readonly text: string }> => {
    const { pathname, search } = new URL(url);
    const response = await fetch(`${server().url}${pathname}${search}`);
    return { status: response.status, text: await response.text() };
  };

  it('show when people are busy, and nothing else of events that the caller may not see', async () => {
    const [one, other] = [await hire(), await hire()];
    const times = { start: '2027-03-02T15:00:00.000Z', end: '2027-03-02T16:00:00.000Z' };
    must(await other.client.post(PATH, { title: 'Doctor', public: false, user: other.id, ...times }), 201);
    must(
      await other.client.post(PATH, {
        title: 'Stand-up',
        user: other.id,
        recurrence: 'FREQ=DAILY',
        start: '2027-03-01T14:00:00.000Z',
        end: '2027-03-01T14:15:00.000Z',
      }),
      201,
    );
    const busy = must(
      await one.client.post(`${PATH}/busy`, { users: [other.id], from: '2027-03-02T00:00:00Z', to: '2027-03-03T00:00:00Z' }),
      200,
    );
    expect(busy.data).toMatchObject([{ _id: other.id, name: expect.stringContaining('Cal') }]);
    expect(busy.data[0].busy).toEqual([
      { start: '2027-03-02T14:00:00.000Z', end: '2027-03-02T14:15:00.000Z', title: 'Stand-up', event: expect.any(String) },
      { ...times },
    ]);
    expect(JSON.stringify(busy)).not.toContain('Doctor');
    const { body: team } = await admin().post('/api/teams', { name: 'Calendar team' });
    must(await admin().put(`/api/users/${other.id}`, { teams: [team._id] }), 200);
    const ofTeam = { teams: [team._id], from: '2027-03-02T00:00:00Z', to: '2027-03-03T00:00:00Z' };
    expect(must(await one.client.post(`${PATH}/busy`, ofTeam), 200).data.map((person: { readonly _id: string }) => person._id)).toEqual([
      other.id,
    ]);
    const own = must(
      await other.client.post(`${PATH}/busy`, { users: [other.id], from: '2027-03-02T00:00:00Z', to: '2027-03-03T00:00:00Z' }),
      200,
    );
    expect(JSON.stringify(own)).toContain('Doctor');
    expect(must(await one.client.post(`${PATH}/busy`, { from: '2027-03-02T00:00:00Z', to: '2027-06-03T00:00:00Z' }), 422).code).toBe(
      'calendar_window_invalid',
    );
  });

  it('have a feed that is sent again only when it says something else', async () => {
    const { id, client } = await hire();
    const times = { start: '2027-03-02T15:00:00.000Z', end: '2027-03-02T16:00:00.000Z', assigned_to: id };
    const event = must(await client.post(PATH, { title: 'Interview', ...times }), 201);
    const { url } = must(await client.post('/api/calendar-feeds/mine', { name: 'Phone' }), 201);
    const { pathname, search } = new URL(url);
    const read = async (tag?: string) => {
      const response = await fetch(`${server().url}${pathname}${search}`, tag === undefined ? {} : { headers: { 'if-none-match': tag } });
      const { status, headers } = response;
      return { status, tag: headers.get('etag') ?? '', cache: headers.get('cache-control'), text: await response.text() };
    };
    const first = await read();
    expect(first).toMatchObject({ status: 200, cache: 'private, no-cache' });
    expect(await read(first.tag)).toEqual({ status: 304, tag: first.tag, cache: 'private, no-cache', text: '' });
    expect((await read(`"other", W/${first.tag}`)).status).toBe(304);
    must(await client.put(`${PATH}/${event._id}`, { title: 'Second interview' }), 200);
    const second = await read(first.tag);
    expect([second.status, second.text.includes('Second interview'), second.tag === first.tag]).toEqual([200, true, false]);
    must(await client.put(`${PATH}/mark-deleted/${event._id}`, {}), 200);
    expect((await read(second.tag)).status).toBe(200);
    // The address is checked first.
    must(await admin().put(`/api/users/${id}`, { active: false }), 200);
    expect((await read(second.tag)).status).toBeGreaterThanOrEqual(400);
  });

  it('have a feed with a secret address that ends when it is revoked, and reads with the rights of now', async () => {
    const { id, client } = await hire();
    must(
      await client.post(PATH, {
        title: 'Interview; room 4, \\ floor 2',
        start: '2027-03-02T15:00:00.000Z',
        end: '2027-03-02T16:00:00.000Z',
      }),
      201,
    );
    const series = must(
      await client.post(PATH, {
        title: 'Weekly',
        start: '2027-03-01T15:00:00.000Z',
        end: '2027-03-01T16:00:00.000Z',
        recurrence: 'FREQ=WEEKLY;BYDAY=MO',
        time_zone: 'America/New_York',
        assigned_to: id,
      }),
      201,
    );
    must(
      await client.post(PATH, {
        title: 'Weekly, later',
        start: '2027-03-08T18:00:00.000Z',
        end: '2027-03-08T19:00:00.000Z',
        series: series._id,
        original_start: '2027-03-08T15:00:00.000Z',
      }),
      201,
    );
    const { url } = must(await client.post('/api/calendar-feeds/mine', { name: 'Phone' }), 201);
    const feed = await fetchFeed(url);
    expect(feed.status).toBe(200);
    const text = feed.text.replaceAll('\r\n ', '');
    for (const line of [
      String.raw`SUMMARY:Interview\; room 4\, \\ floor 2`,
      'DTSTART;TZID=America/New_York:20270301T100000',
      'RRULE:FREQ=WEEKLY;BYDAY=MO',
      'RECURRENCE-ID:20270308T150000Z',
      'BEGIN:VTIMEZONE',
    ])
      expect(text).toContain(`${line}\r\n`);
    // The replaced occurrence is not excluded too.
    expect(text).not.toContain('EXDATE');
    const listed = must(await client.get('/api/calendar-feeds/mine'), 200);
    expect(JSON.stringify(listed)).not.toContain(new URL(url).searchParams.get('token'));
    // The last character has two bits that say nothing: another one can be the same token.
    const forged = `${url.slice(0, -2)}${url.at(-2) === 'A' ? 'B' : 'A'}${url.at(-1)}`;
    expect((await fetchFeed(forged)).status).not.toBe(200);
    const [{ _id }] = listed.data;
    expect((await (await hire()).client.delete(`/api/calendar-feeds/mine/${_id}`)).status).toBe(404);
    must(await admin().put(`/api/users/${id}`, { active: false }), 200);
    expect((await fetchFeed(url)).status).not.toBe(200);
    must(await admin().put(`/api/users/${id}`, { active: true }), 200);
    expect((await fetchFeed(url)).status).toBe(200);
    const again = await server().signIn(`calendar${people - 1}@muster.test`, PASSWORD);
    must(await again.delete(`/api/calendar-feeds/mine/${_id}`), 200);
    expect((await fetchFeed(url)).status).not.toBe(200);
  });

  it('are imported from a file: what cannot be imported is named with a reason, the rest is saved once', async () => {
    const { client } = await hire();
    const text = file(
      [
        'UID:a@x',
        'SUMMARY:Never ends',
        'DTSTART;TZID=America/New_York:20270301T090000',
        'DTEND;TZID=America/New_York:20270301T100000',
        'RRULE:FREQ=DAILY',
        'EXDATE;TZID=America/New_York:20270302T090000',
      ],
      [
        'UID:a@x',
        'SUMMARY:Once later',
        'RECURRENCE-ID;TZID=America/New_York:20270303T090000',
        'DTSTART:20270303T180000Z',
        'DURATION:PT30M',
      ],
      ['UID:b@x', 'SUMMARY:Each second', 'DTSTART:20270301T090000Z', 'RRULE:FREQ=SECONDLY'],
      ['UID:c@x', 'SUMMARY:A long', ' \\, folded title', 'DTSTART;VALUE=DATE:20270310', 'CLASS:PRIVATE'],
      ['UID:d@x', 'SUMMARY:Lost part', 'RECURRENCE-ID:20270303T090000Z', 'DTSTART:20270303T180000Z'],
      ['UID:e@x', 'SUMMARY:On Mars', 'DTSTART;TZID=Mars/Base:20270301T090000'],
      ['SUMMARY:Without id', 'DTSTART:20270301T090000Z'],
      ['UID:f@x', 'SUMMARY:Backwards', 'DTSTART:20270301T090000Z', 'DTEND:20270301T080000Z'],
    );
    const first = must(await client.post(`${PATH}/import-ics`, { text }), 200);
    const reasons = Object.fromEntries(
      first.refused.map((one: { readonly title: string; readonly text: string }) => [one.title, one.text]),
    );
    expect(reasons).toEqual({
      'Each second': 'An event can repeat once a day at most.',
      'Lost part': 'The event that it is a part of was not imported.',
      'On Mars': 'The time zone Mars/Base is unknown.',
      'Without id': 'It has no id, so a second import would double it.',
      Backwards: 'It ends before it starts.',
    });
    expect(first).toMatchObject({ created: 3, existing: 0 });
    const found = must(
      await client.post(`${PATH}/search`, { searchTerms: { ical_uid: { exists: true } }, sortField: 'start', sortOrder: 'asc' }),
      200,
    );
    expect(found.data).toMatchObject([
      {
        title: 'Never ends',
        start: '2027-03-01T14:00:00.000Z',
        recurrence: 'FREQ=DAILY',
        excluded_times: '20270302T140000Z,20270303T140000Z',
      },
      {
        title: 'Once later',
        start: '2027-03-03T18:00:00.000Z',
        end: '2027-03-03T18:30:00.000Z',
        original_start: '2027-03-03T14:00:00.000Z',
      },
      { title: 'A long, folded title', public: false },
    ]);
    expect(must(await client.post(`${PATH}/import-ics`, { text }), 200)).toMatchObject({ created: 0, existing: 3 });
    must(await client.post(`/api/batches/${first.batchId}/undo`, {}), 200);
    expect(must(await client.post(`${PATH}/search`, { searchTerms: { ical_uid: { exists: true } } }), 200).total).toBe(0);
    for (const broken of ['hello', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR', ''])
      expect(must(await client.post(`${PATH}/import-ics`, { text: broken }), 422).code).toBe('calendar_file_invalid');
    const many = file(...Array.from({ length: 1001 }, (_, at) => [`UID:${at}`, 'DTSTART:20270301T090000Z']));
    expect(must(await client.post(`${PATH}/import-ics`, { text: many }), 422).code).toBe('calendar_file_too_large');
  });

  it('are shown for a bounded number of people and events', async () => {
    const { records } = server().application;
    const window = { from: '2027-05-01T00:00:00Z', to: '2027-05-08T00:00:00Z' };
    const { body: team } = await admin().post('/api/teams', { name: 'Large team' });
    const users = Array.from({ length: 51 }, (_, at) => ({
      first_name: 'Member',
      last_name: `No ${at}`,
      email: `member${at}@muster.test`,
      userType: 'Standard',
      active: true,
      teams: [team._id],
    }));
    const { done, refused } = await records.createMany(SYSTEM_ACTOR, { module: 'users', records: users, quiet: true });
    expect(refused).toEqual([]);
    expect(must(await admin().post(`${PATH}/busy`, { teams: [team._id], ...window }), 422).code).toBe('calendar_too_many_people');
    const [user = ''] = done;
    const event = { title: 'Short', start: '2027-05-03T15:00:00.000Z', end: '2027-05-03T15:05:00.000Z', user };
    await records.createMany(SYSTEM_ACTOR, { module: 'calendarEvents', records: Array.from({ length: 5_001 }, () => event), quiet: true });
    expect(must(await admin().post(`${PATH}/busy`, { users: [user], ...window }), 422).code).toBe('calendar_too_many_events');
  });

  it('have at most ten feeds each', async () => {
    const { client } = await hire();
    for (let at = 0; at < 10; at += 1) must(await client.post('/api/calendar-feeds/mine', { name: `Feed ${at}` }), 201);
    expect(must(await client.post('/api/calendar-feeds/mine', { name: 'One more' }), 422).code).toBe('calendar_too_many_feeds');
  });
});
