import { foldText, type JsonValue } from '#engine/model';

/** What tells one person from another, in comparable form. */
export interface LeadIdentity {
  readonly first: string;
  readonly last: string;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly street: string;
  readonly zip: string;
}

type Lead = { readonly [field: string]: JsonValue | undefined };

/** The fields of a lead that its identity is made of. */
export const IDENTITY_FIELDS = ['first_name', 'last_name', 'email_addresses', 'email', 'mobile_phone', 'home_phone', 'office_phone', 'other_phone', 'current_address'] as const;

const PHONE_FIELDS = ['mobile_phone', 'home_phone', 'office_phone', 'other_phone'] as const;

/** Letters of a first name that must be the same for two names to be one person's: 'Meg' and 'Megan', not 'Meg' and 'Mary'. */
const FIRST_LETTERS = 3;

/** The first letters of a folded name; whole characters, so that a letter beyond the first 65,536 is not cut in two. */
export function startOf(name: string): string {
  return [...name].slice(0, FIRST_LETTERS).join('');
}

const fold = (value: JsonValue | undefined): string => (typeof value === 'string' ? foldText(value) : '');

/** Mailboxes differ by neither case, dots nor `+tags` at the large providers that ignore them. */
export function normalizeEmail(address: string): string {
  const [local = '', domain = ''] = foldText(address).split('@');
  const plain = local.split('+')[0] ?? '';
  const ignoresDots = domain === 'gmail.com' || domain === 'googlemail.com';
  return `${ignoresDots ? plain.replaceAll('.', '') : plain}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`;
}

/** A US number by its ten digits, any other by all of them. */
export function normalizePhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

function emailsOf(value: JsonValue | undefined): string[] {
  if (!Array.isArray(value)) return [];
  const addresses = (value as readonly JsonValue[]).flatMap((entry) => (typeof entry === 'object' && entry !== null && 'email_address' in entry && typeof entry.email_address === 'string' ? [entry.email_address] : []));
  return [...new Set(addresses.filter((address) => address.includes('@')).map(normalizeEmail))];
}

/** The identity of a lead, saved or not. */
export function readIdentity(lead: Lead): LeadIdentity {
  const address = lead.current_address;
  const parts = typeof address === 'object' && address !== null && !Array.isArray(address) ? (address as Lead) : {};
  const phones = PHONE_FIELDS.map((field) => lead[field]).filter((phone): phone is string => typeof phone === 'string' && phone !== '');
  return {
    first: fold(lead.first_name),
    last: fold(lead.last_name),
    emails: [...new Set([...emailsOf(lead.email_addresses), ...emailsOf(lead.email)])],
    phones: [...new Set(phones.map(normalizePhone).filter((digits) => digits.length >= 7))],
    street: fold(parts.street),
    zip: fold(parts.zip).slice(0, 5),
  };
}
