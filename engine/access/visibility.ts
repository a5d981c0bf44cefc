import {
  allOf,
  anyOf,
  compileMatcher,
  MATCH_NONE,
  parseFilter,
  usesRelated,
  type FilterContext,
  type FilterNode,
  type FilterVariables,
} from '#engine/model/filter';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import { makeKeys } from '#engine/model/keys';
import { zoneClock, readTimeZone } from '#engine/model/time';
import { rowRuleOf, type CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import type { ClockPort } from '../ports/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import { isStaffType, type AccessSubject } from './access-subject.ts';
import type { AccessLevel } from '#engine/model/wire';
import type { CombinedRule, ModuleRights } from './module-rights.ts';

/** Records of a module that a user may see or change: the filter for the store, and a check of a single loaded record. */
export interface Visibility {
  /** `undefined`: all records. */
  readonly node: FilterNode | undefined;
  /** Returns `undefined` if only the store can determine the result. */
  test(document: RecordDocument): boolean | undefined;
  /** The result depends on the current time (a row rule that uses today) and must not be cached. */
  readonly usesClock: boolean;
}

export const ALL_VISIBLE: Visibility = { node: undefined, test: () => true, usesClock: false };
const NONE_VISIBLE: Visibility = { node: MATCH_NONE, test: () => false, usesClock: false };

/**
 * Computes which records of a module are visible to a user. For users who are not staff the module's row rule applies instead
 * of teams. A row rule for a user type of staff narrows the visibility by teams and ownership.
 */
export function computeVisibility(
  subject: AccessSubject,
  rights: ModuleRights,
  module: CompiledModule,
  snapshot: DefinitionSnapshot,
  clock: ClockPort,
): Visibility {
  if (!rights.access || rights.view === 'None') return NONE_VISIBLE;
  const rule = rowRuleOf(module, subject.userType);
  const byTeams = module.teamEnabled && (rule === undefined || isStaffType(snapshot, subject.userType));
  const all = byTeams ? teamsOrOwner(subject, module) : ALL_VISIBLE;
  const levels: { readonly [level in AccessLevel]: () => Visibility } = {
    All: () => all,
    Owner: () => ownerOnly(subject, module),
    Rule: () => joinRules(rights.rules?.view, subject, module, snapshot, clock, all),
    None: () => NONE_VISIBLE,
  };
  const ordinary = levels[rights.view]();
  return rule === undefined ? ordinary : intersect(ordinary, rowRule(rule, subject, module, snapshot, clock));
}

/** Computes which of the visible records the rules of roles for editing or deleting cover. */
export function computeRule(
  subject: AccessSubject,
  rule: CombinedRule | undefined,
  module: CompiledModule,
  snapshot: DefinitionSnapshot,
  clock: ClockPort,
): Visibility {
  return joinRules(rule, subject, module, snapshot, clock, ALL_VISIBLE);
}

/** The user's own records, if the rule includes them, and the records of `within` that match one of its filters. */
function joinRules(
  rule: CombinedRule | undefined,
  subject: AccessSubject,
  module: CompiledModule,
  snapshot: DefinitionSnapshot,
  clock: ClockPort,
  within: Visibility,
): Visibility {
  if (rule === undefined) return NONE_VISIBLE;
  const matching = union(rule.filters.map((filter) => rowRule(filter, subject, module, snapshot, clock)));
  return union([...(rule.own ? [ownerOnly(subject, module)] : []), intersect(within, matching)]);
}

function ownerOnly(subject: AccessSubject, module: CompiledModule): Visibility {
  const key = module.fields.get('assigned_to')?.keys[0];
  const { userId } = subject;
  if (key === undefined || userId === undefined) return NONE_VISIBLE;
  return { node: { kind: 'equals', key, values: [userId] }, test: (document) => document['assigned_to'] === userId, usesClock: false };
}

function teamsOrOwner(subject: AccessSubject, module: CompiledModule): Visibility {
  const owner = ownerOnly(subject, module);
  const key = module.fields.get('teams')?.keys[0];
  if (key === undefined) return owner;
  const values = [...new Set([...subject.teams, GLOBAL_TEAM_ID])];
  const own = new Set<unknown>(values);
  const node = anyOf([{ kind: 'equals', key, values }, ...(owner.node === undefined ? [] : [owner.node])]);
  return { node, usesClock: false, test: (document) => hasAny(document['teams'], own) || owner.test(document) };
}

function hasAny(teams: unknown, own: ReadonlySet<unknown>): boolean {
  if (!Array.isArray(teams)) return false;
  for (const team of teams) if (own.has(team)) return true;
  return false;
}

function rowRule(rule: object, subject: AccessSubject, module: CompiledModule, snapshot: DefinitionSnapshot, clock: ClockPort): Visibility {
  const context: FilterContext = {
    module,
    catalog: snapshot,
    variables: variablesOf(subject, snapshot, clock),
    canFilter: () => true,
    visibilityFilter: () => undefined,
  };
  const parsed = parseFilter(rule, context);
  // A rule that is no longer valid for its module hides all records.
  if (!parsed.ok) return NONE_VISIBLE;
  const { node, usesClock } = parsed;
  if (usesRelated(node)) return { node, usesClock, test: () => undefined };
  const matches = compileMatcher(node);
  return { node, usesClock, test: (document) => matches(document._id, makeKeys(module, document)) };
}

function intersect(a: Visibility, b: Visibility): Visibility {
  if (a.node === undefined) return b;
  if (b.node === undefined) return a;
  return {
    node: allOf([a.node, b.node]),
    usesClock: a.usesClock || b.usesClock,
    test: (document) => {
      const isInFirst = a.test(document);
      if (isInFirst === false) return false;
      const isInSecond = b.test(document);
      return isInSecond === true ? isInFirst : isInSecond;
    },
  };
}

function union(parts: readonly Visibility[]): Visibility {
  const nodes = parts.flatMap(({ node }) => (node === undefined ? [] : [node]));
  if (nodes.length < parts.length) return ALL_VISIBLE;
  return {
    node: anyOf(nodes),
    usesClock: parts.some(({ usesClock }) => usesClock),
    test: (document) => {
      const results = parts.map((part) => part.test(document));
      return results.includes(true) ? true : results.includes(undefined) ? undefined : false;
    },
  };
}

/** The values of filter variables for this user at the current time. */
export function variablesOf(
  subject: Pick<AccessSubject, 'userId' | 'teams' | 'roles' | 'ofUser'>,
  snapshot: DefinitionSnapshot,
  clock: ClockPort,
): FilterVariables {
  const now = clock.now();
  const timeZone = timeZoneOf(snapshot);
  return {
    me: subject.userId,
    my_teams: subject.teams,
    my_roles: subject.roles.map(({ id }) => id),
    ofUser: Object.fromEntries(snapshot.userVariables.map(({ name }) => [name, subject.ofUser[name]])),
    today: zoneClock(timeZone).dayOf(now),
    now,
    timeZone,
  };
}

/** The IANA time zone of days, weeks and months: the setting `time_zone`. */
export function timeZoneOf(snapshot: DefinitionSnapshot): string {
  return readTimeZone(snapshot.settings.get('time_zone')?.setting);
}
