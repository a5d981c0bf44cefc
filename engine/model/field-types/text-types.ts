import type { JsonValue } from '../values/json.ts';
import { TEXT_OPERATORS, UNORDERED_TEXT_OPERATORS } from '../filter/operators.ts';
import { foldText, toText } from '../values/text.ts';
import { isMissing, MISSING, problem, refuseAll, type FieldProblem, type NormalizeResult, type FieldType, refuse } from './field-type.ts';
import { applyMask, maskToPattern, showMask } from './text-mask.ts';
import { makeListKeys, formatEntries, listSchema, normalizeEntries } from './list-rules.ts';

interface TextRules {
  /** Maximum number of characters (code points). */
  readonly max: number;
  /** Line breaks and tabs are allowed. */
  readonly lines?: boolean;
}

// With the u flag a surrogate pair is one code point, so this matches only lone surrogates.
const LONE_SURROGATE = /\p{Cs}/u;
const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\n\t]/u;

/** The problem of a text, if any: its length, control characters, lone surrogates. */
export function findTextProblem(text: string, rules: TextRules): FieldProblem | undefined {
  if (text.length > rules.max && [...text].length > rules.max) {
    return problem('too_long', `Use at most ${rules.max.toLocaleString('en-US')} characters.`);
  }
  if (LONE_SURROGATE.test(text)) return problem('malformed_text', 'Remove the broken character.');
  const control = rules.lines === true ? CONTROL_BUT_LINES : CONTROL;
  if (control.test(text)) return problem('control_characters', 'Remove the control characters.');
  return undefined;
}

/** Converts a text to its stored form and checks it: one line is trimmed, several lines get unified line ends. */
export function normalizeText(value: JsonValue, rules: TextRules, path?: string): NormalizeResult {
  if (isMissing(value)) return MISSING;
  if (typeof value !== 'string') return refuseAll([problem('wrong_type', 'Type a text.', path)]);
  const text = rules.lines === true ? value.replace(/\r\n?/g, '\n') : value.trim();
  const found = findTextProblem(text, rules);
  if (found !== undefined) return refuseAll([path === undefined ? found : { ...found, path }]);
  return { ok: true, value: text };
}

/** Maximum number of characters of a TextField. */
export const TEXT_FIELD_MAX = 1000;

/** A text in the form of the field's mask, if it has one. */
function normalizeMasked(value: JsonValue, mask: string | undefined): NormalizeResult {
  const result = normalizeText(value, { max: TEXT_FIELD_MAX });
  if (mask === undefined || !result.ok || result.value === undefined) return result;
  const { text, isComplete } = applyMask(mask, toText(result.value));
  return isComplete ? { ok: true, value: text } : refuse('does_not_match_mask', `Type it in the form ${showMask(mask)}.`);
}

/** One line of text of at most 1,000 characters. */
export const textField: FieldType = {
  name: 'TextField',
  schemaType: 'String',
  comparison: 'text',
  keyKind: 'text',
  list: false,
  operators: TEXT_OPERATORS,
  normalize: (value, { field: { mask } }) => normalizeMasked(value, mask),
  toKey: (value) => (isMissing(value) ? undefined : foldText(toText(value))),
  format: toText,
  jsonSchema: ({ field: { mask } }) => ({
    type: 'string',
    maxLength: TEXT_FIELD_MAX,
    ...(mask === undefined ? {} : { pattern: maskToPattern(mask) }),
  }),
};

/** Maximum number of characters of a TextArea. */
export const TEXT_AREA_MAX = 100_000;

/** Text of several lines, stored as typed; at most 100,000 characters. */
export const textArea: FieldType = {
  name: 'TextArea',
  schemaType: 'String',
  comparison: 'text',
  keyKind: 'text',
  list: false,
  operators: TEXT_OPERATORS,
  normalize: (value) => normalizeText(value, { max: TEXT_AREA_MAX, lines: true }),
  toKey: (value) => (isMissing(value) ? undefined : foldText(toText(value))),
  format: toText,
  jsonSchema: () => ({ type: 'string', maxLength: TEXT_AREA_MAX }),
};

/** A list of short texts. */
export const listField: FieldType = {
  name: 'ListField',
  schemaType: 'Array',
  comparison: 'text',
  keyKind: 'text',
  list: true,
  operators: UNORDERED_TEXT_OPERATORS,
  normalize: (value) => normalizeEntries(value, (entry) => normalizeText(entry, { max: TEXT_FIELD_MAX })),
  toKey: (value) => makeListKeys(value, (entry) => (isMissing(entry) ? undefined : foldText(toText(entry)))),
  format: (value) => formatEntries(value, toText),
  jsonSchema: () => listSchema({ type: 'string', maxLength: TEXT_FIELD_MAX }),
};

const URL_MAX = 2000;
const START = /^(?:https?|ftp):\/\/[^\s\\@/?#]+(?:[/?#][^\s\\]*)?$/i;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})\.?$/;
const IP_V4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const IP_V6 = /^\[[0-9a-f:.]+\]$/;

/** Whether a text is an http, https or ftp URL with a domain or an IP address and without a user name. */
export function isUrl(text: string): boolean {
  if (!START.test(text) || !URL.canParse(text)) return false;
  const { hostname } = new URL(text);
  return DOMAIN.test(hostname) || IP_V4.test(hostname) || IP_V6.test(hostname);
}

/** The URL of a page or file. */
export const url: FieldType = {
  name: 'Url',
  schemaType: 'String',
  comparison: 'text',
  keyKind: 'text',
  list: false,
  operators: UNORDERED_TEXT_OPERATORS,
  normalize(value) {
    const result = normalizeText(value, { max: URL_MAX });
    if (!result.ok || result.value === undefined || isUrl(toText(result.value))) return result;
    return refuse('not_a_url', 'Type a web address that starts with http:// or https://, such as https://example.com.');
  },
  toKey: (value) => (isMissing(value) ? undefined : foldText(toText(value))),
  format: toText,
  jsonSchema: () => ({ type: 'string', maxLength: URL_MAX, pattern: '^(?:[hH][tT][tT][pP][sS]?|[fF][tT][pP])://' }),
};
