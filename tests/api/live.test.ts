import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { LIVE_CLOSE_CODES } from '#engine/model/wire';
import type { ApiClient } from '../support/api-client.ts';
import type { LiveClient } from '../support/live-client.ts';
import { openLive } from '../support/open-live.ts';
import { describeOnEachStore } from './each-store.ts';

const PASSWORD = 'Borrower-1!';

describeOnEachStore('Live events', (server) => {
  const open: LiveClient[] = [];
  let admin: ApiClient;
  let borrower: ApiClient;
  let keeper: ApiClient;
  let borrowerId: string;

  const must = async (call: ReturnType<ApiClient['get']>, ...statuses: readonly number[]) => {
    const response = await call;
    expect(statuses, JSON.stringify(response.body)).toContain(response.status);
    return response.body;
  };
  const register = async (name: string, role: string): Promise<string> =>
    (
      await must(
        admin.post('/api/users/register', {
          email: `${name.toLowerCase()}@muster.test`,
          password: PASSWORD,
          first_name: name,
          last_name: 'Tester',
          userType: 'Standard',
          roles: [role],
        }),
        201,
      )
    )._id as string;
  const join = async (client: ApiClient): Promise<LiveClient> => {
    const live = await openLive(server().url, client.token);
    open.push(live);
    return live;
  };
  const makeTool = async (fields: object): Promise<string> => (await must(admin.post('/api/tools', fields), 201))._id as string;

  beforeAll(async () => {
    admin = server().admin;
    borrowerId = await register('Bo', 'role_borrower');
    await register('Kay', 'role_keeper');
    borrower = await server().signIn('bo@muster.test', PASSWORD);
    keeper = await server().signIn('kay@muster.test', PASSWORD);
  });
  afterEach(() => {
    for (const live of open.splice(0)) live.close();
  });

  it('notify an open list of a record that is created, changed, and deleted', async () => {
    const live = await join(admin);
    await live.subscribe('all', { kind: 'list', module: 'tools' });
    const id = await makeTool({ name: 'Plane' });
    expect(await live.next('change')).toMatchObject({
      subs: { all: 'enters' },
      module: 'tools',
      id,
      kind: 'create',
      version: 1,
      changed: [],
    });
    await must(admin.put(`/api/tools/${id}`, { weight: 3 }), 200);
    expect(await live.next('change')).toMatchObject({
      subs: { all: 'holds' },
      id,
      kind: 'update',
      version: 2,
      changed: expect.arrayContaining(['weight']),
      values: { weight: 3 },
    });
    await must(admin.put(`/api/tools/mark-deleted/${id}`, {}), 200);
    expect(await live.next('change')).toMatchObject({ subs: { all: 'leaves' }, id, kind: 'delete' });
    await must(admin.put('/api/tools/delete-forever/by-array', { ids: [id] }), 200);
    await live.settled();
    const later = await makeTool({ name: 'Later' });
    await live.next('change', (one) => one.id === later);
    expect(live.received.filter((one) => one.type === 'change' && one.id === id && one.kind === 'remove')).toEqual([]);
  });

  it('apply the filter of a list: records that enter, stay and leave it, and unrelated ones', async () => {
    const live = await join(keeper);
    await live.subscribe('all', { kind: 'list', module: 'tools' });
    await live.subscribe('heavy', { kind: 'list', module: 'tools', filter: { weight: { range: { gte: 100 } } } });
    const id = await makeTool({ name: 'Anvil', weight: 10 });
    expect(await live.next('change')).toMatchObject({ id, subs: { all: 'enters' } });
    // One save after the other was sent: saves in quick succession may become one change.
    for (const [weight, effects] of [
      [150, { all: 'holds', heavy: 'enters' }],
      [200, { all: 'holds', heavy: 'holds' }],
      [20, { all: 'holds', heavy: 'leaves' }],
      [30, { all: 'holds' }],
    ] as const) {
      await must(admin.put(`/api/tools/${id}`, { weight }), 200);
      expect((await live.next('change')).subs).toEqual(effects);
    }
    expect(live.received.filter((one) => one.type === 'change')).toHaveLength(5);
  });

  it('never contain a field that the receiver may not see, neither its value nor its name', async () => {
    const [hers, ours] = [await join(keeper), await join(admin)];
    for (const live of [hers, ours]) await live.subscribe('all', { kind: 'list', module: 'tools' });
    const id = await makeTool({ name: 'Saw', cost: 12 });
    for (const live of [hers, ours]) await live.next('change', (one) => one.id === id);
    await must(admin.put(`/api/tools/${id}`, { cost: 777.25, weight: 5 }), 200);
    expect(await ours.next('change', (one) => one.kind === 'update')).toMatchObject({ id, values: { cost: 777.25, weight: 5 } });
    const change = await hers.next('change', (one) => one.kind === 'update');
    expect(change.values).toMatchObject({ weight: 5 });
    expect(JSON.stringify(hers.received)).not.toMatch(/777\.25|cost/);
    expect(await hers.subscribe('hidden', { kind: 'list', module: 'tools', filter: { cost: { range: { gte: 1 } } } })).toMatchObject({
      type: 'error',
      code: 'unknown_field',
    });
  });

  it('contain only the id of a record that becomes invisible, and never mention one that was never visible', async () => {
    const live = await join(borrower);
    await live.subscribe('mine', { kind: 'list', module: 'tools' });
    const hidden = await makeTool({ name: 'Secret hammer' });
    const id = await makeTool({ name: 'Lent chisel', assigned_to: borrowerId });
    expect(await live.next('change')).toMatchObject({ id, kind: 'create', subs: { mine: 'enters' } });
    await must(admin.put(`/api/tools/${hidden}`, { weight: 9 }), 200);
    await must(admin.put(`/api/tools/${id}`, { assigned_to: null, notes: 'taken away' }), 200);
    expect(await live.next('gone')).toEqual({ type: 'gone', subs: { mine: 'leaves' }, module: 'tools', id, position: expect.any(String) });
    expect(JSON.stringify(live.received)).not.toMatch(new RegExp(`${hidden}|Secret|taken away`));
  });

  it('notify an open record and its related list, and refuse subscriptions without access', async () => {
    const maker = (await must(admin.post('/api/makers', { name: 'Forge' }), 201))._id as string;
    const live = await join(keeper);
    await live.subscribe('record', { kind: 'record', module: 'makers', id: maker });
    await live.subscribe('tools', { kind: 'related', module: 'makers', id: maker, relation: 'makers_tools' });
    const id = await makeTool({ name: 'Tongs', makers_tools: maker });
    expect(await live.next('change')).toMatchObject({ module: 'tools', id, subs: { tools: 'enters' } });
    await makeTool({ name: 'Of nobody' });
    await must(admin.put(`/api/makers/${maker}`, { name: 'Old Forge' }), 200);
    expect(await live.next('change')).toMatchObject({
      module: 'makers',
      id: maker,
      subs: { record: 'holds' },
      values: { name: 'Old Forge' },
    });
    expect(await live.subscribe('no', { kind: 'related', module: 'makers', id: maker, relation: 'none' })).toMatchObject({
      type: 'error',
      code: 'live_message_invalid',
    });
    const other = await join(borrower);
    expect(await other.subscribe('no', { kind: 'record', module: 'tools', id })).toMatchObject({ type: 'error', code: 'record_not_found' });
    expect(await other.subscribe('no', { kind: 'list', module: 'makers' })).toMatchObject({ type: 'error', code: 'module_access_denied' });
  });

  it('resume after a lost connection from the last position, and report an unknown position', async () => {
    const [before, witness] = [await join(keeper), await join(admin)];
    for (const live of [before, witness]) await live.subscribe('all', { kind: 'list', module: 'tools' });
    const id = await makeTool({ name: 'Before' });
    await before.next('change', (one) => one.id === id);
    const { position } = before;
    // It does not tell how many commits there were.
    expect(position).not.toMatch(/^\d+$/);
    before.close();
    await before.closed;
    await must(admin.put(`/api/tools/${id}`, { weight: 1 }), 200);
    const missed = await makeTool({ name: 'While away' });
    // What was sent to another socket is not sent again to one that joins later.
    await witness.next('change', (one) => one.id === missed);
    const after = await join(keeper);
    await after.subscribe('all', { kind: 'list', module: 'tools' });
    after.send({ type: 'resume', position });
    await after.next('resumed');
    const changes = after.received.flatMap((one) => (one.type === 'change' ? [[one.id, one.kind]] : []));
    expect(changes).toEqual([
      [id, 'update'],
      [missed, 'create'],
    ]);
    for (const unknown of ['999999999', 'nonsense', '-1']) {
      const other = await join(keeper);
      other.send({ type: 'resume', position: unknown });
      expect(await other.next('resync')).toMatchObject({ subs: null });
    }
  });

  it('report a published change-set to everyone who is connected, with its version', async () => {
    const sockets = [await join(keeper), await join(borrower)];
    for (const live of sockets) await live.subscribe('shell', { kind: 'shell' });
    const draft = (await must(admin.post('/api/change-sets', { name: 'Live' }), 201))._id as string;
    const definition = { id: 'dropdown_live', name: 'live', options: [{ value: 'a', label: 'A' }] };
    const changes = [{ kind: 'dropdown', id: definition.id, definition }];
    await must(admin.put(`/api/change-sets/${draft}/changes`, { changes }), 200);
    const { definitionVersion } = await must(admin.post(`/api/change-sets/${draft}/publish`, {}), 200);
    for (const live of sockets) await live.next('shell', (one) => one.definitions === definitionVersion);
  });

  it('apply changed rights to the open socket', async () => {
    const id = await register('Ria', 'role_keeper');
    const ria = await server().signIn('ria@muster.test', PASSWORD);
    const live = await join(ria);
    await live.subscribe('shell', { kind: 'shell' });
    await live.subscribe('all', { kind: 'list', module: 'tools' });
    await live.subscribe('makers', { kind: 'list', module: 'makers' });
    await makeTool({ name: 'Seen by Ria' });
    await live.next('change');
    await must(admin.post('/api/users/update-roles', { userId: id, roles: ['role_borrower'] }), 200);
    await live.next('shell');
    await live.next('resync', (one) => one.subs?.includes('makers') === true);
    const receivedCount = live.received.length;
    await makeTool({ name: 'Unseen by Ria' });
    await makeTool({ name: 'Hers', assigned_to: id });
    await live.next('change', (one) => one.subs['all'] === 'enters');
    expect(JSON.stringify(live.received.slice(receivedCount))).not.toContain('makers');
    expect(live.received.slice(receivedCount).filter((one) => one.type === 'change')).toHaveLength(1);
  });

  it('report records that leave a visibility based on related records, as far as possible', async () => {
    const [opened, closed] = [
      (await must(admin.post('/api/makers', { name: 'Open house' }), 201))._id,
      (await must(admin.post('/api/makers', { name: 'Shut house' }), 201))._id,
    ];
    const setRule = (rowRules: object) => must(admin.put('/api/ss-modules/tools', { rowRules }), 200);
    await setRule({ Standard: { makers_tools: { related: { name: { startsWith: 'Open' } } } } });
    try {
      const [moved, left, unseen] = [
        await makeTool({ name: 'Moved', makers_tools: opened }),
        await makeTool({ name: 'Left', makers_tools: opened }),
        await makeTool({ name: 'Never seen', makers_tools: closed }),
      ];
      const live = await join(keeper);
      await live.subscribe('all', { kind: 'list', module: 'tools' });
      await live.subscribe('one', { kind: 'record', module: 'tools', id: left });
      await must(admin.put(`/api/tools/${moved}`, { makers_tools: closed }), 200);
      expect(await live.next('gone')).toMatchObject({ id: moved, subs: { all: 'leaves' } });
      // Its maker has changed: the server can no longer determine whether the list showed it, but the record was open.
      await must(admin.put(`/api/makers/${opened}`, { name: 'Shut too' }), 200);
      await must(admin.put(`/api/tools/${left}`, { weight: 3 }), 200);
      expect(await live.next('gone')).toMatchObject({ id: left, subs: { one: 'leaves' } });
      expect(await live.next('resync')).toMatchObject({ subs: ['all'] });
      await must(admin.put(`/api/tools/${unseen}`, { weight: 3 }), 200);
      expect(await live.next('resync')).toMatchObject({ subs: ['all'] });
      expect(JSON.stringify(live.received)).not.toContain(unseen);
    } finally {
      await setRule({});
    }
  });

  it('show who else has a record open and edits a field, to users who may see it', async () => {
    const id = await makeTool({ name: 'Shared', assigned_to: borrowerId });
    const [hers, his] = [await join(keeper), await join(borrower)];
    hers.send({ type: 'present', module: 'tools', id });
    expect(await hers.next('presence')).toMatchObject({ module: 'tools', id, people: [] });
    his.send({ type: 'present', module: 'tools', id, field: 'weight' });
    expect((await hers.next('presence', (one) => one.people.length > 0)).people).toEqual([
      { _id: borrowerId, name: 'Bo Tester', field: 'weight' },
    ]);
    his.send({ type: 'present', module: 'tools', id, field: 'cost' });
    // She may not see that field: only his presence is visible.
    expect((await hers.next('presence', (one) => one.people[0]?.field === null)).people).toHaveLength(1);
    his.close();
    await hers.next('presence', (one) => one.people.length === 0);
    const other = await join(borrower);
    other.send({ type: 'present', module: 'tools', id: await makeTool({ name: 'Not his' }) });
    expect(await other.next('error')).toMatchObject({ code: 'record_not_found' });
  });

  it('make every browser reload when a System Admin triggers it', async () => {
    const live = await join(borrower);
    expect((await borrower.post('/api/events/trigger-update', {})).body).toMatchObject({ code: 'admin_only' });
    await must(admin.post('/api/events/trigger-update', {}), 200);
    expect(await live.next('event')).toEqual({ type: 'event', name: 'system-update-event', data: {} });
  });

  it('limit the number of subscriptions, and refuse a request that is not a websocket', async () => {
    const live = await join(admin);
    for (let index = 0; index < 200; index += 1) {
      if (index === 100) {
        await live.settled();
        // By then the rate limit allows as many messages again.
        vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
      }
      live.send({ type: 'subscribe', id: `s${index}`, to: { kind: 'list', module: 'tools' } });
    }
    expect(await live.subscribe('one too many', { kind: 'list', module: 'tools' })).toMatchObject({ type: 'error', code: 'live_too_many' });
    expect((await admin.get('/api/live')).body).toMatchObject({ code: 'live_upgrade_required' });
  });

  it('close a socket without a token, with an invalid or expired one, and of a deactivated user', async () => {
    const silent = await openLive(server().url);
    const wrong = await openLive(server().url);
    wrong.send({ type: 'hello', token: 'no.such.token' });
    expect(await wrong.closed).toBe(LIVE_CLOSE_CODES.sessionExpired);
    const early = await openLive(server().url);
    early.send({ type: 'subscribe', id: 'a', to: { kind: 'shell' } });
    expect(await early.closed).toBe(LIVE_CLOSE_CODES.helloMissing);
    const id = await register('Dee', 'role_keeper');
    const dee = await server().signIn('dee@muster.test', PASSWORD);
    const live = await join(dee);
    await must(admin.put(`/api/users/mark-user-inactive/${id}`, {}), 200);
    expect(await live.closed).toBe(LIVE_CLOSE_CODES.sessionExpired);
    const again = await openLive(server().url);
    again.send({ type: 'hello', token: dee.token ?? '' });
    expect(await again.closed).toBe(LIVE_CLOSE_CODES.sessionExpired);
    expect(await silent.closed).toBe(LIVE_CLOSE_CODES.helloMissing);
  });

  it('close a socket with malformed, too many or too long messages, and do not delay other sockets', async () => {
    const other = await join(admin);
    await other.subscribe('all', { kind: 'list', module: 'tools' });
    for (const garbage of [
      '{',
      '[]',
      '"hello"',
      '{"type":"constructor"}',
      '{"type":"subscribe","id":1}',
      '{"type":"hello"}',
      Buffer.from([0, 1, 2]),
    ]) {
      const live = await openLive(server().url, admin.token);
      live.socket.send(garbage);
      expect(await live.closed, String(garbage)).toBe(LIVE_CLOSE_CODES.messageInvalid);
    }
    const long = await openLive(server().url, admin.token);
    long.send({ type: 'subscribe', id: 'x'.repeat(70_000), to: { kind: 'shell' } });
    expect(await long.closed).toBe(1009);
    const loud = await openLive(server().url, admin.token);
    // Far more than the burst, to which some are added while they are sent.
    for (let index = 0; index < 800; index += 1) loud.send({ type: 'ping' });
    expect(await loud.closed).toBe(LIVE_CLOSE_CODES.tooMany);
    const id = await makeTool({ name: 'After all that' });
    expect(await other.next('change')).toMatchObject({ id });
  });
});
