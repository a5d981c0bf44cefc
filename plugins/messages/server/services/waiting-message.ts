import { SYSTEM_ACTOR, type PluginJob, type PluginJobContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { WAITING_STATUSES, type MessageModule } from '../../shared/message.ts';
import { isVersionConflict } from './version-conflicts.ts';

/** A message to send. */
export type SendPayload = JsonObject & { readonly message: string };

/** An attempt to send a message. */
export interface SendRun {
  /** Id of the message. */
  readonly message: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Attempts that were lost with their process. */
  readonly losses: number;
}

type Context = Pick<PluginJobContext, 'records' | 'clock'>;

/** How often a message is tried when its server or carrier cannot take it now. */
export const ATTEMPTS = 6;
/** A message that is being sent for longer was lost with its process. */
const LOST_AFTER_MS = 600_000;

/** How the jobs run that send messages. */
export const SENDING: Omit<PluginJob<SendPayload>, 'name' | 'run'> = {
  payloadSchema: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
  concurrency: 5,
  deadline: 120_000,
  attempts: ATTEMPTS,
  backOff: { kind: 'exponential', delay: 2_000 },
};

/** The message of a run, if it still waits, or was being sent by a process that is gone. */
export async function readWaiting(
  { records, clock }: Context,
  module: MessageModule,
  { message: id, attempt, losses }: SendRun,
): Promise<VisibleRecord | undefined> {
  const filter = { _id: id, status: { in: [...WAITING_STATUSES] } };
  const { data } = await records.find(SYSTEM_ACTOR, { module, filter, limit: 1 });
  const [message] = data;
  if (message?.['status'] !== 'Sending') return message;
  const isLost = attempt > 1 || losses > 0 || clock.now() - Date.parse(toText(message['updatedAt'])) > LOST_AFTER_MS;
  return isLost ? message : undefined;
}

/** From now on it cannot be cancelled. Undefined: it was cancelled or changed meanwhile. */
export async function claim(context: Context, module: MessageModule, message: VisibleRecord): Promise<VisibleRecord | undefined> {
  if (message['status'] === 'Sending') return message;
  try {
    return await change(context, module, message, { status: 'Sending' });
  } catch (error) {
    if (isVersionConflict(error)) return undefined;
    throw error;
  }
}

/** Changes a message as it was read. Errors: `version_conflict`. */
export async function change(
  { records }: Pick<Context, 'records'>,
  module: MessageModule,
  { _id, _version }: VisibleRecord,
  fields: JsonObject,
): Promise<VisibleRecord> {
  const { record } = await records.update(SYSTEM_ACTOR, { module, id: _id, version: Number(_version), fields });
  return record;
}
