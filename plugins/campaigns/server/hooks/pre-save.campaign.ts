import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';
import { EDITABLE } from '../../shared/campaign.ts';

/** Statuses that only the actions of the plugin set. */
const RUNNING: readonly string[] = ['Scheduled', 'Sending', 'Paused', 'Sent'];

/** What a campaign says and to whom: nobody changes it while it runs. */
const CONTENT = ['campaign_type', 'audience', 'audience_module', 'audience_view', 'steps', 'leads_campaigns'] as const;

/** A campaign runs by its actions only, and what was checked at its start stays as it was. */
export function protectCampaign(context: PreSaveContext<'campaigns'>): void {
  const { event, draft } = context;
  if (event.actor.kind === 'system' || event.isBulkLoad || !event.isEdit()) return;
  const changed = event.changed();
  const before = toText(event.before?.status);
  if (changed.has('status') && [draft.status, before].some((status) => RUNNING.includes(toText(status))))
    context.refuse('campaign_status_by_action');
  const isFixed = before !== '' && !EDITABLE.includes(before);
  if (isFixed && CONTENT.some((field) => changed.has(field))) context.refuse('campaign_not_changeable');
}
