import { expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import type { TestResponse, ApiClient } from '../../../tests/support/api-client.ts';

const PASSWORD = 'Time-off1!';
const FOR_ANOTHER = { code: 'pto_for_another', error: 'You can request time off for yourself only.' };
const OWN_APPROVAL = { code: 'pto_own_approval', error: 'You cannot approve your own PTO request.' };

describePluginRules('A requester of time off', (server) => {
  const admin = (): ApiClient => server().admin;
  const must = (response: TestResponse, status: number): TestResponse['body'] => {
    expect(response.status, JSON.stringify(response.body)).toBe(status);
    return response.body;
  };
  let people = 0;
  /** A user with a demo role and 40 hours in 2027. */
  const hire = async (role: string, userType = 'Standard'): Promise<{ readonly id: string; readonly client: ApiClient }> => {
    people += 1;
    const email = `requester${people}@muster.test`;
    const { body } = await admin().post('/api/roles/search', { searchTerms: { name: role } });
    const made = must(
      await admin().post('/api/users/register', {
        first_name: 'Pat',
        last_name: `Asker ${people}`,
        email,
        password: PASSWORD,
        userType,
        roles: [body.data[0]._id],
        active: true,
      }),
      201,
    );
    must(await admin().post('/api/pto-balances', { users_ptoBalance: made._id, year: 2027, allotted_hours: 40, balance: 40 }), 201);
    return { id: made._id, client: await server().signIn(email, PASSWORD) };
  };
  const request = (client: ApiClient, user: string, more: object = {}) =>
    client.post('/api/pto-requests', { users_ptoRequests: user, hours_requested: 8, pto_date: '2027-03-15', ...more });
  const refused = (response: TestResponse, why: object): void => {
    expect(must(response, 403)).toMatchObject(why);
  };

  it('can request it only for themselves: neither a Provider nor a Recruiter can for another user', async () => {
    const other = await hire('Recruiter');
    for (const [role, type] of [
      ['Provider', 'Provider'],
      ['Recruiter', 'Standard'],
    ] as const) {
      const requester = await hire(role, type);
      // A Provider cannot see other users.
      const expectRefused = (response: TestResponse): void => {
        if (role === 'Recruiter') expect(must(response, 403)).toMatchObject({ code: 'pto_for_another', error: FOR_ANOTHER.error });
        else
          expect(must(response, 422)).toMatchObject({
            code: 'validation_failed',
            details: [{ field: 'users_ptoRequests', code: 'record_not_found' }],
          });
      };
      expectRefused(await request(requester.client, other.id));
      const generic = {
        moduleOptions: { name: 'ptoRequests' },
        fields: { users_ptoRequests: other.id, hours_requested: 8, pto_date: '2027-03-15' },
      };
      expectRefused(await requester.client.post('/api/generic-modules/create', generic));
      const own = must(await request(requester.client, requester.id), 201);
      refused(
        await requester.client.put(`/api/pto-requests/${own._id}`, { users_ptoRequests: other.id }),
        role === 'Provider' ? { code: 'action_not_allowed' } : FOR_ANOTHER,
      );
      if (role === 'Recruiter') must(await requester.client.put(`/api/pto-requests/${own._id}`, { reason: 'A wedding' }), 200);
      expect((await admin().get(`/api/pto-requests/${own._id}`)).body).toMatchObject({
        users_ptoRequests: requester.id,
        hours_requested: 8,
        status: 'Pending',
      });
    }
    expect((await admin().post('/api/pto-requests/search', { searchTerms: { users_ptoRequests: other.id } })).body.total).toBe(0);
  });

  it('cannot approve their own request with any role, but can cancel it', async () => {
    for (const role of ['Recruiter', 'Manager', 'Human Resources']) {
      const requester = await hire(role);
      refused(await request(requester.client, requester.id, { status: 'Approved' }), OWN_APPROVAL);
      const { _id } = must(await request(requester.client, requester.id), 201);
      refused(await requester.client.put(`/api/pto-requests/${_id}`, { status: 'Approved' }), OWN_APPROVAL);
      refused(
        await requester.client.put(`/api/pto-requests/update-certain-fields/${_id}`, { fields: { status: 'Approved' } }),
        OWN_APPROVAL,
      );
      expect((await admin().get(`/api/pto-requests/${_id}`)).body.status).toBe('Pending');
      must(await admin().put(`/api/pto-requests/${_id}`, { status: 'Approved' }), 200);
      refused(await requester.client.put(`/api/pto-requests/${_id}`, { hours_requested: 40 }), OWN_APPROVAL);
      must(await requester.client.put(`/api/pto-requests/${_id}`, { reason: 'A wedding' }), 200);
      const cancelled = await requester.client.put(`/api/pto-requests/${_id}`, { status: 'Cancelled' });
      must(cancelled, 200);
      // Undoing the cancellation would approve the request again.
      expect((await requester.client.post(`/api/batches/${cancelled.headers.get('x-batch-id')}/undo`)).body).toMatchObject({
        undone: [],
        left: [{ _id, code: 'pto_own_approval' }, { module: 'calendarEvents' }, { module: 'ptoBalance' }],
      });
      expect((await admin().post('/api/pto-balances/search', { searchTerms: { users_ptoBalance: requester.id } })).body.data).toMatchObject(
        [{ balance: 40, hours_taken: 0 }],
      );
    }
  });

  it('can request and approve time off of others with a role that edits all requests, one by one and in bulk', async () => {
    const [manager, requester] = [await hire('Manager'), await hire('Recruiter')];
    const first = must(await request(manager.client, requester.id), 201);
    const second = must(await request(manager.client, manager.id), 201);
    const { body } = await manager.client.put('/api/pto-requests/update-certain-fields-array', {
      ids: [first._id, second._id],
      fields: { status: 'Approved' },
    });
    expect(body).toMatchObject({ updated: [first._id], refused: [{ _id: second._id, ...OWN_APPROVAL }] });
    // Approving for another user and then taking over the request is rejected too.
    const third = must(await request(manager.client, requester.id, { status: 'Approved' }), 201);
    refused(await manager.client.put(`/api/pto-requests/${third._id}`, { users_ptoRequests: manager.id }), OWN_APPROVAL);
  });

  it('causes a notification of each pending request to those who may approve it, and to nobody else', async () => {
    const [manager, other, requester] = [await hire('Manager'), await hire('Recruiter'), await hire('Recruiter')];
    const requests = async (client: ApiClient): Promise<readonly string[]> => {
      await server().application.outbox.drain();
      const { body } = await client.get('/api/notifications?pageSize=100');
      return (body.data as readonly { readonly kind: string; readonly text: string; readonly record: { readonly _id: string } | null }[])
        .filter(({ kind }) => kind === 'approval_requested')
        .map(({ text, record }) => `${record?._id} ${text}`);
    };
    const own = must(await request(requester.client, requester.id), 201);
    const sentence = new RegExp(`^${own._id} .+ asks you to approve the PTO request .+, 8 h$`);
    expect((await requests(manager.client)).filter((one) => sentence.test(one))).toHaveLength(1);
    for (const client of [requester.client, other.client, admin()])
      expect((await requests(client)).filter((one) => one.startsWith(own._id))).toEqual([]);
    must(await manager.client.put(`/api/pto-requests/${own._id}`, { reason: 'A wedding' }), 200);
    expect((await requests(manager.client)).filter((one) => sentence.test(one))).toHaveLength(1);
    // After the decision nobody is asked any more.
    must(await manager.client.put(`/api/pto-requests/${own._id}`, { status: 'Denied' }), 200);
    expect((await requests(manager.client)).filter((one) => sentence.test(one))).toEqual([]);
    // A manager is not asked to approve their own request.
    const ofManager = must(await request(manager.client, manager.id), 201);
    expect((await requests(manager.client)).filter((one) => one.startsWith(ofManager._id))).toEqual([]);
  });

  it('can do both as System Admin', async () => {
    const { body } = await admin().get('/api/auth/authenticated');
    must(await admin().post('/api/pto-balances', { users_ptoBalance: body.user._id, year: 2027, allotted_hours: 40, balance: 40 }), 201);
    expect(must(await request(admin(), body.user._id, { status: 'Approved' }), 201).status).toBe('Approved');
  });
});
