import type { PreSaveContext } from '#engine';

/** The log of a document to sign: events are added by the plugin, and neither changed nor removed, whatever the rights of the caller. */
export function protectEvent(context: PreSaveContext<'interactiveDocumentInstanceActions'>): void {
  const { event, refuse } = context;
  const isPlugin = (event.actor.kind === 'plugin' || event.actor.kind === 'system') && event.actor.name === 'signing';
  if (event.isBulkLoad || (event.kind === 'create' && isPlugin)) return;
  refuse('signing_events_fixed');
}
