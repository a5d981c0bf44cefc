import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationPage } from '#engine/model/wire';
import type { ApiClient } from '../support/api-client.ts';
import { must } from '../support/record-helpers.ts';
import { runJob } from '../support/run-job.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { describeRules, WORKSHOP } from './each-store.ts';

const PASSWORD = 'Bell-ringer1!';
const HOUR = 3_600_000;
/** A clock that tests can advance. */
const ahead = { by: 0 };
const clock = { now: () => Date.now() + ahead.by };

/** A server with a keeper, who makes tools, and a borrower, who is told of them. */
function createWorld(server: () => TestServer) {
  const people: { keeper: ApiClient; borrower: ApiClient; borrowerId: string } = {} as never;
  return {
    people,
    hire: async () => {
      const register = async (name: string, role: string): Promise<string> =>
        (
          await must(
            server().admin.post('/api/users/register', {
              email: `${name.toLowerCase()}@muster.test`,
              password: PASSWORD,
              first_name: name,
              last_name: 'Tester',
              userType: 'Standard',
              active: true,
              roles: [role],
            }),
            201,
          )
        )._id as string;
      await register('Kay', 'role_keeper');
      people.borrowerId = await register('Bo', 'role_borrower');
      people.keeper = await server().signIn('kay@muster.test', PASSWORD);
      people.borrower = await server().signIn('bo@muster.test', PASSWORD);
    },
    assign: async (name: string): Promise<string> => {
      const { _id } = await must(people.keeper.post('/api/tools', { name, assigned_to: people.borrowerId }), 201);
      await server().application.outbox.drain();
      return _id as string;
    },
    read: async (): Promise<NotificationPage> => {
      await server().application.outbox.drain();
      return (await must(people.borrower.get('/api/notifications'))) as NotificationPage;
    },
    choose: (app: boolean, mail: string) =>
      must(people.borrower.put('/api/notifications/preferences', { kinds: [{ kind: 'assigned', app, mail }] })),
  };
}

describeRules(
  'Preferences of notifications',
  (server) => {
    const { people, hire, assign, read, choose } = createWorld(server);
    const mails = async () =>
      ((await server().application.mail.listStored?.({ offset: 0, limit: 100 }))?.data ?? []).filter(({ to }) =>
        to.includes('bo@muster.test'),
      );
    const send = async (): Promise<unknown> => (await runJob(server(), 'muster/send-notification-mails')).result;

    beforeAll(hire);

    it('are listed for all kinds, changed one by one, and those of others stay', async () => {
      const { data } = await must(people.borrower.get('/api/notifications/preferences'));
      expect(data).toContainEqual({ kind: 'assigned', label: 'Assigned to you', icon: 'user-check', app: true, mail: 'off' });
      const changed = await choose(true, 'daily');
      expect(changed.data).toContainEqual(expect.objectContaining({ kind: 'assigned', app: true, mail: 'daily' }));
      expect(changed.data).toContainEqual(expect.objectContaining({ kind: 'mentioned', app: true, mail: 'off' }));
      const others = await must(people.keeper.get('/api/notifications/preferences'));
      expect(others.data).toContainEqual(expect.objectContaining({ kind: 'assigned', mail: 'off' }));
      expect(
        (await people.borrower.put('/api/notifications/preferences', { kinds: [{ kind: 'none', app: true, mail: 'off' }] })).body,
      ).toMatchObject({ code: 'parameter_invalid' });
      for (const kinds of [[], [{ kind: 'assigned', app: true, mail: 'weekly' }], [{ kind: 'assigned', app: true }]])
        expect((await people.borrower.put('/api/notifications/preferences', { kinds })).status).toBeGreaterThanOrEqual(400);
      expect((await server().anonymous.get('/api/notifications/preferences')).status).toBe(401);
    });

    it('leave a kind out under the bell', async () => {
      await choose(false, 'off');
      await assign('Quiet saw');
      expect((await read()).data).toEqual([]);
      await choose(false, 'now');
      await assign('Mailed saw');
      expect(await read()).toMatchObject({ data: [], unread: 0 });
      expect(await send()).toMatchObject({ sent: 1 });
      expect((await mails()).map(({ subject }) => subject)).toEqual(['Kay Tester assigned you the tool Mailed saw']);
      await choose(true, 'off');
      await assign('Loud saw');
      expect((await read()).data.map(({ text }) => text)).toEqual(['Kay Tester assigned you the tool Loud saw']);
      expect(await send()).toMatchObject({ sent: 0 });
    });

    it('send one e-mail with what is not read, with links, and once', async () => {
      const before = (await mails()).length;
      await choose(true, 'now');
      const [id] = [await assign('Plane'), await assign('Rasp')];
      const taken = await assign('Secret lathe');
      await must(server().admin.put(`/api/tools/${taken}`, { assigned_to: null }));
      await assign('Read already');
      const { data } = await read();
      await must(people.borrower.put(`/api/notifications/${data[0]?._id ?? ''}`, { read: true }));
      expect(await send()).toMatchObject({ sent: 1, failed: 0 });
      const [newest, ...older] = await mails();
      expect(older).toHaveLength(before);
      expect(newest?.subject).toBe('2 notifications');
      expect(newest?.text).toContain('Kay Tester assigned you the tool Plane.');
      expect(newest?.text).toContain(`/app/tools/${id}`);
      expect(newest?.text).toContain('/app/user/profile#notifications');
      expect(newest?.text).not.toMatch(/lathe|Read already/);
      expect(await send()).toMatchObject({ sent: 0 });
    });

    it('send what came during a day at 8 in the morning', async () => {
      await choose(true, 'daily');
      const before = (await mails()).length;
      await assign('Morning');
      expect(await send()).toMatchObject({ sent: 0 });
      ahead.by += 24 * HOUR;
      expect(await send()).toMatchObject({ sent: 1 });
      expect(await mails()).toHaveLength(before + 1);
    });
  },
  { ...WORKSHOP, clock },
);

describe('E-mails about notifications over SMTP', () => {
  const received: string[] = [];
  const refuses = { now: false };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, response) => response(refuses.now ? new Error('Come back later') : null),
    onData(stream, _session, response) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push(Buffer.concat(parts).toString('utf8'));
        response();
      });
    },
  });
  let started: TestServer | undefined;
  const server = (): TestServer => {
    if (started === undefined) throw new Error('The server did not start');
    return started;
  };
  const { hire, assign, choose } = createWorld(server);

  beforeAll(async () => {
    smtp.listen(0, '127.0.0.1');
    await once(smtp.server, 'listening');
    const { port } = smtp.server.address() as AddressInfo;
    started = await startServer({ ...WORKSHOP, clock, store: 'sqlite', configuration: { smtpUrl: `smtp://127.0.0.1:${port}` } });
    await hire();
  });
  beforeEach(() => {
    received.length = 0;
  });
  afterAll(async () => {
    await started?.stop();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  });

  it('are sent again after the mail server refused them, and then no more', async () => {
    const send = async (): Promise<unknown> => (await runJob(server(), 'muster/send-notification-mails')).result;
    await choose(true, 'now');
    await assign('Vise');
    refuses.now = true;
    expect(await send()).toMatchObject({ sent: 0, failed: 1 });
    refuses.now = false;
    expect(await send()).toMatchObject({ sent: 0, failed: 0 });
    ahead.by += 11 * 60_000;
    expect(await send()).toMatchObject({ sent: 1, failed: 0 });
    expect(await send()).toMatchObject({ sent: 0, failed: 0 });
    expect(received).toHaveLength(1);
    expect(received[0]).toContain('Subject: Kay Tester assigned you the tool Vise');
  });
});
