import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '#engine';
import { clearReasons } from '../server/migrations/clear-reasons.ts';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { TestResponse, ApiClient } from '../../../tests/support/api-client.ts';
import { createRefusalChecks } from '../../../tests/support/refused-saves.ts';

const NO_BALANCE = 'This user does not have a PTO Balance for the year of this PTO Request.';
const TWO_BALANCES = 'This user has multiple PTO Balance records for the same year!';
const tooMuch = (left: number): string =>
  `This employee does not have enough PTO time available to fulfill this request. They only have ${left} hours available.`;

describeOnEachStore(
  'Time off',
  (server) => {
    const admin = (): ApiClient => server().admin;
    let people = 0;
    const must = (response: TestResponse, status: number): TestResponse['body'] => {
      expect(response.status, JSON.stringify(response.body)).toBe(status);
      return response.body;
    };
    const hire = async (): Promise<string> => {
      people += 1;
      const response = await admin().post('/api/users/register', {
        first_name: 'Pat',
        last_name: `Person ${people}`,
        email: `pto${people}@muster.test`,
        password: 'Time-off1!',
        userType: 'Standard',
        active: true,
      });
      expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
      return response.body._id ?? response.body.user._id;
    };
    const allot = async (user: string, hours: number, year = 2027): Promise<string> =>
      must(
        await admin().post('/api/pto-balances', {
          name: `Balance ${year}`,
          users_ptoBalance: user,
          year,
          allotted_hours: hours,
          balance: hours,
        }),
        201,
      )._id;
    const inputOf = (user: string, hours: number, more: object = {}) => ({
      users_ptoRequests: user,
      hours_requested: hours,
      pto_date: '2027-03-15',
      ...more,
    });
    const request = (user: string, hours: number, more: object = {}) => admin().post('/api/pto-requests', inputOf(user, hours, more));
    const { expectRefused, expectNotCreated } = createRefusalChecks(server, { path: '/api/pto-requests', module: 'ptoRequests' });
    const change = (id: string, fields: object) => admin().put(`/api/pto-requests/${id}`, fields);
    const left = async (balance: string): Promise<{ balance: number; hours_taken: number }> => {
      const { body } = await admin().get(`/api/pto-balances/${balance}`);
      return { balance: body.balance, hours_taken: body.hours_taken };
    };
    const events = async (id: string): Promise<readonly { start: string; end: string; [name: string]: unknown }[]> =>
      (await admin().post('/api/calendar-events/search', { searchTerms: { related_pto_request_id: id } })).body.data;

    it('is deducted when it is approved and returned when it leaves Approved', async () => {
      const user = await hire();
      const balance = await allot(user, 40);
      const created = must(await request(user, 8), 201);
      expect(created).toMatchObject({ status: 'Pending', ptoBalance_ptoRequests: balance });
      expect(created.name).toMatch(/^Pat Person \d+, Mar 15, 8 h$/);
      expect(await left(balance)).toEqual({ balance: 40, hours_taken: 0 });
      must(await change(created._id, { status: 'Approved' }), 200);
      expect(await left(balance)).toEqual({ balance: 32, hours_taken: 8 });
      must(await change(created._id, { status: 'Denied' }), 200);
      expect(await left(balance)).toEqual({ balance: 40, hours_taken: 0 });
    });

    it('has a name of person, day and hours, which follows their changes until somebody names it', async () => {
      const user = await hire();
      await allot(user, 40);
      const { _id } = must(await request(user, 8), 201);
      expect(must(await change(_id, { hours_requested: 4, pto_date: '2027-12-06' }), 200).name).toMatch(/, Dec 6, 4 h$/);
      must(await change(_id, { name: 'Wedding' }), 200);
      expect(must(await change(_id, { hours_requested: 6 }), 200).name).toBe('Wedding');
    });

    it('counts all others who are off on one of its days, and names five of them', async () => {
      const day = { pto_date: '2027-08-02' };
      const requestOf = async (hours: number, when: object) => {
        const user = await hire();
        await allot(user, 40);
        return must(await request(user, hours, when), 201);
      };
      const requested = await requestOf(8, day);
      for (let more = 0; more < 6; more += 1) await requestOf(4, day);
      // The first one ends on the day of the request, the second one on its own.
      await requestOf(16, { pto_date: '2027-08-01' });
      await requestOf(4, { pto_date: '2027-08-01' });
      const [decision] = (await admin().post('/api/pto-requests/decisions', { ids: [requested._id] })).body.data;
      expect([decision.others.length, decision.othersCount]).toEqual([5, 7]);
    });

    it('shows what its approval means: hours left before and after, and who else is off, as far as the caller may see it', async () => {
      const [user, other] = [await hire(), await hire()];
      await allot(user, 40);
      await allot(other, 40);
      const day = { pto_date: '2027-06-07' };
      const requested = must(await request(user, 8, day), 201);
      const excessive = must(await request(user, 50, { pto_date: '2027-06-14' }), 201);
      const approved = must(await request(other, 4, { ...day, status: 'Approved' }), 201);
      must(await request(other, 4, { ...day, status: 'Cancelled' }), 201);
      const decide = async (client: ApiClient) =>
        (await client.post('/api/pto-requests/decisions', { ids: [requested._id, excessive._id, approved._id, 'unknown'] })).body.data;
      const byId = (_id: string) => expect.objectContaining({ _id });
      const all = await decide(admin());
      expect(all).toHaveLength(3);
      expect(all).toEqual(expect.arrayContaining([byId(requested._id), byId(excessive._id), byId(approved._id)]));
      const find = (id: string): object => all.find(({ _id }: { _id: string }) => _id === id);
      expect(find(requested._id)).toEqual({ _id: requested._id, hours: 8, left: 40, after: 32, others: [approved.name], othersCount: 1 });
      expect(find(excessive._id)).toMatchObject({ hours: 50, left: 40, after: -10, others: [] });
      expect(find(approved._id)).toMatchObject({ left: 40, after: 36, others: [requested.name] });
      // The figures of the balance are for those who may read it; requests that the caller may not see are left out.
      const ptoRequests = { access: true, create: false, mass_update: false, export: false, view: 'All', edit: 'All', delete: 'None' };
      for (const [name, view] of [
        ['Sees requests', 'All'],
        ['Sees own requests', 'Owner'],
      ] as const) {
        const role = must(
          await admin().post('/api/roles', { name, module_access: { ptoRequests: { ...ptoRequests, view } }, field_access: {} }),
          201,
        );
        const email = `decides.${view.toLowerCase()}@muster.test`;
        must(
          await admin().post('/api/users/register', {
            first_name: 'De',
            last_name: 'Cider',
            email,
            password: 'Time-off1!',
            userType: 'Standard',
            roles: [role._id],
            active: true,
          }),
          201,
        );
        const seen = await decide(await server().signIn(email, 'Time-off1!'));
        if (view === 'Owner') expect(seen).toEqual([]);
        else
          expect(seen.find(({ _id }: { _id: string }) => _id === requested._id)).toMatchObject({
            left: null,
            after: null,
            others: [approved.name],
          });
      }
      expect((await server().anonymous.post('/api/pto-requests/decisions', { ids: ['x'] })).status).toBe(401);
    });

    it('applies the difference while approved, in both directions, and is rejected if the balance is insufficient', async () => {
      const user = await hire();
      const balance = await allot(user, 16);
      const { _id } = must(await request(user, 8, { status: 'Approved' }), 201);
      must(await change(_id, { hours_requested: 12 }), 200);
      expect(await left(balance)).toEqual({ balance: 4, hours_taken: 12 });
      const refused = await change(_id, { hours_requested: 17 });
      expect(must(refused, 422)).toMatchObject({ code: 'pto_balance_exceeded', error: tooMuch(4) });
      expect(await left(balance)).toEqual({ balance: 4, hours_taken: 12 });
      must(await change(_id, { hours_requested: 2.5 }), 200);
      expect(await left(balance)).toEqual({ balance: 13.5, hours_taken: 2.5 });
    });

    it('above the balance cannot be approved; a new request above it has a warning', async () => {
      const user = await hire();
      const balance = await allot(user, 6);
      const created = must(await request(user, 8), 201);
      expect(created._warnings).toMatchObject([{ code: 'pto_over_balance' }]);
      expect(created._warnings[0].text).toContain('Not have enough PTO time available...');
      await expectRefused(created._id, { status: 'Approved' }, { code: 'pto_balance_exceeded', error: tooMuch(6) });
      await expectNotCreated(inputOf(user, 8, { status: 'Approved' }), { code: 'pto_balance_exceeded', error: tooMuch(6) });
      expect(await left(balance)).toEqual({ balance: 6, hours_taken: 0 });
      expect(must(await request(user, 6), 201)._warnings ?? []).toEqual([]);
    });

    it('that is returned never raises a balance above its allotment', async () => {
      const user = await hire();
      const balance = await allot(user, 40);
      const { _id } = must(await request(user, 8, { status: 'Approved' }), 201);
      must(await admin().put(`/api/pto-balances/${balance}`, { balance: 38 }), 200);
      must(await change(_id, { status: 'Pending' }), 200);
      expect((await left(balance)).balance).toBe(40);
    });

    it('is visible to its requester unless another user is assigned', async () => {
      const user = await hire();
      const balance = await allot(user, 40);
      expect((await admin().get(`/api/pto-balances/${balance}`)).body.assigned_to).toBe(user);
      expect(must(await request(user, 8), 201).assigned_to).toBe(user);
      const other = await hire();
      const given = must(await request(user, 8, { assigned_to: other }), 201);
      expect(given.assigned_to).toBe(other);
      expect(must(await change(given._id, { assigned_to: null, hours_requested: 4 }), 200).assigned_to).toBeUndefined();
    });

    it('sets the name of a balance without one to person and year, and leaves an existing name unchanged', async () => {
      const user = await hire();
      const fields = { users_ptoBalance: user, year: 2029, allotted_hours: 8, balance: 8 };
      const made = must(await admin().post('/api/pto-balances', fields), 201);
      expect(made.name).toMatch(/^Pat Person \d+, 2029$/);
      expect(must(await admin().put(`/api/pto-balances/${made._id}`, { name: 'Left over' }), 200).name).toBe('Left over');
      expect(must(await admin().put(`/api/pto-balances/${made._id}`, { name: null }), 200).name).toBe(made.name);
    });

    it('requires exactly one balance for the year', async () => {
      const user = await hire();
      await expectNotCreated(inputOf(user, 8), { code: 'pto_balance_missing', error: NO_BALANCE });
      await allot(user, 40);
      expect(must(await request(user, 8, { pto_date: '2028-01-03' }), 422).error).toBe(NO_BALANCE);
      const created = must(await request(user, 8), 201);
      await allot(user, 40);
      await expectNotCreated(inputOf(user, 8), { code: 'pto_balance_ambiguous', error: TWO_BALANCES });
      await expectRefused(created._id, { status: 'Approved' }, { code: 'pto_balance_ambiguous', error: TWO_BALANCES });
      must(await change(created._id, { status: 'Denied' }), 200);
    });

    it('moves its deduction to the balance of another year with its date', async () => {
      const user = await hire();
      const [first, second] = [await allot(user, 40, 2027), await allot(user, 24, 2028)];
      const { _id } = must(await request(user, 8, { status: 'Approved' }), 201);
      expect(must(await change(_id, { pto_date: '2028-02-01' }), 200).ptoBalance_ptoRequests).toBe(second);
      expect([await left(first), await left(second)]).toEqual([
        { balance: 40, hours_taken: 0 },
        { balance: 16, hours_taken: 8 },
      ]);
    });

    it('has a calendar event with its hours while approved; cancelling removes it', async () => {
      const user = await hire();
      const balance = await allot(user, 40);
      const { _id } = must(await request(user, 6), 201);
      expect(await events(_id)).toEqual([]);
      must(await change(_id, { status: 'Approved' }), 200);
      const [event] = await events(_id);
      // Nine o'clock in New York on a day in summer time.
      expect(event).toMatchObject({ start: '2027-03-15T13:00:00.000Z', end: '2027-03-15T19:00:00.000Z', user, calendarGroup: 'PTO' });
      must(await change(_id, { hours_requested: 4, pto_date: '2027-01-11' }), 200);
      expect(await events(_id)).toMatchObject([{ start: '2027-01-11T14:00:00.000Z', end: '2027-01-11T18:00:00.000Z' }]);
      must(await change(_id, { status: 'Cancelled' }), 200);
      expect(await events(_id)).toEqual([]);
      expect(await left(balance)).toEqual({ balance: 40, hours_taken: 0 });
    });

    it('tells the calendar who is off, and the reason to those only who may read the request', async () => {
      const user = await hire();
      await allot(user, 40);
      const reason = 'Treatment at the clinic';
      const { _id } = must(await request(user, 8, { status: 'Approved', reason }), 201);
      must(await change(_id, { hours_requested: 6 }), 200);
      const [event] = await events(_id);
      expect(event).toMatchObject({ user });
      expect(JSON.stringify(await events(_id))).not.toContain(reason);
      // Earlier versions copied it; what somebody wrote into another event stays.
      const other = must(await request(user, 8, { status: 'Approved', reason, pto_date: '2027-06-07' }), 201);
      const [second] = await events(other._id);
      const write = async (id: string, details: string) => must(await admin().put(`/api/calendar-events/${id}`, { details }), 200);
      await write(String(event?.['_id']), reason);
      await write(String(second?.['_id']), 'Bring the keys');
      const { records } = server().application;
      const actor = SYSTEM_ACTOR;
      await clearReasons({ actor, records, signal: new AbortController().signal });
      expect((await events(_id))[0]?.['details']).toBeUndefined();
      expect((await events(other._id))[0]?.['details']).toBe('Bring the keys');
    });

    it('is returned when the request is deleted, and deducted again when the deletion is undone', async () => {
      const user = await hire();
      const balance = await allot(user, 40);
      const { _id } = must(await request(user, 8, { status: 'Approved' }), 201);
      const { headers } = await admin().put(`/api/pto-requests/mark-deleted/${_id}`, {});
      expect([await left(balance), (await events(_id)).length]).toEqual([{ balance: 40, hours_taken: 0 }, 0]);
      const undone = await admin().post(`/api/batches/${headers.get('x-batch-id')}/undo`, {});
      expect(undone.body.left, JSON.stringify(undone.body)).toEqual([]);
      expect([await left(balance), (await events(_id)).length]).toEqual([{ balance: 32, hours_taken: 8 }, 1]);
      const cancelled = await change(_id, { status: 'Cancelled' });
      await admin().post(`/api/batches/${cancelled.headers.get('x-batch-id')}/undo`, {});
      expect([await left(balance), (await events(_id)).length]).toEqual([{ balance: 32, hours_taken: 8 }, 1]);
    });

    it('that is approved twenty times concurrently runs one after another and never makes the balance negative', async () => {
      const user = await hire();
      const balance = await allot(user, 40);
      const created = await Promise.all(Array.from({ length: 20 }, async () => must(await request(user, 8), 201)._id as string));
      const responses = await Promise.all(created.map((id) => change(id, { status: 'Approved' })));
      const statuses = responses.map((response) => response.status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(5);
      for (const response of responses) if (response.status !== 200) expect(response.body).toMatchObject({ code: 'pto_balance_exceeded' });
      expect(await left(balance)).toEqual({ balance: 0, hours_taken: 40 });
      const approved = await admin().post('/api/pto-requests/search', { searchTerms: { users_ptoRequests: user, status: 'Approved' } });
      expect(approved.body.total).toBe(5);
      expect((await Promise.all(created.map(events))).flat()).toHaveLength(5);
    });

    it('can be approved by a user who cannot write balances or events, and the audit names both', async () => {
      const user = await hire();
      const balance = await allot(user, 40);
      const ptoRequests = { access: true, create: true, mass_update: false, export: false, view: 'All', edit: 'All', delete: 'None' };
      const role = must(await admin().post('/api/roles', { name: 'Approver', module_access: { ptoRequests }, field_access: {} }), 201);
      const made = await admin().post('/api/users/register', {
        first_name: 'Ap',
        last_name: 'Prover',
        email: 'approver@muster.test',
        password: 'Time-off1!',
        userType: 'Standard',
        roles: [role._id],
        active: true,
      });
      expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
      const approver = await server().signIn('approver@muster.test', 'Time-off1!');
      const { _id } = must(await request(user, 8), 201);
      must(await approver.put(`/api/pto-requests/${_id}`, { status: 'Approved' }), 200);
      expect(await left(balance)).toEqual({ balance: 32, hours_taken: 8 });
      const audit = await admin().get(`/api/audit-log/get-record-changes-by-module/ptoBalance/${balance}`);
      expect(audit.body.data).toContainEqual(
        expect.objectContaining({
          field: 'balance',
          previous_value: 40,
          new_value: 32,
          changed_by: made.body._id ?? made.body.user._id,
          changed_through: 'pto',
        }),
      );
    });
  },
  {},
);
