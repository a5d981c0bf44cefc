import type { InactiveOption, RemovedOption } from '../../records/index.ts';
import type { DefinitionSnapshot, PublishReview } from '../../registry/index.ts';
import { listNestedColumns, type CompiledField, type CompiledModule } from '#engine/model/compiled';

/** A field that a change removes. */
export interface RemovedField {
  readonly module: CompiledModule;
  readonly field: CompiledField;
}

/** What a change removes: whole modules, fields and options. */
export interface RemovedParts {
  readonly modules: readonly CompiledModule[];
  readonly fields: readonly RemovedField[];
  readonly options: readonly RemovedOption[];
  /** Options of inactive fields: nothing counts their uses. */
  readonly inactiveOptions: readonly InactiveOption[];
}

export function listRemovedParts({ before, after, removedFields, removedModules }: PublishReview): RemovedParts {
  const now = new Map([...after.modules.values()].map((module) => [module.id, module]));
  const modules = [...before.modules.values()];
  return {
    modules: modules.filter(({ id }) => removedModules.has(id)),
    fields: modules.flatMap((module) =>
      [...module.fields.values()]
        .filter(
          ({ id, definition }) =>
            now.get(module.id)?.fieldsById.has(id) === false && removedFields.get(module.id)?.has(definition.id) === true,
        )
        .map((field) => ({ module, field })),
    ),
    options: modules.flatMap((module) => listRemovedOptions(module, now.get(module.id))),
    inactiveOptions: modules.flatMap((module) => (now.has(module.id) ? listInactiveOptions(module, before, after) : [])),
  };
}

function listRemovedOptions(module: CompiledModule, now: CompiledModule | undefined): readonly RemovedOption[] {
  if (now === undefined || now === module) return [];
  return [...module.fields.values()].flatMap((field) => {
    const current = now.fieldsById.get(field.id);
    // Values of a field with another type are converted: those that cannot be need a decision of their own.
    if (current === undefined || current.definition.inputType !== field.definition.inputType) return [];
    const currentColumns = new Map(listNestedColumns(current).map(({ path, column }) => [path, column]));
    const columns = listNestedColumns(field).flatMap(({ path, column }) => {
      const same = currentColumns.get(path);
      return same === undefined
        ? []
        : listMissing(column, same).map((value) => ({ module, field: current, column: { path, column: same }, value }));
    });
    return [...listMissing(field, current).map((value) => ({ module, field: current, column: undefined, value })), ...columns];
  });
}

function listInactiveOptions(module: CompiledModule, before: DefinitionSnapshot, after: DefinitionSnapshot): readonly InactiveOption[] {
  const find = ({ dropdowns }: DefinitionSnapshot, id: string) => [...dropdowns.values()].find((one) => one.id === id);
  return before.inactiveFields(module.id).flatMap(({ id: field, dropdowns }) =>
    dropdowns.flatMap(({ column, dropdown }) => {
      const remaining = new Set(find(after, dropdown)?.options.map(({ value }) => value));
      const missing = remaining.size === 0 ? [] : (find(before, dropdown)?.options ?? []).filter(({ value }) => !remaining.has(value));
      return missing.map(({ value }) => ({ module: module.id, field, column, dropdown, value }));
    }),
  );
}

function listMissing({ dropdown }: CompiledField, now: CompiledField | undefined): readonly string[] {
  if (dropdown === undefined || now?.dropdown === undefined) return [];
  const values = new Set(now.dropdown.options.map(({ value }) => value));
  return dropdown.options.map(({ value }) => value).filter((value) => !values.has(value));
}
