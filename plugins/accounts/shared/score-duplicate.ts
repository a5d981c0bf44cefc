import { measureTextSimilarity, hasCommonValue, scoreSimilarity, type DuplicateScore, type SimilarityEvidence } from '#engine/model';
import { getNamePrefix, type AccountIdentity } from './account-identity.ts';

/** How similar two names are: equal without the legal form, equal without the kind too, the same prefix, or different. */
type NameMatch = 'same' | 'core' | 'start' | 'other';

function matchNames(one: AccountIdentity, two: AccountIdentity): NameMatch {
  if (one.core === '' || two.core === '') return 'other';
  if (one.name === two.name) return 'same';
  if (one.core === two.core) return 'core';
  return getNamePrefix(one.core) === getNamePrefix(two.core) ? 'start' : 'other';
}

function scoreName(match: NameMatch, one: AccountIdentity, two: AccountIdentity): SimilarityEvidence {
  const alike = measureTextSimilarity(one.core, two.core);
  if (match === 'same') return { matched: true, text: 'Same name', weight: 0.75 };
  if (match === 'core') return { matched: true, text: 'Same name, other ending', weight: 0.65 };
  if (alike >= 0.6) return { matched: true, text: `Name ${Math.round(alike * 100)}% alike`, weight: 0.5 * alike };
  return {
    matched: match === 'start',
    text: 'Name begins alike',
    weight: 0.2,
    mismatchText: one.core !== '' && two.core !== '' ? 'Other name' : undefined,
  };
}

function contradictionIf(one: readonly string[], two: readonly string[], text: string): string | undefined {
  return one.length > 0 && two.length > 0 ? text : undefined;
}

const listOf = (text: string): readonly string[] => (text === '' ? [] : [text]);

/**
 * Compares two accounts and returns a score with reasons. These block a save: the same phone, e-mail or website; the
 * same name, unless the places differ; the same name without its kind at the same place; names with the same prefix at
 * one street address or web domain.
 */
export function scoreDuplicate(one: AccountIdentity, two: AccountIdentity): DuplicateScore {
  const name = matchNames(one, two);
  const email = hasCommonValue(one.emails, two.emails);
  const phone = hasCommonValue(one.phones, two.phones);
  const website = one.website !== '' && one.website === two.website;
  const domain = hasCommonValue(one.domains, two.domains);
  const street = hasCommonValue(one.streets, two.streets);
  const place = hasCommonValue(one.places, two.places);
  const isElsewhere = !place && one.places.length > 0 && two.places.length > 0;
  const similarity = scoreSimilarity([
    scoreName(name, one, two),
    { matched: email, text: 'Same e-mail', weight: 0.7, mismatchText: contradictionIf(one.emails, two.emails, 'Other e-mail') },
    { matched: phone, text: 'Same phone', weight: 0.7, mismatchText: contradictionIf(one.phones, two.phones, 'Other phone') },
    {
      matched: website,
      text: 'Same website',
      weight: 0.7,
      mismatchText: contradictionIf(listOf(one.website), listOf(two.website), 'Other website'),
    },
    { matched: domain && !website && !email, text: 'Same web domain', weight: 0.5 },
    { matched: street, text: 'Same street address', weight: 0.5 },
    { matched: place, text: 'Same place', weight: 0.3, mismatchText: isElsewhere ? 'Other place' : undefined },
  ]);
  const stopsByName = (name === 'same' && !isElsewhere) || (name === 'core' && place) || (name !== 'other' && (street || domain));
  return {
    ...similarity,
    blocksSave: email || phone || website || stopsByName,
    sameNameAndKey: (name === 'same' || name === 'core') && (email || phone || website || domain || street || place),
  };
}
