import type { Actor } from '../../access/index.ts';
import type { JsonValue, RecordDocument, RecordLink } from '#engine/model';
import type { RecordServices } from '../record-services.ts';
import { RECENTS_COLLECTION } from '../collections.ts';
import { assertCanOpenRecord, loadVisible } from './load-visible.ts';
import { updateSystemDocument } from '../documents/write-system-document.ts';

const MAX_RECENTS = 50;

interface Visit {
  readonly module: string;
  readonly id: string;
  readonly at: string;
}

/** Adds a record to the actor's recently opened records. Errors: `record_not_found`. */
export async function addRecent(
  services: RecordServices,
  actor: Actor,
  input: { readonly module: string; readonly id: string },
): Promise<void> {
  if (actor.userId === undefined) return;
  await assertCanOpenRecord(services, await services.access.scope(actor), input);
  const visit: Visit = { module: input.module, id: input.id, at: new Date(services.clock.now()).toISOString() };
  await updateSystemDocument(services.store, RECENTS_COLLECTION.name, actor.userId, (before) => {
    const others = readVisits(before).filter((one) => one.module !== visit.module || one.id !== visit.id);
    return { document: { visits: [visit, ...others].slice(0, MAX_RECENTS) as unknown as JsonValue }, keys: {}, previousKeys: {} };
  });
}

/** The records that the actor opened last and may still see, newest first. */
export async function listRecents(services: RecordServices, actor: Actor): Promise<readonly RecordLink[]> {
  if (actor.userId === undefined) return [];
  const scope = await services.access.scope(actor);
  const [stored] = await services.store.get(RECENTS_COLLECTION.name, [actor.userId]);
  const visits = readVisits(stored?.document);
  const found = await loadVisible(services, scope, visits);
  const at = new Map(visits.map((visit) => [`${visit.module}:${visit.id}`, visit.at]));
  return found.map(({ module, record }) => {
    const name = record[module.nameField];
    return {
      module: module.name,
      _id: record._id,
      name: typeof name === 'string' ? name : '',
      at: at.get(`${module.name}:${record._id}`) ?? '',
    };
  });
}

function readVisits(document: RecordDocument | undefined): readonly Visit[] {
  return (document?.['visits'] ?? []) as unknown as readonly Visit[];
}
