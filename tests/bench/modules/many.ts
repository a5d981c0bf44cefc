import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InputType } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';

/** Fields of a module, without those that every module has. */
export const FIELDS_PER_MODULE = 60;

/** The types of the fields in turn; `Relate` refers to the module before. */
const TYPES: readonly InputType[] = [
  'TextField',
  'TextField',
  'Dropdown',
  'Number',
  'Date',
  'TextField',
  'Checkbox',
  'Currency',
  'DateTime',
  'TextArea',
  'Relate',
  'EmailAddress',
];
const OPTIONS = ['open', 'waiting', 'closed'];
const USER_TYPES = ['System Admin', 'Admin', 'Standard', 'Provider', 'Dashboard'];

/** The name of a module by its number, from 0. */
export function nameModule(number: number): string {
  return `bench${String(number).padStart(3, '0')}`;
}

function makeField(module: string, before: string, index: number): JsonObject {
  const inputType = index === 0 ? 'TextField' : (TYPES[index % TYPES.length] as InputType);
  const fieldName = index === 0 ? 'name' : `field_${index}`;
  return {
    id: `${module}_${fieldName}`,
    fieldName,
    label: index === 0 ? 'Name' : `Field ${index}`,
    inputType,
    ...(inputType === 'Dropdown' ? { dropdown: 'bench_state' } : {}),
    ...(inputType === 'Relate' ? { ref: before } : {}),
  };
}

/** The definition of a module with a form and a grid over all its fields. */
function makeModule(number: number): { readonly module: JsonObject; readonly layouts: readonly JsonObject[] } {
  const name = nameModule(number);
  const fields = Array.from({ length: FIELDS_PER_MODULE }, (_, index) => makeField(name, nameModule(Math.max(0, number - 1)), index));
  const places = fields.map((field) => ({ fieldName: field['fieldName'] as string }));
  const module = {
    id: name,
    name,
    label: `Bench ${number}`,
    labelSingular: `Bench ${number}`,
    kind: 'plain',
    path: `/api/${name}`,
    fieldForName: 'name',
    defaultSort: { sortField: 'name', sortOrder: 'asc' },
    fields,
  };
  const section = (columns: number, of: readonly JsonObject[]) => [{ id: 'all', label: 'All', columns, fields: [...of] }];
  return {
    module,
    layouts: [
      { id: `${name}_edit`, ssModule: name, view: 'edit', panelType: 'sections', sections: section(2, places) },
      { id: `${name}_grid`, ssModule: name, view: 'grid', panelType: 'sections', sections: section(1, places.slice(0, 12)) },
    ],
  };
}

/** Writes the definition files of a product with only these modules, one dropdown of their states, and the types of users. */
export function writeManyModules(folder: string, count: number): void {
  const write = (file: string, content: JsonObject): void => {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, JSON.stringify(content));
  };
  const options = (values: readonly string[]): JsonObject[] => values.map((value) => ({ value, label: value }));
  write('dropdowns/bench-state.json', { id: 'bench_state', name: 'bench_state', options: options(OPTIONS) });
  write('dropdowns/user-type.json', { id: 'dropdown_user_type', name: 'user_type', options: options(USER_TYPES) });
  for (let number = 0; number < count; number += 1) {
    const { module, layouts } = makeModule(number);
    write(`bench/${nameModule(number)}/module.json`, module);
    write(`bench/${nameModule(number)}/layouts.json`, { layouts: [...layouts] });
  }
}

/** Fields of a record of any of these modules. */
export function makeManyRecord(number: number): JsonObject {
  const text = `Record ${String(number).padStart(6, '0')}`;
  return { name: text, field_1: `First ${number % 1_000}`, field_2: OPTIONS[number % 3] as string, field_3: number % 500, field_5: text };
}
