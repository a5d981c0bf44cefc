import { readEmails, readFolded, readPhones, readAddress, takeCharacters } from '#engine/model';
import type { LeadsRecord, Unchecked } from '../../records.d.ts';

/** What tells one person from another, in comparable form. */
export interface LeadIdentity {
  readonly first: string;
  readonly last: string;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly street: string;
  readonly zip: string;
}

/** The fields of a lead that its identity is made of. */
export const IDENTITY_FIELDS = ['first_name', 'last_name', 'email_addresses', 'email', 'mobile_phone', 'home_phone', 'office_phone', 'other_phone', 'current_address'] as const satisfies readonly (keyof LeadsRecord)[];

const PHONE_FIELDS = ['mobile_phone', 'home_phone', 'office_phone', 'other_phone'] as const satisfies readonly (keyof LeadsRecord)[];

/** Letters of a first name that must be the same for two names to be one person's: 'Meg' and 'Megan', not 'Meg' and 'Mary'. */
const NAME_PREFIX_LENGTH = 3;

/** The first letters of a folded name. */
export function getNamePrefix(name: string): string {
  return takeCharacters(name, NAME_PREFIX_LENGTH);
}

/** The identity of a lead, saved or not. */
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
