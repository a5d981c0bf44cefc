import { loadAccessSubject, SYSTEM_ACTOR, type AccessSubject } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { PublishReview } from '../../registry/index.ts';
import { ALSO_DELETED } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import type { ChangeSetSimulation } from '#engine/model/wire';
import { compileChanges } from '../compile-draft.ts';
import type { ChangeSetServices, SimulationInput } from '../contract.ts';
import type { MakePlanned } from '../plan/make-plan.ts';
import { makeRights } from './compare-rights.ts';
import { planEffects } from './plan-effects.ts';
import { simulateRecord } from './simulate-record.ts';

/** What a user would see with changes that are not published. Changes nothing. */
export async function simulateUser(
  services: ChangeSetServices,
  make: MakePlanned,
  { user, module, record }: SimulationInput,
): Promise<ChangeSetSimulation> {
  const review = await compileChanges(services, (current, changeSets) => make(current, changeSets).inputs);
  const known = [review.before, review.after].some(({ modules }) => module !== undefined && modules.has(module));
  if (module !== undefined && !known) throw new MusterError('module_not_found', { data: { module } });
  if (record !== undefined && module === undefined)
    throw new MusterError('body_invalid', {
      details: [{ field: 'module', code: 'body_invalid', message: 'The module of the record is missing.' }],
    });
  const person = await readRecord(services, 'users', user);
  const subject = await loadAccessSubject(services.store, review.before, user);
  const name = nameOf(person);
  return {
    user: { _id: user, name },
    effects: await planEffects(services, review, { user, module }),
    record:
      record === undefined || module === undefined ? null : await simulateOne(services, review, { subject, name }, { module, record }),
  };
}

async function simulateOne(
  services: ChangeSetServices,
  review: PublishReview,
  { subject, name }: { readonly subject: AccessSubject; readonly name: string },
  place: { readonly module: string; readonly record: string },
): Promise<NonNullable<ChangeSetSimulation['record']>> {
  const was = review.before.modules.get(place.module);
  const is = was === undefined ? undefined : [...review.after.modules.values()].find(({ id }) => id === was.id);
  if (was === undefined) throw new MusterError('record_not_found');
  const document = await readRecord(services, was.name, place.record);
  const roles = subject.roles.map(({ id }) => id);
  const rights = makeRights(subject, roles, review, services.clock);
  const simulated = await simulateRecord(services.store, review, rights, { pair: { before: was, after: is }, document, name });
  const title = document[was.nameField];
  return { module: was.name, _id: document._id, name: typeof title === 'string' ? title : document._id, ...simulated };
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
