import type { DropdownDefinition, ModuleDefinition } from '#engine/model/definitions';
import { SYSTEM_DEFINITIONS } from '../system/system-definitions.ts';
import type { AnyDefinition, DefinitionSet } from '../base/definition-set.ts';
import type { Report } from './check-context.ts';

type SystemKind = 'module' | 'dropdown';

const systemOf = <Definition>(kind: SystemKind): readonly Definition[] =>
  SYSTEM_DEFINITIONS.filter((source) => source.kind === kind).map(({ definition }) => definition as Definition);

/**
 * Checks that the definitions that replace or customize those of the system have all that the engine reads: the fields of the
 * system modules with the same ids and types, and the values of the system dropdowns.
 */
export function checkSystemDefinitions(set: DefinitionSet, reporter: (kind: SystemKind, definition: AnyDefinition) => Report): void {
  for (const system of systemOf<ModuleDefinition>('module')) {
    const module = set.module.get(system.id) ?? { ...system, deleted: true };
    checkSystemModule(module, system, reporter('module', module));
  }
  for (const system of systemOf<DropdownDefinition>('dropdown')) {
    const dropdown = set.dropdown.get(system.id) ?? { ...system, options: [] };
    checkSystemDropdown(dropdown, system, reporter('dropdown', dropdown));
  }
}

function checkSystemModule(module: ModuleDefinition, system: ModuleDefinition, report: Report): void {
  if (module.name !== system.name) report('/name', `It must be ${system.name}: the engine reads this module.`);
  if (module.deleted === true || module.active === false)
    report(module.deleted === true ? '/deleted' : '/active', `The engine needs the module ${system.name}.`);
  for (const { fieldName, id, inputType, ref } of system.fields) {
    const index = module.fields.findIndex((field) => field.fieldName === fieldName && field.deleted !== true);
    const field = module.fields[index];
    const needed = `The engine needs the field ${fieldName} with the id ${id} and the inputType ${inputType}`;
    if (field === undefined) report('/fields', `${needed}.`);
    else if (field.id !== id || field.inputType !== inputType || field.ref !== ref)
      report(`/fields/${index}`, `${needed}${ref === undefined ? '' : `, which points to ${String(ref)}`}.`);
  }
}

function checkSystemDropdown(dropdown: DropdownDefinition, system: DropdownDefinition, report: Report): void {
  if (dropdown.name !== system.name) report('/name', `It must be ${system.name}: the engine reads this dropdown.`);
  for (const { value } of system.options)
    if (!dropdown.options.some((option) => option.value === value)) report('/options', `The engine needs the value ${value}.`);
}
