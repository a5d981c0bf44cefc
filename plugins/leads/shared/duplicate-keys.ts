import { digestKey } from '#engine/model';
import { getNamePrefix, type LeadIdentity } from './lead-identity.ts';

function nameKeys(identity: LeadIdentity, first: string, last: string): string[] {
  if (first === '' || last === '') return [];
  // Both keys start with the name, so that they are adjacent in the index.
  const name = `n${digestKey(`${last}|${getNamePrefix(first)}`)}`;
  return [
    ...(identity.zip === '' ? [] : [`${name}z${digestKey(identity.zip)}`]),
    ...(identity.street === '' ? [] : [`${name}s${digestKey(identity.street)}`]),
  ];
}

/** The keys stored with a lead: one for each kind of match with another lead. */
export function makeDuplicateKeys(identity: LeadIdentity): string[] {
  return [
    ...identity.emails.map((email) => `e${digestKey(email)}`),
    ...identity.phones.map((phone) => `p${digestKey(phone)}`),
    ...nameKeys(identity, identity.first, identity.last),
  ];
}

/** The keys to search for: those of the lead, and those of a person with first and last name swapped. */
export function makeSearchKeys(identity: LeadIdentity): string[] {
  return [...new Set([...makeDuplicateKeys(identity), ...nameKeys(identity, identity.last, identity.first)])];
}
