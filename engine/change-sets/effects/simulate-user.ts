import { loadAccessSubject, SYSTEM_ACTOR } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { PublishReview } from '../../registry/index.ts';
import { ALSO_DELETED } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import type { AccessOverview, ChangeSetSimulation, ComparedAccess } from '#engine/model/wire';
import { compileChanges } from '../compile-draft.ts';
import type { ChangeSetServices, SimulationInput } from '../contract.ts';
import type { MakePlanned } from '../plan/make-plan.ts';
import { compareAccess, type SnapshotPair } from './compare-access.ts';
import { makeRights } from './compare-rights.ts';
import { planEffects } from './plan-effects.ts';
import type { ModulePair } from './touched-parts.ts';

/** What a user would see with changes that are not published. Changes nothing. */
export async function simulateUser(
  services: ChangeSetServices,
  make: MakePlanned,
  { user, module, record }: SimulationInput,
): Promise<ChangeSetSimulation> {
  const review = await reviewOf(services, make);
  const known = [review.before, review.after].some(({ modules }) => module !== undefined && modules.has(module));
  if (module !== undefined && !known) throw new MusterError('module_not_found', { data: { module } });
  if (record !== undefined && module === undefined)
    throw new MusterError('body_invalid', {
      details: [{ field: 'module', code: 'body_invalid', message: 'The module of the record is missing.' }],
    });
  const person = await readRecord(services, 'users', user);
  const access = module === undefined ? null : await compareOne(services, review, person, { module, record });
  return { user: { _id: user, name: nameOf(person) }, effects: await planEffects(services, review, { user, module }), access };
}

/** What a user may do now. */
export async function overviewAccess(
  services: ChangeSetServices,
  { user, module, record }: SimulationInput & { readonly module: string },
): Promise<AccessOverview> {
  const current = services.registry.current();
  if (!current.modules.has(module)) throw new MusterError('module_not_found', { data: { module } });
  const person = await readRecord(services, 'users', user);
  const access = await compareOne(services, { before: current, after: current }, person, { module, record });
  return { user: { _id: user, name: nameOf(person) }, access };
}

/**
 * The definitions before and after changes.
 * @throws `definition_invalid` for changes that cannot be published.
 */
export function reviewOf(services: ChangeSetServices, make: MakePlanned): Promise<PublishReview> {
  return compileChanges(services, (current, changeSets) => make(current, changeSets).inputs);
}

async function compareOne(
  services: ChangeSetServices,
  snapshots: SnapshotPair,
  person: RecordDocument,
  place: { readonly module: string; readonly record: string | undefined },
): Promise<ComparedAccess> {
  const { store, clock } = services;
  const subject = await loadAccessSubject(store, snapshots.before, person._id);
  const roles = subject.roles.map(({ id }) => id);
  const pair = pairOf(snapshots, place.module);
  if (place.record !== undefined && pair.before === undefined) throw new MusterError('record_not_found');
  const document =
    place.record === undefined || pair.before === undefined ? undefined : await readRecord(services, pair.before.name, place.record);
  const rights = makeRights(subject, roles, snapshots, clock);
  return compareAccess({ store, now: clock.now() }, snapshots, { name: nameOf(person), rights, pair, document });
}

/** A module in both states, by its name in either. */
export function pairOf({ before, after }: SnapshotPair, name: string): ModulePair {
  const was = before.modules.get(name);
  const is = after.modules.get(name);
  const id = (was ?? is)?.id;
  const find = (snapshot: SnapshotPair['before']) => [...snapshot.modules.values()].find((module) => module.id === id);
  return { before: was ?? find(before), after: was === undefined ? is : find(after) };
}

/** A record as the product itself sees it. Errors: `record_not_found`. */
async function readRecord({ records }: ChangeSetServices, module: string, id: string): Promise<RecordDocument> {
  const { data } = await records.find(SYSTEM_ACTOR, { module, filter: { _id: id, ...ALSO_DELETED }, limit: 1 });
  const [found] = data;
  if (found === undefined) throw new MusterError('record_not_found');
  return found as RecordDocument;
}

function nameOf(person: RecordDocument): string {
  const name = person['name'];
  return typeof name === 'string' && name !== '' ? name : 'The user';
}
