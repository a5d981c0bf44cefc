import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { UNORDERED_TEXT_OPERATORS } from '../filter/operators.ts';
import { isMissing, MISSING, refuse, type FieldType } from './field-type.ts';
import { phoneDigits, toText } from '../values/text.ts';

/** A phone number: ten digits for US numbers, else E.164. Compared by its digits. */
export const phone: FieldType = {
  name: 'Phone',
  schemaType: 'String',
  comparison: 'phone',
  keyKind: 'text',
  list: false,
  operators: UNORDERED_TEXT_OPERATORS,
  normalize(value) {
    if (isMissing(value)) return MISSING;
    if (typeof value !== 'string') return refuse('wrong_type', 'Type a phone number as a text, such as 404-555-0142.');
    const stored = value.length > 40 ? undefined : parsePhone(value);
    if (stored !== undefined) return { ok: true, value: stored };
    return refuse('not_a_phone', 'Type 10 digits, such as 404-555-0142, or + and the country code for a number abroad.');
  },
  toKey: (value) => (isMissing(value) ? undefined : foldPhone(toText(value))),
  format: (value) => formatPhone(toText(value)),
  jsonSchema: () => ({ type: 'string', pattern: '^(?:[2-9][0-9]{9}|\\+[1-9][0-9]{3,14})$' }),
};

const NORTH_AMERICAN = /^[2-9]\d{2}[2-9]\d{6}$/;
const TYPED = /^\+?[\d\s().\-/\u2010-\u2015]+$/;

/**
 * A phone number as it is stored: ten digits for the United States (and the rest of +1), else E.164. `undefined` when it
 * is not a phone number.
 */
export function parsePhone(typed: string): string | undefined {
  const text = typed.normalize('NFKC').trim();
  if (!TYPED.test(text)) return undefined;
  const digits = dropCountryOne(phoneDigits(text));
  const abroad = text.startsWith('+') && !text.startsWith('+1');
  if (!abroad && NORTH_AMERICAN.test(digits)) return digits;
  const parsed = parsePhoneNumberFromString(text, 'US');
  if (parsed === undefined || !parsed.isValid() || parsed.countryCallingCode === '1') return undefined;
  return parsed.number;
}

/** The digits that phones are compared by: '+1 404 555 0142' and '(404) 555-0142' have the same digits. */
export function foldPhone(text: string): string {
  return dropCountryOne(phoneDigits(text));
}

/** No other country has numbers of eleven digits that start with 1. */
function dropCountryOne(digits: string): string {
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** Formats a stored phone number: '(404) 555-0142', '+44 20 7123 4567'. */
export function formatPhone(stored: string): string {
  if (/^\d{10}$/.test(stored)) return `(${stored.slice(0, 3)}) ${stored.slice(3, 6)}-${stored.slice(6)}`;
  return parsePhoneNumberFromString(stored)?.formatInternational() ?? stored;
}
