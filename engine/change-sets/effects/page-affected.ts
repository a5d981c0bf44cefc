import { loadAccessSubject, SYSTEM_ACTOR, type Rights } from '../../access/index.ts';
import { isDeepStrictEqual } from 'node:util';
import { MusterError } from '../../errors/index.ts';
import type { DefinitionSnapshot, PublishReview } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { MATCH_NONE } from '#engine/model/filter';
import type { AffectedRecordsPage, AffectedUser, AffectedUsersPage, PlannedEffects } from '#engine/model/wire';
import type { ChangeSets, ChangeSetServices } from '../contract.ts';
import type { MakePlanned } from '../plan/make-plan.ts';
import { makeRights, type RightsPair } from './compare-rights.ts';
import { countDifference, differenceOf, nameRecords, type CountedDifference, type VisiblePair } from './count-difference.ts';
import { coverOfRight, isOnRecords, levelOfRight, type NamedRight } from './cover-of-right.ts';
import { planEffects } from './plan-effects.ts';
import { pairOf, reviewOf } from './simulate-user.ts';
import type { ModulePair } from './touched-parts.ts';

/** Milliseconds after which the records of no further user are counted. */
const MAX_TIME = 3_000;

type UsersInput = Parameters<ChangeSets['affectedUsers']>[2];
type RecordsInput = Parameters<ChangeSets['affectedRecords']>[2];

/** A right before and after a change. */
interface RightQuestion {
  readonly services: ChangeSetServices;
  readonly review: PublishReview;
  readonly pair: ModulePair;
  readonly right: NamedRight;
}

/** The active users of a role, by name, with what they gain and lose of a right. */
export async function pageAffectedUsers(services: ChangeSetServices, make: MakePlanned, input: UsersInput): Promise<AffectedUsersPage> {
  const { role, pageNumber, pageSize } = input;
  const question = await readQuestion(services, make, input);
  const { data, total } = await services.records.find(SYSTEM_ACTOR, {
    module: 'users',
    filter: { roles: role, active: true },
    sort: [{ sortField: 'name', sortOrder: 'asc' }],
    offset: pageNumber * pageSize,
    limit: pageSize,
    fields: ['name'],
  });
  const counted = new Map<string, Promise<Pick<AffectedUser, 'gained' | 'lost'>>>();
  const until = services.clock.now() + MAX_TIME;
  const users: AffectedUser[] = [];
  for (const { _id, name } of data) {
    const shown = { _id, name: typeof name === 'string' && name !== '' ? name : _id };
    users.push({ ...shown, ...(await describeUser(question, _id, { counted, until })) });
  }
  return { data: users, total, pageNumber, pageSize };
}

/** The records on which a person gains or loses a right. */
export async function pageAffectedRecords(
  services: ChangeSetServices,
  make: MakePlanned,
  input: RecordsInput,
): Promise<AffectedRecordsPage> {
  const { person, change, pageNumber, pageSize } = input;
  const question = await readQuestion(services, make, input);
  const module = question.pair.before;
  if (module === undefined || !isOnRecords(question.right)) return { data: [], total: 0, pageNumber, pageSize };
  const { before, after } = coverOf(question, await rightsOf(question, person));
  const filter = change === 'gains' ? differenceOf(module, after, before) : differenceOf(module, before, after);
  const collection = module.storage.name;
  const { total } = await services.store.count({ collection, filter });
  const ids = await services.store.findIds({ collection, filter, sort: [], offset: pageNumber * pageSize, limit: pageSize });
  return { data: await nameRecords(services.records, module, ids), total, pageNumber, pageSize };
}

/** The effects on records that a plan with this offset did not count. */
export async function pageEffects(services: ChangeSetServices, make: MakePlanned, offset: number): Promise<PlannedEffects> {
  return planEffects(services, await reviewOf(services, make), { offset });
}

async function readQuestion(
  services: ChangeSetServices,
  make: MakePlanned,
  { module, field, right }: Pick<UsersInput, 'module' | 'field' | 'right'>,
): Promise<RightQuestion> {
  const review = await reviewOf(services, make);
  const pair = pairOf(review, module);
  const known = pair.after ?? pair.before;
  if (known === undefined) throw new MusterError('module_not_found', { data: { module } });
  const fieldId = field === undefined ? undefined : (pair.after?.fields.get(field) ?? pair.before?.fields.get(field))?.id;
  return { services, review, pair, right: { name: right, field, fieldId } };
}

async function rightsOf({ services, review }: RightQuestion, user: string): Promise<RightsPair> {
  const subject = await loadAccessSubject(services.store, review.before, user);
  const roles = subject.roles.map(({ id }) => id);
  return makeRights(subject, roles, review, services.clock);
}

async function describeUser(
  question: RightQuestion,
  user: string,
  counting: { readonly counted: Map<string, Promise<Pick<AffectedUser, 'gained' | 'lost'>>>; readonly until: number },
): Promise<Omit<AffectedUser, '_id' | 'name'>> {
  const { services, pair, right } = question;
  const rights = await rightsOf(question, user);
  const [before, after] = [levelOfRight(rights.before, pair.before, right), levelOfRight(rights.after, pair.after, right)];
  const changes =
    before !== after || !isDeepStrictEqual(rulesOf(rights.before, pair.before, right), rulesOf(rights.after, pair.after, right));
  const state = { changes, before, after };
  const module = pair.before;
  if (!isOnRecords(right) || module === undefined) return { ...state, gained: null, lost: null };
  const cover = coverOf(question, rights);
  const key = JSON.stringify(cover);
  let found = counting.counted.get(key);
  if (found === undefined) {
    if (services.clock.now() > counting.until) return { ...state, gained: null, lost: null };
    found = countBoth(services, module, cover);
    counting.counted.set(key, found);
  }
  return { ...state, ...(await found) };
}

async function countBoth(
  services: ChangeSetServices,
  module: CompiledModule,
  { before, after }: VisiblePair,
): Promise<Readonly<Record<'gained' | 'lost', CountedDifference>>> {
  return { gained: await countDifference(services, module, after, before), lost: await countDifference(services, module, before, after) };
}

function coverOf({ review: { before: current }, pair, right }: RightQuestion, rights: RightsPair): VisiblePair {
  const cover = (of: Rights, module: CompiledModule | undefined, snapshot: DefinitionSnapshot) =>
    module === undefined ? MATCH_NONE : coverOfRight(of, module, right, snapshot);
  return { before: cover(rights.before, pair.before, current), after: cover(rights.after, pair.after, current) };
}

/** The rules of the levels that say which records a right covers. */
function rulesOf(rights: Rights, module: CompiledModule | undefined, { name }: NamedRight): unknown {
  if (module === undefined || (name !== 'view' && name !== 'edit' && name !== 'delete')) return undefined;
  return rights.module(module.name).rules?.[name];
}
