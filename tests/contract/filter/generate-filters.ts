import fc from 'fast-check';
import type { CompiledField, CompiledModule, CompiledRelation, ModuleCatalog } from '#engine/model/compiled';
import type { FilterOperator } from '#engine/model/filter';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';

/** Documents by module name, from which operands are taken. */
export type DocumentsByModule = ReadonlyMap<string, readonly RecordDocument[]>;

/** Generators for the filters of one module. */
export interface FilterGenerator {
  readonly filter: fc.Arbitrary<JsonObject>;
  /** Every operator of every field, one entry each: `field operator`. */
  readonly entries: ReadonlyMap<string, fc.Arbitrary<JsonObject>>;
}

const PARTS = ['street', 'city', 'state', 'zip'];
const PART_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'contains', 'startsWith', 'range', 'exists'];

/**
 * Generates filters over a module whose operands are taken from the records, unchanged or slightly modified; `related` up
 * to `depth` levels deep.
 */
export function createFilterGenerator(
  module: CompiledModule,
  catalog: ModuleCatalog,
  documents: DocumentsByModule,
  depth = 3,
): FilterGenerator {
  const entries = new Map<string, fc.Arbitrary<JsonObject>>();
  for (const field of module.fields.values()) {
    for (const operator of field.type.operators) {
      if (operator === 'withinMiles' || operator === 'related') continue;
      if (field.type.comparison === 'address' && operator !== 'exists') continue;
      addEntry(entries, field.name, operator, operandOf(operator, valuesOf(documents, module, field), field.type.comparison === 'text'));
    }
    if (field.type.comparison !== 'address') continue;
    for (const part of PARTS)
      for (const operator of PART_OPERATORS)
        addEntry(entries, `${field.name}.${part}`, operator, operandOf(operator, partsOf(documents, module, field, part), true));
  }
  const ids = (documents.get(module.name) ?? []).map((document) => document._id);
  for (const operator of ['equals', 'in', 'range'] as const) addEntry(entries, '_id', operator, operandOf(operator, ids));
  if (depth > 0) for (const relation of module.relations.values()) addRelated(entries, relation, catalog, documents, depth);
  return { filter: combine(fc.oneof(...entries.values())), entries };
}

function addEntry(entries: Map<string, fc.Arbitrary<JsonObject>>, name: string, operator: string, operand: fc.Arbitrary<JsonValue>): void {
  entries.set(
    `${name} ${operator}`,
    operand.map((value) => ({ [name]: { [operator]: value } })),
  );
}

function addRelated(
  entries: Map<string, fc.Arbitrary<JsonObject>>,
  relation: CompiledRelation,
  catalog: ModuleCatalog,
  documents: DocumentsByModule,
  depth: number,
): void {
  const modules = relation.modules.length > 0 ? relation.modules : [...catalog.modules.keys()];
  const operands = modules.map((name) => {
    const inner = createFilterGenerator(catalog.modules.get(name) as CompiledModule, catalog, documents, depth - 1).filter;
    return relation.flex && relation.direction === 'forward' ? inner.map((filter) => ({ module: name, filter })) : inner;
  });
  addEntry(entries, relation.name, 'related', fc.oneof(...operands));
}

/** One entry, or several in `and`, `or`, `not`, or in one object. */
function combine(entry: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  const pair = fc.tuple(entry, entry);
  return fc.oneof(
    { arbitrary: entry, weight: 6 },
    { arbitrary: pair.map((filters) => ({ and: filters })), weight: 1 },
    { arbitrary: pair.map(([a, b]) => ({ ...a, ...b })), weight: 1 },
    { arbitrary: fc.array(entry, { minLength: 1, maxLength: 3 }).map((filters) => ({ or: filters })), weight: 3 },
    { arbitrary: entry.map((filter) => ({ not: filter })), weight: 2 },
    {
      arbitrary: fc.tuple(entry, entry, entry).map(([a, b, c]) => ({ and: [{ not: { or: [a, b] } }, { or: [c, { not: { ...a } }] }] })),
      weight: 1,
    },
  );
}

function valuesOf(documents: DocumentsByModule, module: CompiledModule, field: CompiledField): JsonValue[] {
  return (documents.get(module.name) ?? []).flatMap((document) => operandForms(field, document[field.name]));
}

function partsOf(documents: DocumentsByModule, module: CompiledModule, field: CompiledField, part: string): JsonValue[] {
  return (documents.get(module.name) ?? []).flatMap((document) => {
    const address = document[field.name] as JsonObject | undefined;
    return address?.[part] ?? [];
  });
}

/** A stored value in the forms of operands: the elements of a list, the address of an e-mail entry, the text of a message. */
function operandForms(field: CompiledField, value: JsonValue | undefined): JsonValue[] {
  if (value === undefined || value === null) return [];
  const members = (field.type.list ? value : [value]) as readonly JsonValue[];
  if (field.type.name === 'EmailAddress') return members.map((member) => (member as JsonObject)['email_address'] as JsonValue);
  if (field.type.name === 'MessageListField') return members.map((member) => (member as JsonObject)['text'] as JsonValue);
  return [...members];
}

/** Spellings that fold to the same text. */
const SPELLINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.normalize('NFD'),
  (text) => ` ${text.replaceAll(' ', '\t ')}`,
];

function operandOf(operator: FilterOperator, values: readonly JsonValue[], folds = false): fc.Arbitrary<JsonValue> {
  if (operator === 'exists') return fc.boolean();
  const stored = fc.constantFrom(...values);
  const value = folds ? fc.tuple(stored, fc.constantFrom(...SPELLINGS)).map(([text, spell]) => spell(textOf(text))) : stored;
  switch (operator) {
    case 'equals':
      return fc.oneof({ arbitrary: value.map(bend), weight: 8 }, { arbitrary: fc.constant(null), weight: 1 });
    case 'in':
      return fc.array(fc.oneof({ arbitrary: value, weight: 12 }, { arbitrary: fc.constant(null), weight: 1 }), {
        minLength: 1,
        maxLength: 12,
      });
    case 'contains':
      return fc.tuple(value, fc.nat(), fc.integer({ min: 1, max: 6 })).map(([one, start, length]) => cut(textOf(one), start, length));
    case 'startsWith':
      return fc.tuple(value, fc.integer({ min: 1, max: 4 })).map(([one, length]) => cut(textOf(one), 0, length));
    default:
      return rangeOf(value);
  }
}

/** Sometimes converts a date-time to a day. */
function bend(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return value.endsWith('1Z') || value.endsWith('3Z') ? value.slice(0, 10) : value;
  return value;
}

function cut(text: string, start: number, length: number): string {
  const characters = [...text];
  const from = characters.length === 0 ? 0 : start % characters.length;
  const piece = characters.slice(from, from + length).join('');
  return length % 2 === 0 ? piece.toUpperCase().slice(0, 200) : piece;
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function rangeOf(value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc.tuple(value, value, fc.constantFrom('gt', 'gte', 'none'), fc.constantFrom('lt', 'lte', 'none')).map(([a, b, lower, upper]) => {
    const [low, high] = lessThan(a, b) ? [a, b] : [b, a];
    const bounds: { [name: string]: JsonValue } = {};
    if (lower !== 'none') bounds[lower] = bend(low);
    if (upper !== 'none' || lower === 'none') bounds[upper === 'none' ? 'lte' : upper] = bend(high);
    return bounds;
  });
}

function lessThan(a: JsonValue, b: JsonValue): boolean {
  return typeof a === 'number' && typeof b === 'number' ? a < b : textOf(a).toLowerCase() < textOf(b).toLowerCase();
}
