import { digestKey } from '#engine/model';
import { getNamePrefix, type AccountIdentity } from './account-identity.ts';

/** What finds an account by more than its name. */
function strongKeys({ core, phones, emails, website, domains, places, streets }: AccountIdentity): string[] {
  const start = getNamePrefix(core);
  return [
    ...phones.map((phone) => `p${digestKey(phone)}`),
    ...emails.map((email) => `e${digestKey(email)}`),
    ...(website === '' ? [] : [`w${digestKey(website)}`]),
    ...(core === '' ? [] : [
      ...places.map((place) => `k${digestKey(`${core}|${place}`)}`),
      ...domains.map((domain) => `d${digestKey(`${start}|${domain}`)}`),
      ...streets.map((street) => `s${digestKey(`${start}|${street}`)}`),
    ]),
  ];
}

/** The keys under which an account is kept: one for each way in which another may turn out to be the same. */
export function makeDuplicateKeys(identity: AccountIdentity): string[] {
  const { name, places } = identity;
  const named = `n${digestKey(name)}`;
  return [...strongKeys(identity), ...(name === '' ? [] : [named, ...(places.length === 0 ? [`${named}-`] : [])])];
}

/** The keys to look for: one with a place is known elsewhere by that; the bare name is asked for where one of the two has none. */
export function makeSearchKeys(identity: AccountIdentity): string[] {
  const { name, places } = identity;
  const named = `n${digestKey(name)}`;
  return [...strongKeys(identity), ...(name === '' ? [] : [places.length === 0 ? named : `${named}-`])];
}
