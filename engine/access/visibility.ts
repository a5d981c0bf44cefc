import type { DefinitionSnapshot } from '../registry/index.ts';
import type { ClockPort } from '../ports/index.ts';
import {
  allOf, anyOf, compileMatcher, GLOBAL_TEAM_ID, makeKeys, MATCH_NONE, parseFilter, usesRelated, zoneClock,
  type CompiledModule, type FilterContext, type FilterNode, type FilterVariables, type RecordDocument,
} from '#engine/model';
import { timeZoneOf } from './time-zone.ts';
import type { ModuleRights } from './rights.ts';
import type { Person } from './person.ts';

/** What someone sees of a module: the filter for the store, and a test of one record at hand. */
export interface Visibility {
  /** `undefined`: everything. */
  readonly node: FilterNode | undefined;
  /** `undefined` as an answer: only the store can tell. */
  test(document: RecordDocument): boolean | undefined;
  /** It holds only for now (a row rule that speaks of today): not to be kept. */
  readonly usesClock: boolean;
}

export const SEES_ALL: Visibility = { node: undefined, test: () => true, usesClock: false };
const SEES_NONE: Visibility = { node: MATCH_NONE, test: () => false, usesClock: false };

/**
 * Works out what a person sees of a module. Providers and Dashboard users are held to the module's row rule in place of
 * teams; where a rule is written for another type it narrows what teams and ownership give.
 */
export function describeVisibility(person: Person, rights: ModuleRights, module: CompiledModule, snapshot: DefinitionSnapshot, clock: ClockPort): Visibility {
  if (!rights.access || rights.view === 'None') return SEES_NONE;
  const ordinary = rights.view === 'Owner' ? ownerOnly(person, module) : module.teamEnabled ? teamsOrOwner(person, module) : SEES_ALL;
  const rule = module.rowRules[person.userType];
  if (rule === undefined) return ordinary;
  const ruled = rowRule(rule, person, module, snapshot, clock);
  const outside = person.userType === 'Provider' || person.userType === 'Dashboard';
  return outside && rights.view === 'All' ? ruled : both(ordinary, ruled);
}

function ownerOnly(person: Person, module: CompiledModule): Visibility {
  const key = module.fields.get('assigned_to')?.keys[0];
  const { userId } = person;
  if (key === undefined || userId === undefined) return SEES_NONE;
  return { node: { kind: 'equals', key, values: [userId] }, test: (document) => document['assigned_to'] === userId, usesClock: false };
}

function teamsOrOwner(person: Person, module: CompiledModule): Visibility {
  const owner = ownerOnly(person, module);
  const key = module.fields.get('teams')?.keys[0];
  if (key === undefined) return owner;
  const values = [...new Set([...person.teams, GLOBAL_TEAM_ID])];
  const own = new Set<unknown>(values);
  const node = anyOf([{ kind: 'equals', key, values }, ...(owner.node === undefined ? [] : [owner.node])]);
  return { node, usesClock: false, test: (document) => holdsOne(document['teams'], own) || owner.test(document) };
}

function holdsOne(teams: unknown, own: ReadonlySet<unknown>): boolean {
  if (!Array.isArray(teams)) return false;
  for (const team of teams) if (own.has(team)) return true;
  return false;
}

function rowRule(rule: object, person: Person, module: CompiledModule, snapshot: DefinitionSnapshot, clock: ClockPort): Visibility {
  const context: FilterContext = { module, catalog: snapshot, variables: variablesOf(person, snapshot, clock), canFilter: () => true, visible: () => undefined };
  const parsed = parseFilter(rule, context);
  // A rule that no longer fits its module shows nothing rather than everything.
  if (!parsed.ok) return SEES_NONE;
  const { node, usesClock } = parsed;
  if (usesRelated(node)) return { node, usesClock, test: () => undefined };
  const matches = compileMatcher(node);
  return { node, usesClock, test: (document) => matches(document._id, makeKeys(module, document)) };
}

function both(a: Visibility, b: Visibility): Visibility {
  if (a.node === undefined) return b;
  if (b.node === undefined) return a;
  return {
    node: allOf([a.node, b.node]),
    usesClock: a.usesClock || b.usesClock,
    test: (document) => (a.test(document) === false ? false : b.test(document)),
  };
}

/** What the variables of a filter stand for when this person asks now. */
export function variablesOf(person: Pick<Person, 'userId' | 'teams' | 'providerId'>, snapshot: DefinitionSnapshot, clock: ClockPort): FilterVariables {
  const now = clock.now();
  const timeZone = timeZoneOf(snapshot);
  return { me: person.userId, my_teams: person.teams, my_provider: person.providerId, today: zoneClock(timeZone).dayOf(now), now, timeZone };
}
