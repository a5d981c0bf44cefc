import { MusterError, type Actor, type PluginContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { AUDIENCE_MODULES } from '../../shared/campaign.ts';

/** Where the people of a campaign come from. */
export interface Audience {
  readonly module: string;
  readonly filter: JsonObject;
}

type Context = Pick<PluginContext, 'records' | 'refuse'>;

/** The sender of a campaign, with whose rights its audience is read. */
export function actForSender(campaign: VisibleRecord): Actor {
  return { kind: 'plugin', name: 'campaigns', userId: toText(campaign['started_by']) };
}

/**
 * The audience of a campaign as an actor may see it; undefined: people are only added. Errors: `campaign_audience_missing`,
 * also for a view with parts that the actor may not see, which would reach more people than it shows.
 */
export async function readAudience(context: Context, actor: Actor, campaign: VisibleRecord): Promise<Audience | undefined> {
  const kind = campaign['audience'];
  if (kind === 'Added') return undefined;
  if (kind !== 'Live view' && kind !== 'Fixed view') {
    const leads = Array.isArray(campaign['leads_campaigns']) ? campaign['leads_campaigns'].map(toText) : [];
    if (leads.length === 0) context.refuse('campaign_audience_missing');
    return { module: 'leads', filter: { or: chunk(leads).map((ids) => ({ _id: { in: ids } })) } };
  }
  const module = toText(campaign['audience_module']);
  if (!(AUDIENCE_MODULES as readonly string[]).includes(module)) context.refuse('campaign_audience_missing');
  const view = await context.records.views.get(actor, { id: toText(campaign['audience_view']) }).catch((error: unknown) => {
    if (error instanceof MusterError && error.status < 500) return context.refuse('campaign_audience_missing');
    throw error;
  });
  if (view.module !== module) context.refuse('campaign_audience_missing');
  if (view.problems.some(({ part }) => part === 'filter')) context.refuse('campaign_audience_missing', { message: INCOMPLETE });
  return { module, filter: view.filter };
}

const INCOMPLETE = 'The filter of the saved view has parts that you may not see. Choose another view.';

const LIST = 1_000;

function chunk(ids: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let at = 0; at < ids.length; at += LIST) parts.push(ids.slice(at, at + LIST));
  return parts;
}
