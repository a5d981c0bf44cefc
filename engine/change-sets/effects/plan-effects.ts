import { loadAccessSubject } from '../../access/index.ts';
import type { DefinitionSnapshot, PublishReview } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { PlannedEffect, PlannedEffects } from '#engine/model/wire';
import type { ChangeSetServices } from '../contract.ts';
import { findPeople, type PeopleGroup, type Person } from './affected-people.ts';
import { compareRights, makeRights, seesOtherRecords, type RightsChange, type RightsPair } from './compare-rights.ts';
import { countDifference, readVisible, type CountedDifference, type VisiblePair } from './count-difference.ts';
import { describeEffect } from './describe-effect.ts';
import { findTouchedParts, type ModulePair, type TouchedParts } from './touched-parts.ts';

export const NO_EFFECTS: PlannedEffects = { gains: [], losses: [], differences: 0, counted: 0, notExamined: 0, note: null };

/** Maximum number of different sets of records that are counted at a time. */
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

/** A set of records that people gain or lose, and those who do. */
interface Difference {
  readonly pair: ModulePair;
  readonly module: CompiledModule;
  readonly visible: VisiblePair;
  readonly people: { readonly group: PeopleGroup; readonly person: Person }[];
}

/** Everything that one planning needs. */
interface Planning {
  readonly services: ChangeSetServices;
  readonly review: PublishReview;
  readonly parts: TouchedParts;
  readonly collected: Map<string, Collected>;
  /** By the module and the filters that they are the difference of, in a fixed order. */
  readonly differences: Map<string, Difference>;
}

/** For whom and from where effects are planned. */
export interface EffectsInput {
  /** Id of the only user. */
  readonly user?: string | undefined;
  /** Name of the only module. */
  readonly module?: string | undefined;
  /** The differences before this one were counted before, and the rights were compared. */
  readonly offset?: number | undefined;
}

/** Who gains or loses which modules, fields and records. */
export async function planEffects(services: ChangeSetServices, review: PublishReview, input: EffectsInput = {}): Promise<PlannedEffects> {
  const { user, module: name, offset = 0 } = input;
  const all = findTouchedParts(review);
  const modules = all.modules.filter(({ before, after }) => name === undefined || (after ?? before)?.name === name);
  const parts = { ...all, modules };
  const { groups, notRead } = await findPeople(services.records, parts.roles, user);
  const planning: Planning = { services, review, parts, collected: new Map(), differences: new Map() };
  for (const group of groups) await planGroup(planning, group);
  // Pages after the first one are about records only.
  if (offset > 0) planning.collected.clear();
  const counted = await countDifferences(planning, offset);
  const rest = [...planning.differences.values()].slice(counted);
  const effects = [...planning.collected.values()].map((effect) => viewEffect(effect, review));
  const shown = effects.slice(0, MAX_EFFECTS);
  const people = new Set(rest.flatMap((difference) => difference.people.map(({ person }) => person._id))).size;
  return {
    gains: shown.filter(({ change }) => change === 'gains'),
    losses: shown.filter(({ change }) => change === 'loses'),
    differences: planning.differences.size,
    counted,
    notExamined: people + notRead,
    note: describeRest({ differences: rest.length, people, notRead, effects: effects.length - shown.length }),
  };
}

/** Counts a page of the differences, and returns where the next one begins. */
async function countDifferences(planning: Planning, offset: number): Promise<number> {
  const { services, differences } = planning;
  const page = [...differences.values()].slice(offset, offset + MAX_COUNTED);
  const until = services.clock.now() + MAX_TIME;
  for (const [index, { pair, module, visible, people }] of page.entries()) {
    // One at least, so that the next page begins behind this one.
    if (index > 0 && services.clock.now() > until) return offset + index;
    const gained = await countDifference(services, module, visible.after, visible.before);
    const lost = await countDifference(services, module, visible.before, visible.after);
    const place = { what: 'records', pair, field: undefined, onOwn: false } as const;
    for (const { group, person } of people) {
      if (gained.count > 0) collect(planning, group, { change: 'gains', ...place }, { person, counted: gained });
      if (lost.count > 0) collect(planning, group, { change: 'loses', ...place }, { person, counted: lost });
    }
  }
  return Math.min(offset, differences.size) + page.length;
}

interface Rest {
  readonly differences: number;
  readonly people: number;
  /** People whose rights were not read. */
  readonly notRead: number;
  /** Effects that are not listed. */
  readonly effects: number;
}

/** What a plan leaves out, in sentences; null: nothing. */
function describeRest({ differences, people, notRead, effects }: Rest): string | null {
  const sentences = [
    differences === 0
      ? []
      : `${countOf(differences, 'more set of records', 'more sets of records')} that ${countOf(people, 'person gains or loses', 'people gain or lose')} ${differences === 1 ? 'was' : 'were'} not counted.`,
    notRead === 0 ? [] : `The rights of ${countOf(notRead, 'more person', 'more people')} were not compared.`,
    effects === 0 ? [] : `${countOf(effects, 'more effect is', 'more effects are')} not listed.`,
  ].flat();
  return sentences.length === 0 ? null : sentences.join(' ');
}

function countOf(count: number, one: string, several: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;
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
    for (const pair of modules) noteDifference(planning, group, person, pair, own);
  }
}

/** The records that represent a person are read only if a variable of filters can refer to them. */
async function loadSubject({ services, review: { before } }: Planning, { _id: userId, userType, teams }: Person) {
  const isRepresented = before.userVariables.some(({ userTypes }) => userTypes.includes(userType));
  const ofUser = isRepresented ? (await loadAccessSubject(services.store, before, userId)).ofUser : {};
  return { userId, userType, teams, ofUser };
}

/** Notes the set of records that a person gains or loses. */
function noteDifference({ review, differences }: Planning, group: PeopleGroup, person: Person, pair: ModulePair, rights: RightsPair): void {
  const { before: module } = pair;
  if (module === undefined) return;
  const visible = readVisible(rights, pair, review.before);
  const [before, after] = [JSON.stringify(visible.before), JSON.stringify(visible.after)];
  if (before === after) return;
  const key = `${module.id} ${before} ${after}`;
  const known = differences.get(key) ?? { pair, module, visible, people: [] };
  known.people.push({ group, person });
  differences.set(key, known);
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
