import type { InTransactionContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import type { ChainedEvent } from '../services/signing-events.ts';

/** Stores the new events of a document to sign together with the change that they describe. */
export async function storeEvents(context: InTransactionContext<'interactiveDocumentInstances'>): Promise<void> {
  const { event, record } = context;
  if (event.isBulkLoad || (event.kind !== 'create' && event.kind !== 'update') || !event.changed().has('new_events')) return;
  const owner = toText(record.assigned_to);
  for (const each of (record.new_events ?? []) as unknown as readonly ChainedEvent[])
    await context.create('interactiveDocumentInstanceActions', {
      ...(each as unknown as JsonObject),
      interactive_document_instance: event.id,
      ...(owner === '' ? {} : { assigned_to: owner }),
    });
}
