/** A JSON Schema of the document. */
export type Schema = { readonly [keyword: string]: unknown };

/** Generates values that a schema allows, and some that it does not; the same ones for the same seed. */
export interface ValueGenerator {
  /** Returns a value that matches the schema. */
  fitting(schema: Schema): unknown;
  /** Returns a value that may match or not. */
  anything(): unknown;
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
}

const INVALID_VALUES: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1e300,
  true,
  [],
  {},
  [null],
  { $gt: '' },
  { 'a.b': 1 },
  '2026-02-30',
  'x'.repeat(2_000),
  '\u0000',
  '😀é',
  "' OR 1=1",
  '../../etc/passwd',
  'NaN',
];

/** Nesting depth up to which optional values are generated. */
const DEEPEST = 12;

export function createValueGenerator(seed: number, resolve: (reference: string) => Schema, ids: readonly string[]): ValueGenerator {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const chance = (share: number): boolean => next() < share;
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const integer = (lowest: number, highest: number): number => lowest + Math.floor(next() * (highest - lowest + 1));
  const text = (schema: Schema): string => {
    const {
      format,
      pattern,
      minLength = 0,
      maxLength = 40,
    } = schema as { format?: string; pattern?: string; minLength?: number; maxLength?: number };
    if (format === 'date') return `20${integer(10, 40)}-0${integer(1, 9)}-1${integer(0, 9)}`;
    if (format === 'date-time') return `20${integer(10, 40)}-0${integer(1, 9)}-1${integer(0, 9)}T10:20:30.000Z`;
    if (format === 'uuid') return pick(ids);
    if (format === 'uri' || /http/.test(pattern ?? '')) return 'https://example.com/a';
    if (pattern !== undefined && /\\d|0-9/.test(pattern)) return `404555${integer(1_000, 9_999)}`;
    if (chance(0.3)) return pick(ids);
    const letters = Array.from({ length: Math.max(minLength, integer(1, Math.min(maxLength, 12))) }, () => pick([...'abcdefg hijklmnopé']));
    return letters.join('').trim() || 'a';
  };
  const list = (schema: Schema): unknown[] => {
    const { items = {}, minItems = 0, maxItems = 3 } = schema as { items?: Schema; minItems?: number; maxItems?: number };
    return Array.from({ length: Math.max(minItems, depth < DEEPEST ? integer(0, Math.min(3, maxItems)) : 0) }, () => fitting(items));
  };
  const object = (schema: Schema): object => {
    const { properties = {}, required = [] } = schema as { properties?: { [name: string]: Schema }; required?: readonly string[] };
    const names = Object.keys(properties).filter((name) => required.includes(name) || (depth < DEEPEST && chance(0.25)));
    return Object.fromEntries(names.map((name) => [name, fitting(properties[name] ?? {})]));
  };
  /** Merges an object schema with its parts. */
  const join = (schema: Schema, parts: readonly Schema[]): Schema => {
    const all = [schema, ...parts.map((part) => ('$ref' in part ? resolve(String(part['$ref'])) : part))] as readonly {
      properties?: object;
      required?: readonly string[];
    }[];
    return {
      type: 'object',
      properties: Object.assign({}, ...all.map((one) => one.properties ?? {})) as object,
      required: all.flatMap((one) => one.required ?? []),
    };
  };
  // Filters are recursive: below a depth only required values are generated.
  let depth = 0;
  const fitting = (schema: Schema): unknown => {
    depth += 1;
    try {
      return fit(schema);
    } finally {
      depth -= 1;
    }
  };
  const fit = (schema: Schema): unknown => {
    const {
      $ref,
      allOf,
      anyOf,
      oneOf,
      enum: choices,
      const: constant,
      type,
    } = schema as {
      $ref?: string;
      allOf?: readonly Schema[];
      anyOf?: readonly Schema[];
      oneOf?: readonly Schema[];
      enum?: readonly unknown[];
      const?: unknown;
      type?: string | readonly string[];
    };
    if ($ref !== undefined) return fitting(resolve($ref));
    if (constant !== undefined) return constant;
    if (choices !== undefined) return pick(choices);
    if (allOf !== undefined) return fitting(join(schema, allOf));
    const branches = anyOf ?? oneOf;
    // Branches of an object only add required properties.
    if (branches !== undefined && type === 'object') return object(join(schema, [pick(branches)]));
    if (branches !== undefined) return fitting(depth < DEEPEST ? pick(branches) : (branches[0] as Schema));
    const kind = Array.isArray(type) ? pick(type as readonly string[]) : type;
    if (kind === 'string') return text(schema);
    if (kind === 'integer' || kind === 'number')
      return integer(Number(schema['minimum'] ?? -100), Math.min(Number(schema['maximum'] ?? 100), 1_000_000));
    if (kind === 'boolean') return chance(0.5);
    if (kind === 'array') return list(schema);
    if (kind === 'object') return object(schema);
    return kind === 'null' ? null : pick(['x', 1, true]);
  };
  return { fitting, chance, pick, anything: () => pick(INVALID_VALUES) };
}
