import { digestKey } from '#engine/model';
import { getNamePrefix, type AccountIdentity } from './account-identity.ts';

/** Keys that combine the name with other values, or do not use the name. */
function strongKeys({ core, phones, emails, website, domains, places, streets }: AccountIdentity): string[] {
  const start = getNamePrefix(core);
  return [
    ...phones.map((phone) => `p${digestKey(phone)}`),
    ...emails.map((email) => `e${digestKey(email)}`),
    ...(website === '' ? [] : [`w${digestKey(website)}`]),
    ...(core === ''
      ? []
      : [
          ...places.map((place) => `k${digestKey(`${core}|${place}`)}`),
          ...domains.map((domain) => `d${digestKey(`${start}|${domain}`)}`),
          ...streets.map((street) => `s${digestKey(`${start}|${street}`)}`),
        ]),
  ];
}

/** The keys stored with an account: one for each kind of match with another account. */
export function makeDuplicateKeys(identity: AccountIdentity): string[] {
  const { name, places } = identity;
  const named = `n${digestKey(name)}`;
  return [...strongKeys(identity), ...(name === '' ? [] : [named, ...(places.length === 0 ? [`${named}-`] : [])])];
}

/**
 * The keys to search for. An account with a place is found by its place keys; the key of the name alone is used only if
 * one of the two accounts has no place.
 */
export function makeSearchKeys(identity: AccountIdentity): string[] {
  const { name, places } = identity;
  const named = `n${digestKey(name)}`;
  return [...strongKeys(identity), ...(name === '' ? [] : [places.length === 0 ? named : `${named}-`])];
}
