import { listNestedColumns, type CompiledField, type CompiledModule } from '#engine/model/compiled';
import type { ColumnDefinition } from '#engine/model/definitions';
import type { DefinitionSnapshot } from '../../engine/registry/index.ts';

/** Path of the types, relative to the root of the repository. */
export const TYPES_FILE = 'plugins/records.d.ts';

const HEAD = `// Generated from the definitions by \`npm run types\`; a test checks that it is current. An admin may add fields and values that are not here.
import type { JsonObject, JsonValue } from '#engine/model';

export type AddressValue = { readonly street?: string; readonly city?: string; readonly state?: string; readonly zip?: string };
export type EmailAddressValue = { readonly email_address: string; readonly primary: boolean; readonly opt_out: boolean; readonly invalid_email: boolean };
export type MessageValue = { readonly text: string; readonly by: string; readonly at: string };
/** A record of another module. */
export type RecordLink = { readonly module: string; readonly id: string };
/** A record of which only the names of its fields are known, such as what a form or a draft holds. */
export type Unchecked<Fields> = { readonly [field in keyof Fields]?: JsonValue | undefined };
`;

/** Hooks that specify their module are typed by its records: `PreSaveContext<'subs'>`. */
const HOOKS = `declare module '#engine/model' {
  interface ModuleRecords extends RecordsByModule {}
}
`;

/** The stored form of the values of a type; types that are not listed depend on the field, or are stored as text. */
const STORED: { readonly [inputType: string]: string } = {
  Address: 'AddressValue',
  Array: 'readonly JsonValue[]',
  AutoIncrement: 'number',
  Checkbox: 'boolean',
  Currency: 'number',
  EmailAddress: 'readonly EmailAddressValue[]',
  FlexRelate: 'RecordLink',
  ListField: 'readonly string[]',
  MessageListField: 'readonly MessageValue[]',
  MultiFlexRelate: 'readonly RecordLink[]',
  MultiModule: 'readonly string[]',
  MultiRelate: 'readonly string[]',
  Number: 'number',
  Object: 'JsonObject',
};

/**
 * The content of the whole file: the values of each dropdown, and the stored form of each module's records, one per line;
 * an empty field is absent.
 */
export function makeRecordTypes({ modules, dropdowns }: DefinitionSnapshot): string {
  const all = [...modules.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  const common = listCommon(all);
  const used = new Set(
    all.flatMap(({ fields }) =>
      [...fields.values()].flatMap((field) =>
        [field, ...listNestedColumns(field).map(({ column }) => column)].flatMap(({ definition }) => definition.dropdown ?? []),
      ),
    ),
  );
  const values = [...used].sort().map(
    (name) =>
      `export type ${typeName(name)}Value = ${
        dropdowns
          .get(name)
          ?.options.map(({ value }) => `'${value.replaceAll("'", "\\'")}'`)
          .join(' | ') || 'never'
      };`,
  );
  const base = `/** What every record has. */\nexport interface CommonRecord {\n  readonly _id: string;\n  readonly _version: number;\n${common.map((line) => `  ${line}`).join('\n')}\n}\n`;
  const byName = `/** Records by the name of their module. */\nexport interface RecordsByModule { ${all.map(({ name }) => `readonly ${name}: ${typeName(name)}Record`).join('; ')} }\n`;
  return [HEAD, `${values.join('\n')}\n`, base, all.map((module) => describe(module, common)).join(''), byName, HOOKS].join('\n');
}

function describe(module: CompiledModule, common: readonly string[]): string {
  const own = linesOf(module).filter((line) => !common.includes(line));
  return `/** ${module.labelSingular}, at ${module.path} */\nexport interface ${typeName(module.name)}Record extends CommonRecord { ${own.join(' ')} }\n`;
}

/** Fields that all modules have, with the same type. */
function listCommon(modules: readonly CompiledModule[]): readonly string[] {
  const [first = [], ...others] = modules.map(linesOf);
  return first.filter((line) => others.every((lines) => lines.includes(line)));
}

function linesOf({ fields }: CompiledModule): readonly string[] {
  return [...fields.values()].map(lineOf);
}

function lineOf(field: CompiledField): string {
  return propertyOf(field, typeOf(field));
}

/** An Object column without columns of its own takes any JSON. */
function columnOf(column: CompiledField): string {
  const { inputType, entry, numbers } = column.definition as ColumnDefinition;
  if (numbers === true) return propertyOf(column, 'readonly number[]');
  return propertyOf(column, inputType === 'Object' && entry === undefined ? 'JsonValue' : typeOf(column));
}

function propertyOf({ name }: CompiledField, type: string): string {
  return `readonly ${/^\w+$/.test(name) ? name : `'${name}'`}?: ${type};`;
}

/** Converts 'job_status' and 'ptoRequests' to 'JobStatus' and 'PtoRequests'. */
function typeName(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
}

function typeOf({ definition: { inputType, dropdown }, columns }: CompiledField): string {
  if (columns.length > 0) {
    const entry = `{ ${columns.map(columnOf).join(' ')} }`;
    return inputType === 'Array' ? `readonly ${entry}[]` : entry;
  }
  const options = dropdown === undefined ? 'string' : `${typeName(dropdown)}Value`;
  if (inputType === 'Dropdown') return options;
  return inputType === 'MultiSelect' ? `readonly ${options}[]` : (STORED[inputType] ?? 'string');
}
