import { ADDRESS_OPERATORS, TEXT_OPERATORS, type FilterOperator } from '../filter/operators.ts';
import { isMissing, isObject, MISSING, ownValue, problem, refuse, refuseAll, type FieldProblem, type FieldType } from './field-type.ts';
import { normalizeText } from './text-types.ts';
import type { JsonValue } from '../values/json.ts';
import { foldText, toText } from '../values/text.ts';

/** The parts of an Address, in display order. Each has its own key. */
export const ADDRESS_PARTS = ['street', 'city', 'state', 'zip'] as const;

export type AddressPart = (typeof ADDRESS_PARTS)[number];

/** A part is compared as text. */
export const ADDRESS_PART_OPERATORS: readonly FilterOperator[] = TEXT_OPERATORS;

const PART_MAX: { readonly [part in AddressPart]: number } = { street: 500, city: 200, state: 100, zip: 20 };

/** `{ street, city, state, zip }`, replaced as a whole; empty parts are omitted. */
export const address: FieldType = {
  name: 'Address',
  schemaType: 'Object',
  comparison: 'address',
  keyKind: 'text',
  list: false,
  operators: ADDRESS_OPERATORS,
  normalize(value) {
    if (isMissing(value)) return MISSING;
    if (!isObject(value)) return refuse('wrong_type', 'Send an address as { street, city, state, zip }.');
    const known: readonly string[] = ADDRESS_PARTS;
    const problems: FieldProblem[] = [];
    if (Object.keys(value).some((name) => !known.includes(name))) {
      problems.push(problem('unknown_property', 'Use street, city, state and zip only.'));
    }
    const stored: { [part: string]: JsonValue } = {};
    for (const part of ADDRESS_PARTS) {
      const result = normalizeText(ownValue(value, part) ?? null, { max: PART_MAX[part], lines: false }, part);
      if (!result.ok) problems.push(...result.problems);
      else if (result.value !== undefined) stored[part] = result.value;
    }
    if (problems.length > 0) return refuseAll(problems);
    return Object.keys(stored).length === 0 ? MISSING : { ok: true, value: stored };
  },
  toKey(value, _context, part) {
    if (part === undefined || !isObject(value)) return undefined;
    const text = ownValue(value, part);
    return isMissing(text) ? undefined : foldText(toText(text));
  },
  format: formatAddress,
  jsonSchema: () => ({
    type: 'object',
    properties: Object.fromEntries(ADDRESS_PARTS.map((part) => [part, { type: 'string', maxLength: PART_MAX[part] }])),
    additionalProperties: false,
  }),
};

/** Formats as '12 Main St, Atlanta, GA 30301'. */
function formatAddress(value: JsonValue | undefined): string {
  if (!isObject(value)) return '';
  const [street, city, state, zip] = ADDRESS_PARTS.map((part) => toText(ownValue(value, part)));
  return [street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}
