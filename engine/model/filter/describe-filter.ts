import type { CompiledField, CompiledModule, ModuleCatalog } from '../compiled/compiled-module.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';
import { lowercaseLabel } from '../values/text.ts';
import { readRelatedFilter } from './prune-filter.ts';
import { isObject } from '../field-types/field-type.ts';

/** Words for the values of variables that every filter may use. */
const VARIABLES: { readonly [name: string]: string } = {
  me: 'the user',
  my_teams: 'a team of the user',
  my_roles: 'a role of the user',
  today: 'today',
  now: 'now',
};

const BOUNDS = [
  ['gt', 'more than', 'after'],
  ['gte', 'at least', 'on or after'],
  ['lt', 'less than', 'before'],
  ['lte', 'at most', 'on or before'],
] as const;

const DATES: ReadonlySet<unknown> = new Set(['day', 'instant']);

/** A valid filter in words: 'State is Open or Waiting, and Assigned to is the user'. The empty filter: 'all records'. */
export function describeFilter(filter: JsonObject, module: CompiledModule, catalog: ModuleCatalog): string {
  const text = describeEntries(filter, module, catalog);
  return text === '' ? 'all records' : text;
}

function describeEntries(filter: JsonObject, module: CompiledModule, catalog: ModuleCatalog): string {
  return joinWords(
    Object.entries(filter).map(([name, value]) => describeEntry(name, value, module, catalog)),
    'and',
  );
}

function describeEntry(name: string, value: JsonValue, module: CompiledModule, catalog: ModuleCatalog): string {
  if ((name === 'and' || name === 'or') && Array.isArray(value)) {
    const parts = (value as readonly JsonValue[]).map((one) => describeEntries(toObject(one), module, catalog));
    return parts.length > 1 ? `(${joinWords(parts, name)})` : (parts[0] ?? '');
  }
  if (name === 'not') return `not (${describeEntries(toObject(value), module, catalog)})`;
  const operators = isOperators(value) ? value : { equals: value };
  return joinWords(
    Object.entries(operators).map(([operator, operand]) => describeOperator(name, operator, operand, module, catalog)),
    'and',
  );
}

function describeOperator(name: string, operator: string, operand: JsonValue, module: CompiledModule, catalog: ModuleCatalog): string {
  const [head = '', part] = name.split('.');
  const field = module.fields.get(name) ?? module.fields.get(head);
  const label = name === '_id' ? 'the id' : (field?.label ?? module.relations.get(name)?.label ?? name);
  const subject = part === undefined ? label : `${label} (${part.replaceAll('_', ' ')})`;
  const words = (value: JsonValue): string => describeValue(value, field, catalog);
  switch (operator) {
    case 'equals':
      return operand === null ? `${subject} is empty` : `${subject} is ${words(operand)}`;
    case 'in':
      return `${subject} is ${joinWords(toList(operand).map(words), 'or')}`;
    case 'contains':
      return `${subject} contains ${words(operand)}`;
    case 'startsWith':
      return `${subject} begins with ${words(operand)}`;
    case 'exists':
      return `${subject} is ${operand === true ? 'filled in' : 'empty'}`;
    case 'range':
      return describeRange(subject, toObject(operand), words, DATES.has(field?.type.comparison));
    case 'related': {
      const related = readRelatedFilter(name, operand, module, catalog);
      const inner = related === undefined ? '' : describeEntries(related.filter, related.module, catalog);
      const what = related === undefined ? 'record' : lowercaseLabel(related.module.labelSingular);
      return inner === '' ? `${subject} has a ${what}` : `${subject} has a ${what} for which ${inner}`;
    }
    default:
      return `${subject} ${operator} ${JSON.stringify(operand)}`;
  }
}

function describeRange(subject: string, range: JsonObject, words: (value: JsonValue) => string, isDate: boolean): string {
  const parts = BOUNDS.flatMap(([name, ofNumber, ofDate]) =>
    range[name] === undefined ? [] : [`${isDate ? ofDate : ofNumber} ${words(range[name])}`],
  );
  return `${subject} is ${joinWords(parts, 'and')}`;
}

function describeValue(value: JsonValue, field: CompiledField | undefined, catalog: ModuleCatalog): string {
  if (isObject(value) && typeof value['$'] === 'string') return describeVariable(value['$'], value['days'], catalog);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return isObject(value) && typeof value['id'] === 'string' ? value['id'] : JSON.stringify(value);
  return field?.dropdown?.options.find((option) => option.value === value)?.label ?? `'${value}'`;
}

function describeVariable(name: string, days: JsonValue | undefined, { modules }: ModuleCatalog): string {
  const own = [...modules.values()].find(({ definition }) => definition.userVariable?.name === name);
  const text = VARIABLES[name] ?? (own === undefined ? name : `the ${lowercaseLabel(own.labelSingular)} of the user`);
  if (typeof days !== 'number' || days === 0) return text;
  const count = Math.abs(days);
  return `${count} ${count === 1 ? 'day' : 'days'} ${days > 0 ? 'after' : 'before'} ${text}`;
}

function joinWords(parts: readonly string[], word: 'and' | 'or'): string {
  const filled = parts.filter((part) => part !== '');
  return filled.length < 2 ? filled.join('') : `${filled.slice(0, -1).join(', ')} ${word} ${filled.at(-1) ?? ''}`;
}

function isOperators(value: JsonValue): value is JsonObject {
  return isObject(value) && !Object.hasOwn(value, '$');
}

function toObject(value: JsonValue): JsonObject {
  return isObject(value) ? value : {};
}

function toList(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
}
