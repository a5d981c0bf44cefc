import { MusterError, SYSTEM_ACTOR, type Actor, type PluginContext, type VisibleRecord } from '#engine';
import type { JsonObject } from '#engine/model';

type Records = Pick<PluginContext, 'records'>;

/** The product, in the name of the user: only it sets the status of a campaign that runs. */
export function actForPlugin(actor?: Actor): Actor {
  return { ...SYSTEM_ACTOR, name: 'campaigns', ...(actor?.userId === undefined ? {} : { userId: actor.userId }) };
}

/** A campaign as the product sees it; undefined: it is deleted. */
export async function readCampaign({ records }: Records, id: string): Promise<VisibleRecord | undefined> {
  return (await records.find(SYSTEM_ACTOR, { module: 'campaigns', filter: { _id: id }, limit: 1 })).data[0];
}

/** Changes a campaign as it was read. Nothing is saved if it was changed meanwhile, such as stopped by its user: the next run decides. */
export async function changeCampaign(
  { records }: Records,
  { _id, _version }: VisibleRecord,
  change: { readonly fields: JsonObject; readonly quiet?: boolean },
): Promise<void> {
  try {
    await records.update(actForPlugin(), { module: 'campaigns', id: _id, version: Number(_version), ...change });
  } catch (error) {
    if (!isVersionConflict(error)) throw error;
  }
}

/** Whether somebody else changed a record meanwhile. */
export function isVersionConflict(error: unknown): boolean {
  return error instanceof MusterError && error.code === 'version_conflict';
}

/** Pauses a running campaign that cannot go on, with the reason. */
export function pauseCampaign(context: Records, campaign: VisibleRecord, error: MusterError): Promise<void> {
  return changeCampaign(context, campaign, { fields: { status: 'Paused', problem: error.message.slice(0, 500) } });
}

/** Whether an error is the fault of what was entered, and not one that passes. */
export function isRefusal(error: unknown): error is MusterError {
  return error instanceof MusterError && error.isPublic && error.status < 500 && error.status !== 408 && error.status !== 429;
}

/** The status of somebody to whom nothing may be sent: after the first step they have decided meanwhile. */
export function describeRefusal(reason: string, stepsDone: number): JsonObject {
  const isDecision = stepsDone > 0 && reason.includes('opted out');
  return { status: isDecision ? 'Opted out' : 'Suppressed', failure: reason.slice(0, 500) };
}
