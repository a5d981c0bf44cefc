import type { JsonValue } from '../values/json.ts';
import { foldText } from '../values/text.ts';

/** A phone with fewer digits is an extension or a typo, and does not identify anybody. */
const LEAST_DIGITS = 7;

/** Removes differences that do not change the mailbox: case, `+tags`, and dots at services that ignore them. */
export function normalizeEmail(address: string): string {
  const [local = '', domain = ''] = foldText(address).split('@');
  const plain = local.split('+')[0] ?? '';
  const ignoresDots = domain === 'gmail.com' || domain === 'googlemail.com';
  return `${ignoresDots ? plain.replaceAll('.', '') : plain}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`;
}

/** A US number as its ten digits, any other number as all of its digits. */
export function normalizePhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/**
 * The distinct addresses of an EmailAddress field in comparable form: without case, `+tags` and, at Gmail, dots. Any other
 * value has none.
 */
export function readEmails(value: JsonValue | undefined): string[] {
  if (!Array.isArray(value)) return [];
  const addresses = (value as readonly JsonValue[]).flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'email_address' in entry && typeof entry.email_address === 'string'
      ? [entry.email_address]
      : [],
  );
  return [...new Set(addresses.filter((address) => address.includes('@')).map(normalizeEmail))];
}

/** The distinct phones in comparable form: the digits, of a US number its ten digits. Those with fewer than seven digits are omitted. */
export function readPhones(values: readonly (JsonValue | undefined)[]): string[] {
  const phones = values.flatMap((value) => (typeof value === 'string' ? [normalizePhone(value)] : []));
  return [...new Set(phones.filter((digits) => digits.length >= LEAST_DIGITS))];
}

/** The folded text of a value; '' if it is not a string. */
export function readFolded(value: JsonValue | undefined): string {
  return typeof value === 'string' ? foldText(value) : '';
}

/** The parts of an Address field, folded, the ZIP as its first five digits; missing parts are ''. */
export function readAddress(value: JsonValue | undefined): {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
} {
  const parts =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as { readonly [part: string]: JsonValue }) : {};
  return {
    street: readFolded(parts['street']),
    city: readFolded(parts['city']),
    state: readFolded(parts['state']),
    zip: readFolded(parts['zip']).slice(0, 5),
  };
}

/** The first `length` characters (code points) of a text, so that surrogate pairs are not split. */
export function takeCharacters(text: string, length: number): string {
  return [...text].slice(0, length).join('');
}

/** Whether two lists have a value in common. */
export function hasCommonValue(one: readonly string[], two: readonly string[]): boolean {
  return one.some((value) => two.includes(value));
}

/**
 * At most 14 base-36 digits of two 32-bit FNV-1a hashes with different offsets: short keys make a small index; collisions
 * are detected by comparing.
 */
export function digestKey(text: string): string {
  let one = 0x811c9dc5;
  let two = 0x01000193;
  for (let index = 0; index < text.length; index++) {
    one = Math.imul(one ^ text.charCodeAt(index), 0x01000193);
    two = Math.imul(two ^ text.charCodeAt(index), 0x85ebca6b);
    two ^= two >>> 13;
  }
  return `${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}`;
}
