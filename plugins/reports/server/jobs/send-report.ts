import { MusterError, type PluginJob, type PluginJobContext } from '#engine';
import { readChart, readId, readReport, type Stored, type StoredChart } from '../../shared/stored-report.ts';
import { readOwner } from '../../shared/sharing.ts';
import { readData } from '../figures/read-data.ts';
import { writeMail } from '../mail/write-mail.ts';

/** What a run is about; `due`: the time for which it is sent, in epoch milliseconds. */
type Payload = { readonly schedule: string; readonly recipient: string; readonly due: number };

const ATTEMPTS = 6;
const TEXT = { type: 'string', minLength: 1, maxLength: 200 };

/** Sends a report to one recipient, computed once with the rights that they have then. */
export const SEND_REPORT: PluginJob<Payload> = {
  name: 'send-report',
  payloadSchema: {
    type: 'object',
    required: ['schedule', 'recipient', 'due'],
    properties: { schedule: TEXT, recipient: TEXT, due: { type: 'number' } },
  },
  attempts: ATTEMPTS,
  backOff: { kind: 'exponential', delay: 30_000, maxDelay: 3_600_000 },
  deadline: 120_000,
  concurrency: 2,
  run: sendReport,
};

async function sendReport(context: PluginJobContext<Payload>): Promise<{ readonly sent: boolean }> {
  const { records, actor, payload, attempt } = context;
  const schedule = await records.get(actor, { module: 'reportSchedules', id: payload.schedule }).catch(ignoreMissing);
  // It was deleted or stopped after the run was added.
  if (schedule === undefined || schedule['active'] !== true) return { sent: false };
  const address = await findAddress(context);
  try {
    const isSent = address !== undefined && (await sendTo(context, schedule, address));
    if (!isSent) await notifyOwner(context, schedule);
    return { sent: isSent };
  } catch (error) {
    if (attempt >= ATTEMPTS) await notifyOwner(context, schedule);
    throw error;
  }
}

/** The address of the recipient; undefined: they left. */
async function findAddress({ records, actor, payload }: PluginJobContext<Payload>): Promise<string | undefined> {
  const filter = { _id: payload.recipient, active: true };
  const { data } = await records.find(actor, { module: 'users', filter, fields: ['email'], limit: 1, totalLimit: 1 });
  const email = (data[0] as Stored | undefined)?.['email'];
  return typeof email === 'string' && email !== '' ? email : undefined;
}

/** False: the recipient may not see the report, or the records that it is about. */
async function sendTo(context: PluginJobContext<Payload>, schedule: Stored, to: string): Promise<boolean> {
  const { records, payload, mail, publicUrl } = context;
  const reader = { kind: 'user', userId: payload.recipient } as const;
  const id = readId(schedule['report']);
  try {
    const report = readReport(await records.get(reader, { module: 'reports', id }));
    const chart = await findChart(context, id);
    const request = { report, chart, options: {} };
    const { data } = await readData({ reports: context.reports, actor: reader, clock: context.clock, refuse: context.refuse }, request);
    const subject = typeof schedule['name'] === 'string' && schedule['name'] !== '' ? schedule['name'] : report.name;
    await mail.send({ to: [to], subject, ...writeMail({ title: report.name, data, url: `${publicUrl}/app/reports/${id}` }) });
    return true;
  } catch (error) {
    // Without access there is nothing to send, today and in the next attempt.
    if (error instanceof MusterError && [403, 404, 422].includes(error.status)) return false;
    throw error;
  }
}

/** The first chart of the report, as on its page. */
async function findChart({ records, payload }: PluginJobContext<Payload>, report: string): Promise<StoredChart | undefined> {
  const reader = { kind: 'user', userId: payload.recipient } as const;
  try {
    const { data } = await records.find(reader, { module: 'reportCharts', filter: { report: { equals: report } }, limit: 1 });
    const [chart] = data as readonly Stored[];
    return chart && readChart(chart);
  } catch (error) {
    if (error instanceof MusterError && error.status === 403) return undefined;
    throw error;
  }
}

/** One notification for each time, however many recipients were skipped. */
async function notifyOwner({ notify, payload }: PluginJobContext<Payload>, schedule: Stored): Promise<void> {
  const [to, record] = [[readOwner(schedule)], readId(schedule['report'])];
  await notify({ kind: 'report_not_sent', to, module: 'reports', record, key: `${payload.schedule}/${payload.due}`, by: null });
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof MusterError && error.code === 'record_not_found') return undefined;
  throw error;
}
