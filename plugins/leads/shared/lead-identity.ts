import { readEmails, readFolded, readPhones, readAddress, takeCharacters } from '#engine/model';
import type { LeadsRecord, Unchecked } from '../../records.d.ts';

/** The values that identify a person, normalized for comparison. */
export interface LeadIdentity {
  readonly first: string;
  readonly last: string;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly street: string;
  readonly zip: string;
}

/** The fields of a lead that its identity is computed from. */
export const IDENTITY_FIELDS = [
  'first_name',
  'last_name',
  'email_addresses',
  'email',
  'mobile_phone',
  'home_phone',
  'office_phone',
  'other_phone',
  'current_address',
] as const satisfies readonly (keyof LeadsRecord)[];

const PHONE_FIELDS = ['mobile_phone', 'home_phone', 'office_phone', 'other_phone'] as const satisfies readonly (keyof LeadsRecord)[];

/** Number of first letters that must be equal for two first names to match: 'Meg' and 'Megan' match, 'Meg' and 'Mary' do not. */
const NAME_PREFIX_LENGTH = 3;

/** The first letters of a normalized name. */
export function getNamePrefix(name: string): string {
  return takeCharacters(name, NAME_PREFIX_LENGTH);
}

/** The identity of a saved or unsaved lead. */
export function readIdentity(lead: Unchecked<LeadsRecord>): LeadIdentity {
  const { street, zip } = readAddress(lead.current_address);
  return {
    first: readFolded(lead.first_name),
    last: readFolded(lead.last_name),
    emails: [...new Set([...readEmails(lead.email_addresses), ...readEmails(lead.email)])],
    phones: readPhones(PHONE_FIELDS.map((field) => lead[field])),
    street,
    zip,
  };
}
