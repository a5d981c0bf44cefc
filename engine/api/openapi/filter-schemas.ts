import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { Rights } from '../../access/index.ts';
import { ADDRESS_PART_OPERATORS, ADDRESS_PARTS, FIELD_TYPES } from '#engine/model/field-types';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { FilterOperator } from '#engine/model/filter';
import type { JsonObject } from '#engine/model/values';

const TEXT: JsonObject = { type: 'string' };
const VARIABLE: JsonObject = { $ref: '#/components/schemas/FilterVariable' };

/** Schemas of operands, by the comparison of the field. */
const VALUES: { readonly [comparison: string]: JsonObject } = {
  number: { type: 'number' },
  money: { type: 'number', description: 'Dollars with at most two decimals.' },
  boolean: { type: 'boolean' },
  day: { anyOf: [{ type: 'string', format: 'date' }, VARIABLE] },
  instant: { anyOf: [{ type: 'string', description: 'An instant, or a day in the time zone of the product.' }, VARIABLE] },
  exact: { anyOf: [{ type: 'string' }, VARIABLE] },
  flex: {
    type: 'object',
    required: ['module', 'id'],
    properties: { module: { type: 'string' }, id: { anyOf: [{ type: 'string' }, VARIABLE] } },
    additionalProperties: false,
  },
};

const WITHIN_MILES: JsonObject = {
  type: 'object',
  required: ['of', 'miles'],
  additionalProperties: false,
  description: 'The ZIP is within this distance of a ZIP or a point (straight line).',
  properties: {
    of: {
      anyOf: [
        { type: 'string', pattern: '^\\d{5}$' },
        {
          type: 'object',
          required: ['latitude', 'longitude'],
          additionalProperties: false,
          properties: {
            latitude: { type: 'number', minimum: -90, maximum: 90 },
            longitude: { type: 'number', minimum: -180, maximum: 180 },
          },
        },
      ],
    },
    miles: { type: 'number', minimum: 0, maximum: 500 },
  },
};

/** Builds the schema of the filter variables, shared by all modules. */
export function buildVariableSchema({ userVariables }: DefinitionSnapshot): JsonObject {
  return {
    type: 'object',
    required: ['$'],
    additionalProperties: false,
    description: 'A value of the request: the caller, their teams or roles, a record that represents the caller, or the current time.',
    properties: {
      $: { enum: ['me', 'my_teams', 'my_roles', ...userVariables.map(({ name }) => name), 'today', 'now'] },
      days: { type: 'integer' },
    },
  };
}

/** Returns the name of a module's filter schema. */
export function filterName(module: string): string {
  return `${module}.filter`;
}

/**
 * Builds the schema of the filters that a user with these rights may use on a module: fields, parts of addresses,
 * relations and logical operators.
 */
export function buildFilterSchema(module: CompiledModule, rights: Rights, isReachable: (name: string) => boolean): JsonObject {
  const self: JsonObject = { $ref: `#/components/schemas/${filterName(module.name)}` };
  const fields = [...module.fields.values()].filter((field) => rights.canFilter(module, field.name));
  const reverse = [...module.relations.values()].filter(
    (relation) => relation.direction === 'reverse' && relation.modules.every(isReachable),
  );
  const list: JsonObject = { type: 'array', minItems: 1, maxItems: 1_000, items: self };
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      and: list,
      or: list,
      not: self,
      _id: entryOf({ type: 'string' }, ['equals', 'in', 'exists']),
      ...Object.fromEntries(fields.flatMap((field) => fieldEntries(field, isReachable))),
      ...Object.fromEntries(
        reverse.map(({ name, modules }) => [
          name,
          {
            type: 'object',
            required: ['related'],
            additionalProperties: false,
            properties: { related: filterOf(modules[0], isReachable) },
          },
        ]),
      ),
    },
  };
}

function fieldEntries(field: CompiledField, isReachable: (name: string) => boolean): (readonly [string, JsonObject])[] {
  const { comparison, operators } = field.type;
  const related =
    comparison === 'flex'
      ? {
          type: 'object',
          required: ['module', 'filter'],
          properties: { module: { type: 'string' }, filter: { type: 'object' } },
          additionalProperties: false,
        }
      : filterOf(field.refs[0], isReachable);
  // A field that contains ZIPs without being an Address is marked in its definition, not by its type.
  const containsZips = comparison !== 'address' && (field.definition.zipAutofill !== undefined || field.definition.containsZips === true);
  const whole = containsZips
    ? entryOf(VALUES[comparison] ?? TEXT, [...operators, 'withinMiles'])
    : operators.includes('related')
      ? entryOf(VALUES[comparison] ?? TEXT, operators, related)
      : entryReference(comparison, operators);
  const parts =
    comparison === 'address'
      ? ADDRESS_PARTS.map((part) => [`${field.name}.${part}`, entryReference('text', ADDRESS_PART_OPERATORS)] as const)
      : [];
  return [[field.name, whole], ...parts];
}

/** Fields without relations share their entries among all modules, by comparison and operators. */
function entryReference(comparison: string, operators: readonly FilterOperator[]): JsonObject {
  return { $ref: `#/components/schemas/${entryName(comparison, operators)}` };
}

function entryName(comparison: string, operators: readonly FilterOperator[]): string {
  return `FieldFilter.${comparison}.${operators.join('-')}`;
}

/** The entries that all modules share, by name. */
export function sharedEntries(): { readonly [name: string]: JsonObject } {
  const kinds = Object.values(FIELD_TYPES)
    .map(({ comparison, operators }) => ({ comparison, operators }))
    .concat([{ comparison: 'text', operators: ADDRESS_PART_OPERATORS }]);
  return Object.fromEntries(
    kinds
      .filter(({ operators }) => !operators.includes('related'))
      .map(({ comparison, operators }) => [
        entryName(comparison, operators),
        entryOf(
          VALUES[comparison] ?? TEXT,
          comparison === 'none' ? ['exists'] : comparison === 'address' ? ['exists', 'withinMiles'] : operators,
        ),
      ]),
  );
}

function filterOf(module: string | undefined, isReachable: (name: string) => boolean): JsonObject {
  return module !== undefined && isReachable(module) ? { $ref: `#/components/schemas/${filterName(module)}` } : { type: 'object' };
}

/** Schema of an entry: a scalar (equals), null (missing), or an object of operators. */
function entryOf(value: JsonObject, operators: readonly FilterOperator[], related: JsonObject = { type: 'object' }): JsonObject {
  const text: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
  const bounds = { gt: value, gte: value, lt: value, lte: value };
  const known: { readonly [operator in FilterOperator]?: JsonObject } = {
    equals: { anyOf: [value, { type: 'null' }] },
    in: { anyOf: [{ type: 'array', minItems: 1, maxItems: 1_000, items: value }, VARIABLE] },
    contains: text,
    startsWith: text,
    range: { type: 'object', minProperties: 1, additionalProperties: false, properties: bounds },
    exists: { type: 'boolean' },
    withinMiles: WITHIN_MILES,
    related,
  };
  const properties = Object.fromEntries(
    operators.flatMap((operator) => (known[operator] === undefined ? [] : [[operator, known[operator]]])),
  );
  const object: JsonObject = { type: 'object', minProperties: 1, additionalProperties: false, properties };
  const scalar = operators.includes('equals') && !('properties' in value) ? [value] : [];
  return { anyOf: [...scalar, { type: 'null' }, object] };
}
