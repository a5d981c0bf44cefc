import { measureLikeness, sharesOne, weighLikeness, type DuplicateScore, type LikenessEvidence } from '#engine/model';
import { startOfName, type AccountIdentity } from './account-identity.ts';

/** How much the names have in common: all but the legal form, all but their kind too, or how they begin. */
type NameMatch = 'same' | 'core' | 'start' | 'other';

function matchNames(one: AccountIdentity, two: AccountIdentity): NameMatch {
  if (one.core === '' || two.core === '') return 'other';
  if (one.name === two.name) return 'same';
  if (one.core === two.core) return 'core';
  return startOfName(one.core) === startOfName(two.core) ? 'start' : 'other';
}

function weighName(match: NameMatch, one: AccountIdentity, two: AccountIdentity): LikenessEvidence {
  const alike = measureLikeness(one.core, two.core);
  if (match === 'same') return { holds: true, text: 'Same name', weight: 0.75 };
  if (match === 'core') return { holds: true, text: 'Same name, other ending', weight: 0.65 };
  if (alike >= 0.6) return { holds: true, text: `Name ${Math.round(alike * 100)}% alike`, weight: 0.5 * alike };
  return { holds: match === 'start', text: 'Name begins alike', weight: 0.2, against: one.core !== '' && two.core !== '' ? 'Other name' : undefined };
}

function againstIf(one: readonly string[], two: readonly string[], text: string): string | undefined {
  return one.length > 0 && two.length > 0 ? text : undefined;
}

const listOf = (text: string): readonly string[] => (text === '' ? [] : [text]);

/**
 * Compares two accounts and says why. Stops a save: the same phone, e-mail or website; the same name, but for two of
 * different places; the name without its kind at the same place; names that begin alike at one street address or web domain.
 */
export function scoreDuplicate(one: AccountIdentity, two: AccountIdentity): DuplicateScore {
  const name = matchNames(one, two);
  const email = sharesOne(one.emails, two.emails);
  const phone = sharesOne(one.phones, two.phones);
  const website = one.website !== '' && one.website === two.website;
  const domain = sharesOne(one.domains, two.domains);
  const street = sharesOne(one.streets, two.streets);
  const place = sharesOne(one.places, two.places);
  const isElsewhere = !place && one.places.length > 0 && two.places.length > 0;
  const likeness = weighLikeness([
    weighName(name, one, two),
    { holds: email, text: 'Same e-mail', weight: 0.7, against: againstIf(one.emails, two.emails, 'Other e-mail') },
    { holds: phone, text: 'Same phone', weight: 0.7, against: againstIf(one.phones, two.phones, 'Other phone') },
    { holds: website, text: 'Same website', weight: 0.7, against: againstIf(listOf(one.website), listOf(two.website), 'Other website') },
    { holds: domain && !website && !email, text: 'Same web domain', weight: 0.5 },
    { holds: street, text: 'Same street address', weight: 0.5 },
    { holds: place, text: 'Same place', weight: 0.3, against: isElsewhere ? 'Other place' : undefined },
  ]);
  const stopsByName = (name === 'same' && !isElsewhere) || (name === 'core' && place) || (name !== 'other' && (street || domain));
  return { ...likeness, stops: email || phone || website || stopsByName };
}
