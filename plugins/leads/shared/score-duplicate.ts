import { measureTextSimilarity, hasCommonValue, scoreSimilarity, type DuplicateScore } from '#engine/model';
import { getNamePrefix, type LeadIdentity } from './lead-identity.ts';

const startsAlike = (one: string, two: string): boolean => getNamePrefix(one) === getNamePrefix(two);

type NameMatch = { readonly text: string; readonly weight: number; readonly counts: boolean } | undefined;

function matchNames(one: LeadIdentity, two: LeadIdentity): NameMatch {
  if (one.first === '' || two.first === '' || one.last === '' || two.last === '') return undefined;
  if (one.first === two.first && one.last === two.last) return { text: 'Same name', weight: 0.6, counts: true };
  if (one.first === two.last && one.last === two.first) return { text: 'Names swapped', weight: 0.55, counts: true };
  if (one.first === two.last && startsAlike(one.last, two.first)) return { text: 'Names swapped', weight: 0.5, counts: true };
  if (one.last === two.last && startsAlike(one.first, two.first))
    return { text: 'Same last name, first name alike', weight: 0.5, counts: true };
  const alike = measureTextSimilarity(`${one.first} ${one.last}`, `${two.first} ${two.last}`);
  return alike >= 0.6 ? { text: `Name ${Math.round(alike * 100)}% alike`, weight: 0.4 * alike, counts: false } : undefined;
}

/**
 * Compares two leads and returns a score with reasons. These block a save: the same e-mail or phone, or the same name
 * with the same street address or ZIP.
 */
export function scoreDuplicate(one: LeadIdentity, two: LeadIdentity): DuplicateScore {
  const email = hasCommonValue(one.emails, two.emails);
  const phone = hasCommonValue(one.phones, two.phones);
  const street = one.street !== '' && one.street === two.street;
  const zip = one.zip !== '' && one.zip === two.zip;
  const name = matchNames(one, two);
  const similarity = scoreSimilarity([
    {
      matched: email,
      text: 'Same e-mail',
      weight: 0.8,
      mismatchText: one.emails.length > 0 && two.emails.length > 0 ? 'Other e-mail' : undefined,
    },
    {
      matched: phone,
      text: 'Same phone',
      weight: 0.7,
      mismatchText: one.phones.length > 0 && two.phones.length > 0 ? 'Other phone' : undefined,
    },
    {
      matched: name !== undefined,
      text: name?.text ?? '',
      weight: name?.weight ?? 0,
      mismatchText: one.last !== '' && two.last !== '' ? 'Other name' : undefined,
    },
    { matched: street, text: 'Same street address', weight: 0.5 },
    { matched: zip, text: 'Same ZIP', weight: 0.2, mismatchText: one.zip !== '' && two.zip !== '' ? 'Other ZIP' : undefined },
  ]);
  const sameName = name?.counts === true;
  return {
    ...similarity,
    blocksSave: email || phone || (sameName && (street || zip)),
    sameNameAndKey: sameName && (email || phone || street || zip),
  };
}
