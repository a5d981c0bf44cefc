import type { JsonObject, JsonValue } from '../values/json.ts';
import { toText } from '../values/text.ts';
import { RELATION_OPERATORS, EXACT_OPERATORS } from '../filter/operators.ts';
import {
  isMissing,
  isObject,
  MISSING,
  moduleKeyOf,
  ownValue,
  problem,
  refuse,
  refuseAll,
  type FieldContext,
  type FieldProblem,
  type NormalizeResult,
  type FieldType,
} from './field-type.ts';
import { makeListKeys, formatEntries, listSchema, normalizeEntries } from './list-rules.ts';

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export const ID_SCHEMA: JsonObject = { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' };

const FLEX_SCHEMA: JsonObject = {
  type: 'object',
  properties: { module: { type: 'string' }, id: ID_SCHEMA },
  required: ['module', 'id'],
  additionalProperties: false,
};

/** An id, or an object with an `_id`, which is replaced by that id. Whether the record exists is not checked here. */
export function normalizeId(value: JsonValue): NormalizeResult {
  if (isMissing(value)) return MISSING;
  const id = isObject(value) ? ownValue(value, '_id') : value;
  if (isMissing(id) || typeof id !== 'string') return refuse('wrong_type', 'Choose a record.');
  return ID.test(id) ? { ok: true, value: id } : refuse('not_an_id', 'Choose a record by its id.');
}

/** A module's name; must be one of the field's modules if the field lists any. */
function normalizeModuleName(value: JsonValue, context: FieldContext): NormalizeResult {
  if (isMissing(value)) return MISSING;
  if (typeof value !== 'string') return refuse('wrong_type', 'Choose a module.');
  const allowed = context.refs.length === 0 || context.refs.includes(value);
  return allowed && context.hasModule(value) ? { ok: true, value } : refuse('not_a_module', 'Choose one of the modules.');
}

/** `{ module, id }`; a record with `_id` and its module is converted to that. */
function normalizeFlex(value: JsonValue, context: FieldContext): NormalizeResult {
  if (isMissing(value)) return MISSING;
  if (!isObject(value)) return refuse('wrong_type', 'Choose a module and a record.');
  const populated = Object.hasOwn(value, '_id');
  const problems: FieldProblem[] = [];
  if (!populated && Object.keys(value).some((name) => name !== 'module' && name !== 'id')) {
    problems.push(problem('unknown_property', 'Use module and id only.'));
  }
  const module = readPart(normalizeModuleName(ownValue(value, 'module') ?? null, context), 'module', 'Choose a module.', problems);
  const id = readPart(normalizeId(ownValue(value, populated ? '_id' : 'id') ?? null), 'id', 'Choose a record.', problems);
  return problems.length > 0 ? refuseAll(problems) : { ok: true, value: { module, id } };
}

function readPart(result: NormalizeResult, part: string, message: string, problems: FieldProblem[]): string {
  if (!result.ok) problems.push(...result.problems.map((found) => ({ ...found, path: part })));
  else if (result.value === undefined) problems.push(problem('required', message, part));
  return result.ok ? toText(result.value) : '';
}

/** A FlexRelate as a text, `module:id`. */
function formatFlex(value: JsonValue | undefined): string {
  return makeFlexKey(value, {}) ?? '';
}

/** The key of a FlexRelate, `module:id` with the name that keys have for the module. */
function makeFlexKey(value: JsonValue | undefined, context: Pick<FieldContext, 'moduleKeys'>): string | undefined {
  if (!isObject(value)) return undefined;
  const module = toText(ownValue(value, 'module'));
  const id = toText(ownValue(value, 'id'));
  return module === '' || id === '' ? undefined : `${moduleKeyOf(context, module)}:${id}`;
}

/** The key of a module's name. */
function makeModuleKey(value: JsonValue | undefined, context: FieldContext): string | undefined {
  const name = toText(value);
  return name === '' ? undefined : moduleKeyOf(context, name);
}

/** Another record, by its id. */
export const relate: FieldType = {
  name: 'Relate',
  schemaType: 'String',
  comparison: 'exact',
  keyKind: 'text',
  list: false,
  operators: RELATION_OPERATORS,
  normalize: normalizeId,
  toKey: (value) => toText(value) || undefined,
  format: toText,
  jsonSchema: () => ID_SCHEMA,
};

/** The ids of several distinct records, in the order given. */
export const multiRelate: FieldType = {
  name: 'MultiRelate',
  schemaType: 'Array',
  comparison: 'exact',
  keyKind: 'text',
  list: true,
  operators: RELATION_OPERATORS,
  normalize: (value) => normalizeEntries(value, normalizeId, toText),
  toKey: (value) => makeListKeys(value, (entry) => toText(entry) || undefined),
  format: (value) => formatEntries(value, toText),
  jsonSchema: () => listSchema(ID_SCHEMA),
};

/** A record of one of several modules: `{ module, id }`. */
export const flexRelate: FieldType = {
  name: 'FlexRelate',
  schemaType: 'Object',
  comparison: 'flex',
  keyKind: 'text',
  list: false,
  operators: RELATION_OPERATORS,
  normalize: normalizeFlex,
  toKey: makeFlexKey,
  format: formatFlex,
  jsonSchema: () => FLEX_SCHEMA,
};

/** Several distinct records of several modules, in the order given. */
export const multiFlexRelate: FieldType = {
  name: 'MultiFlexRelate',
  schemaType: 'Array',
  comparison: 'flex',
  keyKind: 'text',
  list: true,
  operators: RELATION_OPERATORS,
  normalize: (value, context) => normalizeEntries(value, (entry) => normalizeFlex(entry, context), formatFlex),
  toKey: (value, context) => makeListKeys(value, (entry) => makeFlexKey(entry, context)),
  format: (value) => formatEntries(value, formatFlex),
  jsonSchema: () => listSchema(FLEX_SCHEMA),
};

/** The name of a module. */
export const module: FieldType = {
  name: 'Module',
  schemaType: 'Object',
  comparison: 'exact',
  keyKind: 'text',
  list: false,
  operators: EXACT_OPERATORS,
  normalize: normalizeModuleName,
  toKey: makeModuleKey,
  format: toText,
  jsonSchema: () => ({ type: 'string', maxLength: 64 }),
};

/** Several distinct module names, in the order given. */
export const multiModule: FieldType = {
  name: 'MultiModule',
  schemaType: 'Array',
  comparison: 'exact',
  keyKind: 'text',
  list: true,
  operators: EXACT_OPERATORS,
  normalize: (value, context) => normalizeEntries(value, (entry) => normalizeModuleName(entry, context), toText),
  toKey: (value, context) => makeListKeys(value, (entry) => makeModuleKey(entry, context)),
  format: (value) => formatEntries(value, toText),
  jsonSchema: () => listSchema({ type: 'string', maxLength: 64 }),
};
