import { isDeepStrictEqual } from 'node:util';
import { createRights, type AccessSubject, type FieldRights, type Rights } from '../../access/index.ts';
import type { ClockPort } from '../../ports/index.ts';
import type { DefinitionSnapshot, PublishReview } from '../../registry/index.ts';
import { rowRuleOf, type CompiledModule } from '#engine/model/compiled';
import type { EffectKind } from '#engine/model/wire';
import type { PeopleGroup } from './affected-people.ts';
import type { ModulePair, TouchedParts } from './touched-parts.ts';

/** The rights of the same subject before and after a change. */
export interface RightsPair {
  readonly before: Rights;
  readonly after: Rights;
}

/** A module or a field that a group of people gains or loses. */
export interface RightsChange {
  readonly change: 'gains' | 'loses';
  readonly what: Exclude<EffectKind, 'records'>;
  readonly pair: ModulePair;
  /** Name and label of the field. */
  readonly field?: { readonly name: string; readonly label: string };
  /** The field stays, or becomes, readable on own records. */
  readonly onOwn: boolean;
}

const READ_LEVELS: readonly FieldRights['read'][] = ['none', 'owner', 'all'];

/** The rights of a subject, who is active unless it says otherwise, with the roles as they are before and after a change. */
export function makeRights(
  subject: Omit<AccessSubject, 'roles' | 'active'> & Partial<Pick<AccessSubject, 'active'>>,
  roles: readonly string[],
  { before, after }: Pick<PublishReview, 'before' | 'after'>,
  clock: ClockPort,
): RightsPair {
  const make = (snapshot: DefinitionSnapshot): Rights =>
    createRights({ active: true, ...subject, roles: [...snapshot.roles.values()].filter(({ id }) => roles.includes(id)) }, snapshot, clock);
  return { before: make(before), after: make(after) };
}

/** The modules and fields that a group of people gains or loses. Who gains or loses a module does so with its fields. */
export function compareRights(rights: RightsPair, { modules }: TouchedParts): readonly RightsChange[] {
  return modules.flatMap((pair): readonly RightsChange[] => {
    const [had, has] = [hasAccess(rights.before, pair.before), hasAccess(rights.after, pair.after)];
    if (had !== has) return [{ change: has ? 'gains' : 'loses', what: 'module', pair, onOwn: false }];
    return has ? compareFields(rights, pair) : [];
  });
}

/** Whether a group of people may see other records of a module than before. */
export function seesOtherRecords({ before, after }: RightsPair, pair: ModulePair, { userType }: Pick<PeopleGroup, 'userType'>): boolean {
  const describe = (rights: Rights, module: CompiledModule | undefined): unknown => {
    if (module === undefined || !hasAccess(rights, module)) return undefined;
    const { view, rules } = rights.module(module.name);
    return [view, rules?.view, rowRuleOf(module, userType), module.teamEnabled, rights.isStaff];
  };
  return !isDeepStrictEqual(describe(before, pair.before), describe(after, pair.after));
}

function hasAccess(rights: Rights, module: CompiledModule | undefined): boolean {
  return module !== undefined && rights.module(module.name).access;
}

function compareFields(rights: RightsPair, pair: ModulePair): readonly RightsChange[] {
  const { before, after } = pair;
  const ids = new Set([...(before?.fieldsById.keys() ?? []), ...(after?.fieldsById.keys() ?? [])]);
  return [...ids].flatMap((id): readonly RightsChange[] => {
    const [was, is] = [readLevel(rights.before, before, id), readLevel(rights.after, after, id)];
    const field = after?.fieldsById.get(id) ?? before?.fieldsById.get(id);
    if (was === is || field === undefined) return [];
    const change = READ_LEVELS.indexOf(is) > READ_LEVELS.indexOf(was) ? 'gains' : 'loses';
    return [{ change, what: 'field', pair, field: { name: field.name, label: field.label }, onOwn: is === 'owner' }];
  });
}

function readLevel(rights: Rights, module: CompiledModule | undefined, id: string): FieldRights['read'] {
  const field = module?.fieldsById.get(id);
  return module === undefined || field === undefined ? 'none' : rights.field(module.name, field.name).read;
}
