import { isMissing, refuse, type FieldType } from './field-type.ts';
import { UNORDERED_TEXT_OPERATORS } from '../filter/operators.ts';
import { normalizeText } from './text-rules.ts';
import { foldText, toText } from '../values/text.ts';

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
