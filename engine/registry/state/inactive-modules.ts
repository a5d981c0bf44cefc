import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import { isActiveModule } from '../compile/resolve-fields.ts';
import type { DefinitionProblem } from '../problem.ts';
import { keepsForm } from './compare-types.ts';
import { countRemovals, inactiveName, isInactive, storedIdOf, type FieldChange, type ModuleHistory } from './field-history.ts';

/** Modules by id. */
type Modules = ReadonlyMap<string, ModuleDefinition>;

/** Two sets of definitions, and what is known about the changes between them; see `compareFields`. */
interface InactiveComparison {
  readonly before: Modules;
  readonly after: Modules;
  readonly version: number;
  readonly histories: ReadonlyMap<string, ModuleHistory>;
  readonly removed?: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** A module that is not active before or after a change: it is not compiled on that side. */
interface InactivePair {
  readonly was: ModuleDefinition;
  readonly is: ModuleDefinition;
}

/**
 * Adds the changes of field names in modules that are not active before or after to those of active modules (`found`): their records are
 * read by these names once the module is active again.
 */
export function addInactiveFields(
  found: ReadonlyMap<string, readonly FieldChange[]>,
  { before, after, version, histories, removed }: InactiveComparison,
): Map<string, readonly FieldChange[]> {
  const changes = new Map(found);
  for (const pair of listPairs(before, after)) {
    const { id } = pair.is;
    const list = compareOne(pair, version, histories.get(id) ?? [], removed?.get(id) ?? new Map<string, string>());
    if (list.length > 0) changes.set(id, [...(changes.get(id) ?? []), ...list]);
  }
  return changes;
}

/** The fields of such modules that get another type: their values cannot be converted while the records are not read. */
export function findInactiveTypeProblems(before: Modules, after: Modules): readonly DefinitionProblem[] {
  return listPairs(before, after).flatMap(({ was, is }) => {
    const types = new Map(listFields(was).map((field) => [field.id, field]));
    return listFields(is).flatMap((field): readonly DefinitionProblem[] => {
      const earlier = types.get(field.id);
      if (earlier === undefined || hasSameForm(earlier, field)) return [];
      const cause = `The module ${is.label} is not active, so the values of ${field.label} cannot be converted: change the type while the module is active.`;
      return [{ file: `module/${is.name}`, path: `/fields/${field.fieldName}/inputType`, cause }];
    });
  });
}

function listPairs(before: Modules, after: Modules): readonly InactivePair[] {
  return [...after.values()].flatMap((is): readonly InactivePair[] => {
    const was = before.get(is.id);
    return was === undefined || was === is || (isActiveModule(was) && isActiveModule(is)) ? [] : [{ was, is }];
  });
}

function listFields({ fields }: ModuleDefinition): readonly FieldDefinition[] {
  return fields.filter(({ deleted }) => deleted !== true);
}

/** Values stay as they are only if they are encrypted both times, or neither time. */
function hasSameForm(was: FieldDefinition, is: FieldDefinition): boolean {
  return keepsForm({ definition: was }, { definition: is }) && (was.sensitive === true) === (is.sensitive === true);
}

function compareOne(
  { was, is }: InactivePair,
  version: number,
  history: ModuleHistory,
  removed: ReadonlyMap<string, string>,
): FieldChange[] {
  const removals = countRemovals(history);
  const names = new Map(listFields(is).map(({ id, fieldName }) => [id, fieldName]));
  const earlier = new Set(listFields(was).map(({ id }) => id));
  const nameOf = (id: string): string => inactiveName(storedIdOf(id, removals.get(id) ?? 0));
  const changed = listFields(was).flatMap(({ id, fieldName: from }): readonly FieldChange[] => {
    const to = names.get(id);
    if (to !== undefined) return to === from ? [] : [{ version, from, to }];
    return [removed.has(id) ? { version, from, id } : { version, from, to: nameOf(id) }];
  });
  // Those of a module that is active afterwards are found among its compiled fields.
  if (isActiveModule(is)) return changed;
  const returned = [...names].filter(([id]) => !earlier.has(id) && isInactive(history, nameOf(id)));
  const ended = [...removed.keys()].filter((id) => !earlier.has(id) && isInactive(history, nameOf(id)));
  return [
    ...changed,
    ...returned.map(([id, to]): FieldChange => ({ version, from: nameOf(id), to })),
    ...ended.map((id): FieldChange => ({ version, from: nameOf(id), id })),
  ];
}
