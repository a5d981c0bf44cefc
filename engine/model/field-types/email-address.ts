import {
  isMissing,
  isObject,
  MISSING,
  ownValue,
  problem,
  refuse,
  refuseAll,
  type FieldProblem,
  type FieldType,
  type NormalizeResult,
} from './field-type.ts';
import { makeListKeys, formatEntries, normalizeEntries } from './list-rules.ts';
import { UNORDERED_TEXT_OPERATORS } from '../filter/operators.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';
import { foldText, toText } from '../values/text.ts';

const ADDRESS =
  /^[^\s\p{C}@<>(),;:\\"[\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;
const FLAGS = ['primary', 'opt_out', 'invalid_email'] as const;
const MAX_ADDRESSES = 100;

/** Whether a string is one e-mail address, with a top-level domain of any length. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text) && !text.includes('..') && !/^\.|\.@/.test(text);
}

/** A list of e-mail addresses with their flags, exactly one of them primary. A plain string counts as a list of one. */
export const emailAddress: FieldType = {
  name: 'EmailAddress',
  schemaType: 'Object',
  comparison: 'text',
  keyKind: 'text',
  list: true,
  operators: UNORDERED_TEXT_OPERATORS,
  normalize(value) {
    if (isMissing(value)) return MISSING;
    const list = typeof value === 'string' || isObject(value) ? [value] : value;
    if (Array.isArray(list) && list.length > MAX_ADDRESSES) return refuse('too_long', `Use at most ${MAX_ADDRESSES} addresses.`);
    const result = normalizeEntries(list, normalizeEntry);
    return result.ok && Array.isArray(result.value) ? choosePrimary(result.value as readonly JsonObject[]) : result;
  },
  toKey: (value) => makeListKeys(value, makeEntryKey),
  format: (value) => formatEntries(value, formatEntry),
  jsonSchema: () => ({ type: 'array', maxItems: MAX_ADDRESSES, items: ENTRY_SCHEMA }),
};

const ENTRY_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    email_address: { type: 'string', maxLength: 254 },
    primary: { type: 'boolean' },
    opt_out: { type: 'boolean' },
    invalid_email: { type: 'boolean' },
  },
  required: ['email_address', ...FLAGS],
  additionalProperties: false,
};

function normalizeEntry(entry: JsonValue): NormalizeResult {
  if (isMissing(entry)) return MISSING;
  const object = typeof entry === 'string' ? { email_address: entry } : entry;
  if (!isObject(object)) return refuse('wrong_type', 'Type an e-mail address.');
  const typed = ownValue(object, 'email_address');
  const address = toText(typed).trim();
  const problems = [...findUnknown(object), ...findFlagProblems(object)];
  if (isMissing(typed)) problems.push(problem('required', 'Type an e-mail address.', 'email_address'));
  else if (!isEmailAddress(address)) {
    problems.push(problem('not_an_email', 'Type an e-mail address, such as ana@example.com.', 'email_address'));
  }
  if (problems.length > 0) return refuseAll(problems);
  const [primary, optOut, invalid] = FLAGS.map((flag) => ownValue(object, flag) === true);
  return {
    ok: true,
    value: { email_address: address, primary: primary === true, opt_out: optOut === true, invalid_email: invalid === true },
  };
}

function findUnknown(object: JsonObject): FieldProblem[] {
  const known: readonly string[] = ['email_address', ...FLAGS];
  const unknown = Object.keys(object).find((name) => !known.includes(name));
  return unknown === undefined ? [] : [problem('unknown_property', 'Use email_address, primary, opt_out and invalid_email only.')];
}

function findFlagProblems(object: JsonObject): FieldProblem[] {
  return FLAGS.filter((flag) => {
    const value = ownValue(object, flag) ?? false;
    return typeof value !== 'boolean';
  }).map((flag) => problem('wrong_type', 'Choose true or false.', flag));
}

/** Makes exactly one entry primary: the one that is marked, else the first. */
function choosePrimary(entries: readonly JsonObject[]): NormalizeResult {
  const seen = new Set<string>();
  const problems: FieldProblem[] = [];
  entries.forEach((entry, index) => {
    const folded = foldText(toText(entry['email_address']));
    if (seen.has(folded)) problems.push(problem('listed_twice', 'List each address once.', `${index}.email_address`));
    seen.add(folded);
  });
  const marked = entries.filter((entry) => entry['primary'] === true).length;
  if (marked > 1) problems.push(problem('one_primary', 'Mark one address as primary.'));
  if (problems.length > 0) return refuseAll(problems);
  const chosen = marked === 1 ? entries : entries.map((entry, index) => ({ ...entry, primary: index === 0 }));
  return { ok: true, value: chosen };
}

function makeEntryKey(entry: JsonValue): string | undefined {
  const address = isObject(entry) ? toText(entry['email_address']) : toText(entry);
  return address === '' ? undefined : foldText(address);
}

function formatEntry(entry: JsonValue): string {
  return isObject(entry) ? toText(entry['email_address']) : toText(entry);
}
