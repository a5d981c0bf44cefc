import {
  deriveFieldName,
  deriveModuleName,
  deriveOptionValue,
  findFieldNameProblem,
  findModuleNameProblem,
  listDefaultFields,
  type DropdownDefinition,
  type FieldDefinition,
  type InputType,
  type ModuleDefinition,
} from '#engine/model/definitions';
import { t } from '../../../kit/index.ts';

/** A row of the first fields of a new module. */
export interface FirstField {
  /** Identifies the row while it is edited. */
  readonly key: number;
  readonly label: string;
  readonly inputType: InputType;
  readonly required: boolean;
  /** The options of a new dropdown, as typed: separated by commas or lines. */
  readonly options: string;
  /** The module that a relate points to. */
  readonly ref: string | undefined;
}

/** What is typed for a new module. */
export interface NewModule {
  readonly label: string;
  readonly labelSingular: string;
  /** Undefined: derived from the label. */
  readonly name: string | undefined;
  readonly kind: ModuleDefinition['kind'];
  readonly icon: string;
  readonly hasTeams: boolean;
  readonly fields: readonly FirstField[];
}

export const FIRST: NewModule = {
  label: '',
  labelSingular: '',
  name: undefined,
  kind: 'plain',
  icon: 'box',
  hasTeams: false,
  fields: [],
};

let made = 0;

export function createFirstField(): FirstField {
  return { key: (made += 1), label: '', inputType: 'TextField', required: false, options: '', ref: undefined };
}

/** The name of the new module: as typed, or derived from its label. */
export function nameOfNew({ name, label }: NewModule, others: readonly string[]): string {
  return name ?? deriveModuleName(label, others);
}

/** The singular of a plural label: 'Equipment loans' is 'Equipment loan'. */
export function toSingular(label: string): string {
  if (/[^aeiou]ies$/i.test(label)) return label.replace(/ies$/i, 'y');
  if (/(ss|us|is)$/i.test(label)) return label;
  return /(xes|ches|shes|sses)$/i.test(label) ? label.slice(0, -2) : label.replace(/s$/i, '');
}

/** The names of the rows with a label, by the key of the row. */
export function nameFields({ kind, hasTeams, fields }: NewModule): ReadonlyMap<number, string> {
  const { leading, trailing } = listDefaultFields(asModule(kind, hasTeams), []);
  const taken = [...leading, ...trailing].map(({ fieldName }) => fieldName);
  const names = new Map<number, string>();
  for (const { key, label } of fields) {
    const name = deriveFieldName(label, taken);
    if (name !== '') taken.push(name);
    names.set(key, name);
  }
  return names;
}

function asModule(kind: ModuleDefinition['kind'], hasTeams: boolean): ModuleDefinition {
  return { id: 'new', name: 'new', label: '', labelSingular: '', kind, team_enabled: hasTeams, fields: [] };
}

/** The problems of what is typed, by input: 'label', 'name', 'labelSingular', 'field.<key>' and 'field.<key>.options'. */
export function checkNewModule(input: NewModule, others: readonly string[]): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  if (input.label.trim() === '') problems.set('label', t('studioFields.newModule.needsLabel'));
  if (input.labelSingular.trim() === '') problems.set('labelSingular', t('studioFields.newModule.needsSingular'));
  const name = findModuleNameProblem(nameOfNew(input, others), others);
  if (name !== undefined && (input.name !== undefined || input.label.trim() !== ''))
    problems.set('name', t(`studioFields.name.module.${name}`));
  const names = nameFields(input);
  for (const row of input.fields) checkRow(row, names.get(row.key) ?? '', problems);
  return problems;
}

function isUnused({ label, options, ref }: FirstField): boolean {
  return label.trim() === '' && options.trim() === '' && ref === undefined;
}

function checkRow(row: FirstField, name: string, problems: Map<string, string>): void {
  const key = `field.${row.key}`;
  if (isUnused(row)) return;
  if (row.label.trim() === '') problems.set(key, t('studioFields.problem.label'));
  else {
    const problem = findFieldNameProblem(name, []);
    if (problem !== undefined) problems.set(key, t(`studioFields.name.field.${problem}`));
  }
  if (hasOptions(row.inputType) && splitOptions(row.options).length === 0)
    problems.set(`${key}.options`, t('studioFields.newModule.needsOptions'));
  if (isRelate(row.inputType) && row.ref === undefined) problems.set(`${key}.options`, t('studioFields.problem.ref'));
}

export function hasOptions(inputType: InputType): boolean {
  return inputType === 'Dropdown' || inputType === 'MultiSelect';
}

export function isRelate(inputType: InputType): boolean {
  return inputType === 'Relate' || inputType === 'MultiRelate';
}

/** The labels of options that were typed with commas or line breaks between them; each once. */
export function splitOptions(text: string): readonly string[] {
  const labels = text.split(/[,;\n]/).map((label) => label.trim());
  return [...new Set(labels.filter((label) => label !== ''))];
}

/** The definitions that a new module consists of. */
export interface NewDefinitions {
  readonly module: ModuleDefinition;
  readonly dropdowns: readonly DropdownDefinition[];
}

/** Builds the definitions of a new module. `createId` returns a new id; `dropdownNames` are taken. */
export function buildModule(
  input: NewModule,
  {
    others,
    dropdownNames,
    createId,
  }: { readonly others: readonly string[]; readonly dropdownNames: readonly string[]; readonly createId: () => string },
): NewDefinitions {
  const name = nameOfNew(input, others);
  const names = nameFields(input);
  const dropdowns: DropdownDefinition[] = [];
  const fields = input.fields
    .filter((row) => !isUnused(row))
    .map((row): FieldDefinition => {
      const fieldName = names.get(row.key) ?? '';
      const taken = [...dropdownNames, ...dropdowns.map((one) => one.name)];
      const dropdown = hasOptions(row.inputType) ? buildDropdown(`${name}_${fieldName}`, row.options, taken, createId) : undefined;
      if (dropdown !== undefined) dropdowns.push(dropdown);
      return {
        id: `field_${createId()}`,
        fieldName,
        label: row.label.trim(),
        inputType: row.inputType,
        ...(row.required ? { required: true } : {}),
        ...(dropdown === undefined ? {} : { dropdown: dropdown.name }),
        ...(isRelate(row.inputType) && row.ref !== undefined ? { ref: row.ref } : {}),
      };
    });
  const module: ModuleDefinition = {
    id: `module_${createId()}`,
    name,
    label: input.label.trim(),
    labelSingular: input.labelSingular.trim(),
    kind: input.kind,
    icon: input.icon,
    custom: true,
    active: true,
    ...(input.hasTeams ? { team_enabled: true } : {}),
    fields,
  };
  return { module, dropdowns };
}

function buildDropdown(base: string, typed: string, taken: readonly string[], createId: () => string): DropdownDefinition {
  const values: string[] = [];
  const options = splitOptions(typed).map((label) => {
    const value = deriveOptionValue(label, values);
    values.push(value);
    return { label, value };
  });
  return { id: `dropdown_${createId()}`, name: deriveOptionValue(base, taken), options };
}
