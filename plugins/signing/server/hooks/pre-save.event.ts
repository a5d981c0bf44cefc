import type { PreSaveContext } from '#engine';

/** The log of a document to sign: events are added by the plugin, and neither changed nor removed, whatever the rights of the caller. */
export function protectEvent(context: PreSaveContext<'interactiveDocumentInstanceActions'>): void {
  const { event } = context;
  const { kind, name } = event.actor;
  const isProduct = kind === 'system' || (kind === 'plugin' && name === 'signing');
  if (event.isBulkLoad || (event.kind === 'create' && isProduct)) return;
  context.refuse('signing_events_fixed');
}
