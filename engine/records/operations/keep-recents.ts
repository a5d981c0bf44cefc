import type { Actor } from '../../access/index.ts';
import type { JsonValue, RecordDocument, RecordLink } from '#engine/model';
import type { RecordKernel } from '../kernel.ts';
import { RECENTS_COLLECTION } from '../shapes/collections.ts';
import { assertReachable, loadVisible } from '../stages/load-visible.ts';
import { writeOwn } from '../stages/write-own.ts';

const KEPT = 50;

interface Visit {
  readonly module: string;
  readonly id: string;
  readonly at: string;
}

/** Remembers that the actor opened a record. Errors: `record_not_found`. */
export async function noteSeen(kernel: RecordKernel, actor: Actor, input: { readonly module: string; readonly id: string }): Promise<void> {
  if (actor.userId === undefined) return;
  await assertReachable(kernel, await kernel.access.scope(actor), input);
  const visit: Visit = { module: input.module, id: input.id, at: new Date(kernel.clock.now()).toISOString() };
  await writeOwn(kernel.store, RECENTS_COLLECTION.name, actor.userId, (before) => {
    const others = readVisits(before).filter((one) => one.module !== visit.module || one.id !== visit.id);
    return { document: { visits: [visit, ...others].slice(0, KEPT) as unknown as JsonValue }, keys: {}, previousKeys: {} };
  });
}

/** What the actor opened last and may still see, newest first. */
export async function listRecents(kernel: RecordKernel, actor: Actor): Promise<readonly RecordLink[]> {
  if (actor.userId === undefined) return [];
  const scope = await kernel.access.scope(actor);
  const [stored] = await kernel.store.get(RECENTS_COLLECTION.name, [actor.userId]);
  const visits = readVisits(stored?.document);
  const found = await loadVisible(kernel, scope, visits);
  const at = new Map(visits.map((visit) => [`${visit.module}:${visit.id}`, visit.at]));
  return found.map(({ module, record }) => {
    const name = record[module.nameField];
    return { module: module.name, _id: record._id, name: typeof name === 'string' ? name : '', at: at.get(`${module.name}:${record._id}`) ?? '' };
  });
}

function readVisits(document: RecordDocument | undefined): readonly Visit[] {
  return (document?.['visits'] ?? []) as unknown as readonly Visit[];
}
