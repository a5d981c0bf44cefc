import { startOf, type LeadIdentity } from './lead-identity.ts';

/** Ten base-36 digits of two 32-bit mixes (FNV-1a with different offsets): short keys keep the index small; a clash is found out by scoring. */
function digest(text: string): string {
  let one = 0x811c9dc5;
  let two = 0x01000193;
  for (let index = 0; index < text.length; index++) {
    one = Math.imul(one ^ text.charCodeAt(index), 0x01000193);
    two = Math.imul(two ^ text.charCodeAt(index), 0x85ebca6b);
    two ^= two >>> 13;
  }
  return `${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}`;
}

function nameKeys(identity: LeadIdentity, first: string, last: string): string[] {
  if (first === '' || last === '') return [];
  // Both begin with the name, so that they lie side by side in the index.
  const name = `n${digest(`${last}|${startOf(first)}`)}`;
  return [...(identity.zip === '' ? [] : [`${name}z${digest(identity.zip)}`]), ...(identity.street === '' ? [] : [`${name}s${digest(identity.street)}`])];
}

/** The keys under which a lead is kept: one for each way in which another may turn out to be the same person. */
export function makeDuplicateKeys(identity: LeadIdentity): string[] {
  return [
    ...identity.emails.map((email) => `e${digest(email)}`),
    ...identity.phones.map((phone) => `p${digest(phone)}`),
    ...nameKeys(identity, identity.first, identity.last),
  ];
}

/** The keys to look for: its own, and those of someone whose first and last name are swapped. */
export function makeSearchKeys(identity: LeadIdentity): string[] {
  return [...new Set([...makeDuplicateKeys(identity), ...nameKeys(identity, identity.last, identity.first)])];
}
