import type { CompiledModule } from '../compiled/compiled-module.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';

/** How a value is shown in a name: a day as 'Dec 6', a number without its unit. */
export const NAME_FORMATS = ['day', 'number'] as const;
export type NameFormat = (typeof NAME_FORMATS)[number];

/** A placeholder of a template: its fields, of which the first one that is not empty is used, and the text before it. */
export interface NamePart {
  readonly before: string;
  readonly fields: readonly string[];
  /** Undefined: as the type of the field shows its values. */
  readonly format: NameFormat | undefined;
}

/** A template for the name of a record, based on its fields: '{product} – {customer|company}, {bought:day}'. */
export interface NameTemplate {
  readonly parts: readonly NamePart[];
  readonly after: string;
  /** All distinct fields of the template. */
  readonly fields: readonly string[];
}

const PLACEHOLDER = /\{([^{}:]*)(?::([^{}]*))?\}/g;

/** The maximum length of a TextField. */
const MAX_LENGTH = 1000;

/** Parses a template. Everything outside of braces is text. Pure. */
export function readNameTemplate(text: string): NameTemplate {
  const parts: NamePart[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const fields = (match[1] ?? '').split('|').map((name) => name.trim());
    parts.push({ before: text.slice(end, match.index), fields, format: NAME_FORMATS.find((format) => format === match[2]) });
    end = match.index + match[0].length;
  }
  return { parts, after: text.slice(end), fields: [...new Set(parts.flatMap((part) => part.fields))] };
}

/** The names of formats in a template that do not exist. */
export function listUnknownFormats(text: string): readonly string[] {
  const formats = [...text.matchAll(PLACEHOLDER)].flatMap((match) => match[2] ?? []);
  return formats.filter((format) => !(NAME_FORMATS as readonly string[]).includes(format));
}

/**
 * Generates the name of a record: `textOf` returns the display text of a field, '' if it is empty. An empty placeholder is
 * omitted with the text before it; `undefined` when all placeholders are empty.
 */
export function fillNameTemplate(
  template: NameTemplate,
  textOf: (fieldName: string, format: NameFormat | undefined) => string,
): string | undefined {
  let name = '';
  for (const [index, { before, fields, format }] of template.parts.entries()) {
    const text = fields.map((field) => textOf(field, format)).find((one) => one !== '');
    if (text !== undefined) name += `${name === '' && index > 0 ? '' : before}${text}`;
  }
  return name === '' ? undefined : [...`${name}${template.after}`.trim()].slice(0, MAX_LENGTH).join('');
}

/** The fields from which a module generates the name of a record without one; empty if names are typed by users. */
export function nameSourcesOf({
  definition,
  fields,
  nameField,
}: Pick<CompiledModule, 'definition' | 'fields' | 'nameField'>): readonly string[] {
  if (!fields.has('name')) return [];
  if (definition.name_template !== undefined) return readNameTemplate(definition.name_template).fields.filter((name) => fields.has(name));
  if (fields.has('first_name') && fields.has('last_name')) return ['first_name', 'last_name'];
  return nameField === 'name' ? [] : [nameField];
}

/** The name of a record: its own, or first and last name for a person without one; `undefined` when it has neither. */
export function formatName(record: JsonObject): string | undefined {
  const own = readTrimmed(record, 'name');
  if (own !== '') return own;
  const whole = [readTrimmed(record, 'first_name'), readTrimmed(record, 'last_name')].filter((word) => word !== '').join(' ');
  return whole === '' ? undefined : whole;
}

/** First and last name from a whole name: its last word is the last name. */
export function splitName(name: string): { readonly first: string | undefined; readonly last: string } {
  const words = name.trim().split(/\s+/);
  const first = words.slice(0, -1).join(' ');
  return { first: first === '' ? undefined : first, last: words.at(-1) ?? '' };
}

function readTrimmed(record: JsonObject, name: string): string {
  const value: JsonValue | undefined = Object.hasOwn(record, name) ? record[name] : undefined;
  return typeof value === 'string' ? value.trim() : '';
}
