import { createApiClient, type TestResponse, type ApiClient } from '../support/api-client.ts';

/** A save that the product acknowledged. */
export interface Acknowledged {
  readonly module: 'leads' | 'ptoRequests';
  readonly id: string;
  readonly version: number;
  readonly batchId: string;
  /** The fields that were sent. */
  readonly fields: { readonly [name: string]: unknown };
}

/** The records that the saves of the test use. */
export interface KillTestData {
  readonly users: readonly string[];
  readonly balances: readonly string[];
}

export const ALLOTTED = 5_000;

/** Creates two users with a balance of hours. */
export async function createKillTestData(admin: ApiClient): Promise<KillTestData> {
  const users: string[] = [];
  const balances: string[] = [];
  for (const number of [1, 2]) {
    const user = await admin.post('/api/users/register', {
      first_name: 'Pat',
      last_name: `Person ${number}`,
      email: `pat${number}@muster.test`,
      password: 'Time-off1!',
      userType: 'Standard',
    });
    const balance = await admin.post('/api/pto-balances', {
      name: `Balance ${number}`,
      users_ptoBalance: user.body._id,
      year: 2027,
      allotted_hours: ALLOTTED,
      balance: ALLOTTED,
    });
    if (balance.status !== 201) throw new Error(`The balance was not made: ${JSON.stringify(balance.body)}`);
    users.push(user.body._id);
    balances.push(balance.body._id);
  }
  return { users, balances };
}

/** Eight clients that save one record after the other until the server is gone; `acknowledged` collects the successful responses. */
export function startLoad(
  url: string,
  token: string | undefined,
  world: KillTestData,
  round: number,
  acknowledged: Acknowledged[],
): { readonly unexpected: TestResponse[]; readonly done: Promise<unknown> } {
  const unexpected: TestResponse[] = [];
  const client = createApiClient(url, token);
  const save = async (
    module: Acknowledged['module'],
    call: () => Promise<TestResponse>,
    fields: object,
  ): Promise<Acknowledged | undefined> => {
    const response = await call();
    if (response.status !== 200 && response.status !== 201) {
      unexpected.push(response);
      return undefined;
    }
    const save = {
      module,
      id: response.body._id,
      version: response.body._version,
      batchId: response.headers.get('x-batch-id') ?? '',
      fields: fields as Acknowledged['fields'],
    };
    acknowledged.push(save);
    return save;
  };
  const clients = Array.from({ length: 8 }, (_, number) =>
    number < 4 ? runLeads(client, save, round, number) : runTimeOff(client, save, world, number),
  );
  return { unexpected, done: Promise.all(clients.map((running) => running.catch(() => undefined))) };
}

type Save = (module: Acknowledged['module'], call: () => Promise<TestResponse>, fields: object) => Promise<Acknowledged | undefined>;

/** Creates a lead, changes it three times, and repeats with the next. */
async function runLeads(client: ApiClient, save: Save, round: number, number: number): Promise<void> {
  for (let count = 0; count < 10_000; count += 1) {
    const fields = { first_name: 'Quill', last_name: `Round${round} Client${number} Lead${count}`, lead_status: 'new' };
    const made = await save('leads', () => client.post('/api/leads', fields), fields);
    for (let change = 1; change <= 3 && made !== undefined; change += 1) {
      const next = { available_hours: count * 10 + change, next_step: `step ${change}` };
      await save('leads', () => client.put(`/api/leads/${made.id}`, next), next);
    }
  }
}

/** Creates approved time off, then changes its hours: each request reduces a balance and adds a calendar event. */
async function runTimeOff(client: ApiClient, save: Save, world: KillTestData, number: number): Promise<void> {
  for (let count = 0; count < 10_000; count += 1) {
    const fields = { users_ptoRequests: world.users[number % 2], hours_requested: 1, pto_date: '2027-03-15', status: 'Approved' };
    const made = await save('ptoRequests', () => client.post('/api/pto-requests', fields), fields);
    if (made !== undefined)
      await save('ptoRequests', () => client.put(`/api/pto-requests/${made.id}`, { hours_requested: 2 }), { hours_requested: 2 });
  }
}
