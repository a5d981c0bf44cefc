import { loadAccessSubject } from '../../access/index.ts';
import type { DefinitionSnapshot, PublishReview } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { PlannedEffect, PlannedEffects } from '#engine/model/wire';
import type { ChangeSetServices } from '../contract.ts';
import { findPeople, type PeopleGroup, type Person } from './affected-people.ts';
import { compareRights, makeRights, seesOtherRecords, type RightsChange, type RightsPair } from './compare-rights.ts';
import { countDifference, readVisible, type CountedDifference } from './count-difference.ts';
import { describeEffect } from './describe-effect.ts';
import { findTouchedParts, type ModulePair, type TouchedParts } from './touched-parts.ts';

export const NO_EFFECTS: PlannedEffects = { gains: [], losses: [], notExamined: 0, note: null };

/** Maximum number of different sets of records that are counted. */
const MAX_COUNTED = 50;
/** Milliseconds after which no further set of records is counted. */
const MAX_TIME = 1_000;
const MAX_PEOPLE_SHOWN = 3;
const MAX_EFFECTS = 500;

/** An effect while the people are collected that it applies to. */
interface Collected {
  readonly change: PlannedEffect['change'];
  readonly what: PlannedEffect['what'];
  readonly pair: ModulePair;
  readonly field: RightsChange['field'];
  readonly onOwn: boolean;
  readonly roles: Set<string>;
  readonly people: { readonly person: Person; readonly counted: CountedDifference | undefined }[];
}

/** Everything that one planning needs. */
interface Planning {
  readonly services: ChangeSetServices;
  readonly review: PublishReview;
  readonly parts: TouchedParts;
  readonly collected: Map<string, Collected>;
  /** Counted sets of records, by the filters that they are the difference of. */
  readonly counted: Map<string, { readonly gained: CountedDifference; readonly lost: CountedDifference }>;
  readonly until: number;
  readonly notExamined: Set<string>;
}

/** Who gains or loses which modules, fields and records; `only`: for one user, and one module. */
export async function planEffects(
  services: ChangeSetServices,
  review: PublishReview,
  only: { readonly user?: string; readonly module?: string | undefined } = {},
): Promise<PlannedEffects> {
  const all = findTouchedParts(review);
  const modules = all.modules.filter(({ before, after }) => only.module === undefined || (after ?? before)?.name === only.module);
  const parts = { ...all, modules };
  const { groups, notRead } = await findPeople(services.records, parts.roles, only.user);
  const until = services.clock.now() + MAX_TIME;
  const planning: Planning = { services, review, parts, collected: new Map(), counted: new Map(), until, notExamined: new Set() };
  for (const group of groups) await planGroup(planning, group);
  const effects = [...planning.collected.values()].slice(0, MAX_EFFECTS).map((effect) => viewEffect(effect, review));
  const notExamined = planning.notExamined.size + notRead;
  return {
    gains: effects.filter(({ change }) => change === 'gains'),
    losses: effects.filter(({ change }) => change === 'loses'),
    notExamined,
    note: notExamined === 0 ? null : describeRest(notExamined),
  };
}

function describeRest(count: number): string {
  const who = count === 1 ? 'One more person sees' : `${count} more people see`;
  return `${who} other records than those who were examined: what they gain or lose was not counted.`;
}

async function planGroup(planning: Planning, group: PeopleGroup): Promise<void> {
  const { review, services, parts } = planning;
  const nobody = { userId: undefined, userType: group.userType, teams: [], ofUser: {} };
  const rights = makeRights(nobody, group.roles, review, services.clock);
  for (const change of compareRights(rights, parts))
    for (const person of group.people) collect(planning, group, { ...change, field: change.field }, { person, counted: undefined });
  const modules = parts.modules.filter((pair) => pair.before !== undefined && seesOtherRecords(rights, pair, group));
  if (modules.length === 0) return;
  for (const person of group.people) {
    const own = makeRights(await loadSubject(planning, person), group.roles, review, services.clock);
    for (const pair of modules) await planRecords(planning, group, person, pair, own);
  }
}

/** The records that represent a person are read only if a variable of filters can refer to them. */
async function loadSubject({ services, review: { before } }: Planning, { _id: userId, userType, teams }: Person) {
  const isRepresented = before.userVariables.some(({ userTypes }) => userTypes.includes(userType));
  const ofUser = isRepresented ? (await loadAccessSubject(services.store, before, userId)).ofUser : {};
  return { userId, userType, teams, ofUser };
}

async function planRecords(planning: Planning, group: PeopleGroup, person: Person, pair: ModulePair, rights: RightsPair): Promise<void> {
  const { services, review, counted, notExamined, until } = planning;
  const { before: module } = pair;
  if (module === undefined) return;
  const visible = readVisible(rights, pair, review.before);
  const [before, after] = [JSON.stringify(visible.before), JSON.stringify(visible.after)];
  if (before === after) return;
  const key = `${module.id} ${before} ${after}`;
  let found = counted.get(key);
  if (found === undefined) {
    if (counted.size >= MAX_COUNTED || services.clock.now() > until) return void notExamined.add(person._id);
    found = {
      gained: await countDifference(services, module, visible.after, visible.before),
      lost: await countDifference(services, module, visible.before, visible.after),
    };
    counted.set(key, found);
  }
  const place = { what: 'records', pair, field: undefined, onOwn: false } as const;
  if (found.gained.count > 0) collect(planning, group, { change: 'gains', ...place }, { person, counted: found.gained });
  if (found.lost.count > 0) collect(planning, group, { change: 'loses', ...place }, { person, counted: found.lost });
}

function collect(
  { collected, review, parts }: Planning,
  group: PeopleGroup,
  effect: Pick<Collected, 'change' | 'what' | 'pair' | 'field' | 'onOwn'>,
  one: Collected['people'][number],
): void {
  const module = moduleOf(effect.pair);
  const key = [effect.change, effect.what, module?.id, effect.field?.name, effect.onOwn].join('/');
  const entry = collected.get(key) ?? { ...effect, roles: new Set<string>(), people: [] };
  for (const role of rolesBehind(group, module, review, parts)) entry.roles.add(role);
  entry.people.push(one);
  collected.set(key, entry);
}

/** The roles of a group that give access to a module: those that the change touches, if there are any. */
function rolesBehind(
  { roles }: PeopleGroup,
  module: CompiledModule | undefined,
  { before, after }: PublishReview,
  { changedRoles }: TouchedParts,
): readonly string[] {
  const giving = roles.filter((id) =>
    [before, after].some((snapshot) => snapshot.roles.get(id)?.module_access[module?.name ?? '']?.access === true),
  );
  const changed = giving.filter((id) => changedRoles.has(id));
  return changed.length > 0 ? changed : giving;
}

function viewEffect({ change, what, pair, field, onOwn, roles, people }: Collected, { before, after }: PublishReview): PlannedEffect {
  const module = moduleOf(pair);
  const ordered = [...people].sort(
    (a, b) => (b.counted?.count ?? 0) - (a.counted?.count ?? 0) || a.person.name.localeCompare(b.person.name),
  );
  const [most] = ordered;
  const records = what === 'records' ? (most?.counted?.count ?? 0) : null;
  const effect = {
    change,
    what,
    module: module?.name ?? '',
    field: field?.name ?? null,
    roles: [...roles].map((id) => ({ _id: id, name: nameOfRole(id, before, after) })),
    count: people.length,
    people: ordered
      .slice(0, MAX_PEOPLE_SHOWN)
      .map(({ person, counted }) => ({ _id: person._id, name: person.name, records: counted?.count ?? null })),
    records,
    examples: most?.counted?.examples ?? [],
  };
  const isEqual = ordered.every(({ counted }) => counted?.count === most?.counted?.count);
  const text = describeEffect({ ...effect, label: module?.label ?? '', fieldLabel: field?.label, onOwn, isEqual });
  return { ...effect, text };
}

function moduleOf({ before, after }: ModulePair): CompiledModule | undefined {
  return after ?? before;
}

function nameOfRole(id: string, before: DefinitionSnapshot, after: DefinitionSnapshot): string {
  return (after.roles.get(id) ?? before.roles.get(id))?.name ?? id;
}
