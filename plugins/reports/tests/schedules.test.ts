import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { SYSTEM_ACTOR } from '#engine';
import { waitUntil } from '../../../engine/testing/wait-until.ts';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { createRecordHelpers, must } from '../../../tests/support/record-helpers.ts';
import { runJob } from '../../../tests/support/run-job.ts';
import { ALL, fillBarrels, publishBarrels } from './barrels.ts';

const HOUR = 3_600_000;
const OWN = { ...ALL, view: 'Owner', edit: 'Owner', delete: 'Owner' };
const RIGHTS = { barrels: ALL, reports: { ...ALL, edit: 'Owner' }, reportCharts: { ...ALL, edit: 'Owner' }, reportSchedules: OWN };

const received: { readonly to: string; readonly text: string }[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    let text = '';
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    stream.on('end', () => {
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), text });
      done();
    });
  },
});
const smtpPort = await new Promise<number>((resolve) => {
  smtp.listen(0, '127.0.0.1', () => resolve((smtp.server.address() as AddressInfo).port));
});
afterAll(() => new Promise<void>((resolve) => void smtp.close(() => resolve())));

/** A clock that tests can advance. */
const ahead = { by: 0 };

describeOnEachStore(
  'Schedules of reports',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const { make } = createRecordHelpers(admin);
    let [owner, reader]: ApiClient[] = [];
    let [ownerId, readerId, goneId, report] = ['', '', '', ''];
    const of = (one: ApiClient | undefined): ApiClient => {
      if (one === undefined) throw new Error('no client');
      return one;
    };
    const idOf = async (client: ApiClient): Promise<string> => (await must(client.get('/api/shell'))).user._id as string;
    const weekly = { frequency: 'weekly', weekdays: ['monday', 'thursday'], send_time: '07:30' };
    const schedule = async (fields: object = {}): Promise<string> =>
      (
        await must(
          of(owner).post('/api/report-schedules', { name: 'Cellar', report, ...weekly, recipients: [ownerId, readerId], ...fields }),
          201,
        )
      )._id as string;
    const read = async (id: string): Promise<Record<string, unknown>> =>
      await server().application.records.get(SYSTEM_ACTOR, { module: 'reportSchedules', id });
    /** Makes a schedule due now, sends what is due, and waits until all of it was sent. */
    const sendNow = async (id: string): Promise<void> => {
      const { application } = server();
      const due = new Date(application.clock.now() - 1_000).toISOString();
      await application.records.update(SYSTEM_ACTOR, { module: 'reportSchedules', id, fields: { next_run: due } });
      await runJob(server(), 'reports/send-due-reports');
      await waitUntil(
        async () => {
          const [health] = await application.queue.health(['reports/send-report']);
          return health === undefined || health.waiting + health.running === 0;
        },
        { timeout: 60_000 * inject('timeoutFactor'), what: 'The end of sending' },
      );
    };
    const noticesOf = async (client: ApiClient): Promise<readonly string[]> =>
      ((await must(client.get('/api/notifications'))).data as { kind: string; text: string }[])
        .filter(({ kind }) => kind === 'report_not_sent')
        .map(({ text }) => text);

    beforeAll(async () => {
      await publishBarrels(server());
      const team = (await make('/api/teams', { name: 'Coopers' }))._id;
      await fillBarrels(admin(), team);
      const role = (await make('/api/roles', { name: 'Cellar', module_access: RIGHTS }))._id;
      owner = await createSignedInUser(server(), 'cellar.owner@muster.test', ['Cellar']);
      reader = await createSignedInUser(server(), 'cellar.reader@muster.test', ['Cellar']);
      [ownerId, readerId] = await Promise.all([idOf(owner), idOf(reader)]);
      await must(admin().put(`/api/users/${readerId}`, { teams: [team] }));
      goneId = await idOf(await createSignedInUser(server(), 'cellar.gone@muster.test', []));
      await must(admin().put(`/api/users/${goneId}`, { active: false }));
      const fields = { name: 'Stages & more', related_module: 'barrels', group_by: ['stage'], shared_roles: [role] };
      report = (await must(owner.post('/api/reports', fields), 201))._id as string;
      await must(owner.post('/api/report-charts', { name: 'Drawn', report, chart_type: 'bar' }), 201);
    });

    it('sends each recipient what they may see, with the chart as a picture, once for each time', async () => {
      received.length = 0;
      const id = await schedule();
      expect(String((await read(id))['next_run'])).toMatch(/T1[12]:30:00.000Z$/);
      await sendNow(id);
      await runJob(server(), 'reports/send-due-reports');
      expect(received.map(({ to }) => to).sort()).toEqual(['cellar.owner@muster.test', 'cellar.reader@muster.test']);
      const [toOwner, toReader] = [...received].sort((a, b) => (a.to < b.to ? -1 : 1)).map(({ text }) => text);
      for (const text of [toOwner, toReader]) {
        expect(text).toMatch(/Subject: Cellar/);
        expect(text).toMatch(/Content-Type: text\/plain[\s\S]*Stages & more[\s\S]*Stage \| Records[\s\S]*\/app\/reports\//);
        expect(text).toMatch(/Content-Type: text\/html[\s\S]*Stages &amp; more/);
        expect(text).toMatch(/Content-Id: <chart>[\s\S]*iVBORw0KGgo/i);
      }
      // The completed barrel is of a team that only the reader belongs to.
      expect([toOwner?.includes('Completed | 1'), toReader?.includes('Completed | 1')]).toEqual([false, true]);
      const after = await read(id);
      expect(Date.parse(String(after['next_run']))).toBeGreaterThan(server().application.clock.now());
      await must(of(owner).put(`/api/report-schedules/mark-deleted/${id}`, {}));
    });

    it('sends a time that was added already to nobody again, as after a process that was killed in between', async () => {
      received.length = 0;
      const id = await schedule({ recipients: [ownerId] });
      await sendNow(id);
      const due = (await read(id))['last_run'] as string;
      const { application } = server();
      await application.records.update(SYSTEM_ACTOR, { module: 'reportSchedules', id, fields: { next_run: due } });
      await runJob(server(), 'reports/send-due-reports');
      await runJob(server(), 'reports/send-due-reports');
      expect(received).toHaveLength(1);
      await must(of(owner).put(`/api/report-schedules/mark-deleted/${id}`, {}));
    });

    it('skips recipients who left or may not see the report any more, and tells the owner', async () => {
      received.length = 0;
      const id = await schedule();
      await must(of(owner).put(`/api/reports/${report}`, { shared_roles: [] }));
      await sendNow(id);
      expect(received.map(({ to }) => to)).toEqual(['cellar.owner@muster.test']);
      expect(await noticesOf(of(owner))).toEqual(['The report Stages & more could not be sent to all its recipients']);
      await must(of(owner).put(`/api/report-schedules/mark-deleted/${id}`, {}));
    });

    it('is paused, and refuses what cannot be sent', async () => {
      received.length = 0;
      const id = await schedule();
      await must(of(owner).put(`/api/report-schedules/${id}`, { active: false }));
      expect((await read(id))['next_run'] ?? null).toBeNull();
      await sendNow(id);
      expect(received).toEqual([]);
      await must(of(owner).put(`/api/report-schedules/${id}`, { active: true }));
      expect(Date.parse(String((await read(id))['next_run']))).toBeGreaterThan(Date.now());
      for (const [fields, field] of [
        [{ weekdays: [] }, 'weekdays'],
        [{ frequency: 'monthly', month_day: null }, 'month_day'],
        [{ recipients: [goneId] }, 'recipients'],
      ] as const) {
        const { status, body } = await of(owner).post('/api/report-schedules', {
          name: 'Bad',
          report,
          ...weekly,
          recipients: [ownerId],
          ...fields,
        });
        expect([status, body.code, body.details?.[0]?.field], JSON.stringify(body)).toEqual([422, 'report_schedule_invalid', field]);
      }
      // Neither a report nor a schedule of somebody else.
      const foreign = await of(reader).post('/api/report-schedules', { name: 'Bad', report, ...weekly, recipients: [readerId] });
      expect(foreign.body).toMatchObject({ code: 'validation_failed', details: [{ field: 'report', code: 'record_not_found' }] });
      const given = await of(owner).post('/api/report-schedules', {
        name: 'Bad',
        report,
        ...weekly,
        recipients: [ownerId],
        assigned_to: readerId,
      });
      expect(given.body.code).toBe('report_schedule_not_own');
      expect((await of(reader).get(`/api/report-schedules/${id}`)).status).toBe(404);
      await must(of(owner).put(`/api/report-schedules/mark-deleted/${id}`, {}));
    });

    it('stops when its owner left, with the reason that an admin sees, and nothing is lost', async () => {
      received.length = 0;
      const id = await schedule();
      await must(admin().put(`/api/users/${ownerId}`, { active: false }));
      await sendNow(id);
      expect(received).toEqual([]);
      const stopped = (await must(admin().get(`/api/report-schedules/${id}`))) as Record<string, unknown>;
      expect(stopped).toMatchObject({ active: false, stop_reason: 'owner_left', name: 'Cellar', recipients: [ownerId, readerId] });
      // An admin gives it to somebody who is there.
      await must(admin().put(`/api/reports/${report}`, { assigned_to: readerId }));
      await must(admin().put(`/api/report-schedules/${id}`, { assigned_to: readerId, recipients: [readerId], active: true }));
      expect((await read(id))['stop_reason'] ?? null).toBeNull();
      await sendNow(id);
      expect(received.map(({ to }) => to)).toEqual(['cellar.reader@muster.test']);
      ahead.by += HOUR;
    });
  },
  { clock: { now: () => Date.now() + ahead.by }, configuration: { smtpUrl: `smtp://127.0.0.1:${smtpPort}` } },
);
