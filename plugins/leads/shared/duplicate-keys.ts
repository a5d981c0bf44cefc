import { digestKey } from '#engine/model';
import { getNamePrefix, type LeadIdentity } from './lead-identity.ts';

function nameKeys(identity: LeadIdentity, first: string, last: string): string[] {
  if (first === '' || last === '') return [];
  // Both begin with the name, so that they lie side by side in the index.
  const name = `n${digestKey(`${last}|${getNamePrefix(first)}`)}`;
  return [...(identity.zip === '' ? [] : [`${name}z${digestKey(identity.zip)}`]), ...(identity.street === '' ? [] : [`${name}s${digestKey(identity.street)}`])];
}

/** The keys under which a lead is kept: one for each way in which another may turn out to be the same person. */
export function makeDuplicateKeys(identity: LeadIdentity): string[] {
  return [
    ...identity.emails.map((email) => `e${digestKey(email)}`),
    ...identity.phones.map((phone) => `p${digestKey(phone)}`),
    ...nameKeys(identity, identity.first, identity.last),
  ];
}

/** The keys to look for: its own, and those of someone whose first and last name are swapped. */
export function makeSearchKeys(identity: LeadIdentity): string[] {
  return [...new Set([...makeDuplicateKeys(identity), ...nameKeys(identity, identity.last, identity.first)])];
}
