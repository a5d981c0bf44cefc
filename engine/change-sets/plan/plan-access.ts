import {
  combineFieldAccess,
  combineModuleAccess,
  includesRule,
  type FieldRights,
  type ModuleRights,
  type RowRight,
} from '../../access/index.ts';
import type { RecordOperations } from '../../records/index.ts';
import type { DefinitionSnapshot, PublishReview } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { RoleDefinition } from '#engine/model/definitions';
import type { PlannedAccess } from '#engine/model/wire';
import { countUsersOf } from '../removals/role-uses.ts';

type Change = Omit<PlannedAccess, 'count'>;

/** A role before and after; undefined: it does not exist. */
interface RolePair {
  readonly id: string;
  readonly name: string;
  readonly before: RoleDefinition | undefined;
  readonly after: RoleDefinition | undefined;
}

/** A module before and after; undefined: it is not active. */
interface ModulePair {
  readonly before: CompiledModule | undefined;
  readonly after: CompiledModule | undefined;
}

/** The levels of rights, from the narrowest. */
const LEVELS = ['false', 'none', 'None', 'owner', 'Owner', 'Rule', 'true', 'all', 'All'];

const NO_MODULE = combineModuleAccess([], '');
const NO_FIELD = combineFieldAccess([], '', '');

/** The rights on modules and fields that each role gains or loses, with the number of its users. */
export async function planAccess(
  records: Pick<RecordOperations, 'find'>,
  { before, after }: PublishReview,
): Promise<readonly PlannedAccess[]> {
  const changes = pairRoles(before, after).flatMap((role) =>
    pairModules(before, after, role).flatMap((modules) => compareRights(role, modules)),
  );
  const counts = new Map<string, number>();
  for (const { role } of changes) if (!counts.has(role._id)) counts.set(role._id, await countUsersOf(records, role._id, true));
  return changes.map((change) => ({ ...change, count: counts.get(change.role._id) ?? 0 }));
}

function pairRoles(before: DefinitionSnapshot, after: DefinitionSnapshot): readonly RolePair[] {
  return [...new Set([...before.roles.keys(), ...after.roles.keys()])].map((id) => {
    const [was, is] = [before.roles.get(id), after.roles.get(id)];
    return { id, name: (was ?? is)?.name ?? id, before: was, after: is };
  });
}

/** The modules that differ; all of them for a role that differs. */
function pairModules(before: DefinitionSnapshot, after: DefinitionSnapshot, role: RolePair): readonly ModulePair[] {
  const [was, is] = [byId(before), byId(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((id) => ({ before: was.get(id), after: is.get(id) }))
    .filter((pair) => role.before !== role.after || pair.before !== pair.after);
}

function byId({ modules }: DefinitionSnapshot): ReadonlyMap<string, CompiledModule> {
  return new Map([...modules.values()].map((module) => [module.id, module]));
}

function compareRights(role: RolePair, { before, after }: ModulePair): readonly Change[] {
  const module = (after ?? before)?.name ?? '';
  const entry = { role: { _id: role.id, name: role.name }, module };
  const changes = compareLevels({ ...entry, field: null }, moduleRights(role.before, before), moduleRights(role.after, after));
  // Whoever gains or loses the whole module gains or loses its fields with it.
  if (changes.some(({ right }) => right === 'access')) return changes;
  const ids = new Set([...(before?.fieldsById.keys() ?? []), ...(after?.fieldsById.keys() ?? [])]);
  return [
    ...changes,
    ...[...ids].flatMap((id) => {
      const field = (after?.fieldsById.get(id) ?? before?.fieldsById.get(id))?.name ?? id;
      return compareLevels({ ...entry, field }, fieldRights(role.before, before, id), fieldRights(role.after, after, id));
    }),
  ];
}

function moduleRights(role: RoleDefinition | undefined, module: CompiledModule | undefined): ModuleRights {
  return role === undefined || module === undefined ? NO_MODULE : combineModuleAccess([role], module.name);
}

function fieldRights(role: RoleDefinition | undefined, module: CompiledModule | undefined, id: string): FieldRights {
  const field = module?.fieldsById.get(id);
  if (role === undefined || module === undefined || field === undefined || field.definition.internal === true) return NO_FIELD;
  return combineFieldAccess([role], module.name, field.name);
}

/** A rule that is replaced by another one: what is gained and lost depends on the records. */
function compareRules(
  entry: Pick<Change, 'role' | 'module' | 'field'>,
  right: RowRight,
  before: ModuleRights['rules'],
  after: ModuleRights['rules'],
): readonly Change[] {
  const [was, is] = [before?.[right], after?.[right]];
  if (was === undefined || is === undefined) return [];
  const made = { ...entry, right, before: 'Rule', after: 'Rule' };
  return [
    ...(includesRule(was, is) ? [] : [{ ...made, change: 'gains' } as const]),
    ...(includesRule(is, was) ? [] : [{ ...made, change: 'loses' } as const]),
  ];
}

function compareLevels(
  entry: Pick<Change, 'role' | 'module' | 'field'>,
  before: ModuleRights | FieldRights,
  after: ModuleRights | FieldRights,
): readonly Change[] {
  const { rules: oldRules, ...levels } = before as ModuleRights;
  const { rules: newRules } = after as ModuleRights;
  return Object.entries(levels).flatMap(([right, value]): readonly Change[] => {
    const [was, is] = [String(value), String((after as unknown as { readonly [name: string]: unknown })[right])];
    if (was === is) return compareRules(entry, right as RowRight, oldRules, newRules);
    return [{ ...entry, right, before: was, after: is, change: LEVELS.indexOf(is) > LEVELS.indexOf(was) ? 'gains' : 'loses' }];
  });
}
