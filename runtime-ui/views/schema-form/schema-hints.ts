import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { humanizeName } from '../../headless/form/index.ts';

function isSchema(value: unknown): value is RJSFSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A keyword of a schema that is a text. */
export function readText(schema: RJSFSchema, keyword: string): string | undefined {
  const value: unknown = schema[keyword];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The label of a property: its title, else its name in words. rjsf passes the name where there is no title. */
export function readLabel(label: string, name: string): string {
  return label === name ? humanizeName(name) : label;
}

/** The first example of a schema, as the placeholder of its input. */
export function readPlaceholder({ examples }: RJSFSchema): string | undefined {
  const [first]: readonly unknown[] = Array.isArray(examples) ? examples : [];
  return typeof first === 'string' || typeof first === 'number' ? String(first) : undefined;
}

/** The options of a schema of texts, with their labels; undefined: it has none. */
export function readOptions({ oneOf }: RJSFSchema): readonly { readonly value: string; readonly label: string }[] | undefined {
  return oneOf?.flatMap((option) => {
    const value: unknown = typeof option === 'object' ? option.const : undefined;
    return typeof value === 'string' ? [{ value, label: (typeof option === 'object' ? option.title : undefined) ?? value }] : [];
  });
}

/** The modules whose records, or which, can be chosen; none: any. */
export function readModules(schema: RJSFSchema): readonly string[] {
  if (schema.format === 'user') return ['users'];
  const modules: unknown = schema['x-modules'];
  if (Array.isArray(modules)) return (modules as readonly unknown[]).filter((one) => typeof one === 'string');
  const module = readText(schema, 'x-module');
  return module === undefined ? [] : [module];
}

const WIDGETS_OF_SETS: { readonly [format: string]: string } = { record: 'records', user: 'records', module: 'modules' };

function widgetOfArray({ format, items, uniqueItems }: RJSFSchema): string | undefined {
  if (format === 'checkboxes') return 'checkboxes';
  if (!isSchema(items) || uniqueItems !== true || items.enum !== undefined || items.oneOf !== undefined) return undefined;
  return WIDGETS_OF_SETS[items.format ?? ''] ?? (items.type === 'string' ? 'list' : undefined);
}

/** Whether nothing is known of the structure of a value: it is edited as JSON. */
function isUnknown(schema: RJSFSchema): boolean {
  const { type, properties, additionalProperties, patternProperties, oneOf, anyOf, allOf, $ref, enum: values, items } = schema;
  if ('const' in schema || [oneOf, anyOf, allOf, $ref, values].some((one) => one !== undefined)) return false;
  if (type === 'object') return properties === undefined && additionalProperties === undefined && patternProperties === undefined;
  return type === undefined ? properties === undefined && items === undefined : type === 'array' && items === undefined;
}

/** What the schema alone says about how a value is edited, for what rjsf would edit in another way. */
export function addHints(schema: RJSFSchema, uiSchema: UiSchema = {}): UiSchema {
  if (uiSchema['ui:field'] !== undefined || uiSchema['ui:widget'] !== undefined) return uiSchema;
  if (isUnknown(schema)) return { ...uiSchema, 'ui:field': 'JsonField' };
  const widget = schema.type === 'array' ? widgetOfArray(schema) : undefined;
  return widget === undefined ? uiSchema : { ...uiSchema, 'ui:widget': widget };
}
