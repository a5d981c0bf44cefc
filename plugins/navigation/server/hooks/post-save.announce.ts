import type { EffectContext, PluginLiveEvent } from '#engine';
import { textIn } from '../../shared/entries.ts';

/** Says to open screens that the menu, or what is drawn beside it, is to be read again. */
export const NAVIGATION_CHANGED: PluginLiveEvent = {
  name: 'navigation-changed-event',
  description:
    'Sent when menu entries, sidebars, buckets, bumpouts, widgets or admin notes change: to everyone, or to the user of a sidebar.',
  dataSchema: { type: 'object', additionalProperties: false },
  example: {},
};

/** Announces the change of a record that is drawn for many users. */
export async function announceChange({ event, live }: EffectContext): Promise<void> {
  if (event.isBulkLoad) return;
  await live.send(NAVIGATION_CHANGED, {}, { everyone: true });
}

/** Announces the change of a sidebar to its user. */
export async function announceSidebar({ event, record, live }: EffectContext): Promise<void> {
  const users = [...new Set([textIn(record, 'user'), textIn(event.before, 'user')])].filter((user) => user !== '');
  if (event.isBulkLoad || users.length === 0) return;
  await live.send(NAVIGATION_CHANGED, {}, { users });
}
