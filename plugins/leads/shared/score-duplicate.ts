import { startOf, type LeadIdentity } from './lead-identity.ts';

/** One thing that speaks for (or against) two leads being one person. */
export interface DuplicateReason {
  readonly text: string;
  readonly speaksFor: boolean;
}

export interface DuplicateScore {
  /** 0 to 99 percent: never certain, a person decides. */
  readonly score: number;
  readonly reasons: readonly DuplicateReason[];
  /** Enough to stop a save: the same e-mail or phone alone, or a name with the same street address or ZIP. */
  readonly stops: boolean;
}

const sharesOne = (one: readonly string[], two: readonly string[]): boolean => one.some((value) => two.includes(value));

/** Bigrams in common, 0 to 1 (Dice): 'oyelaran' and 'oyelaran-hart' are 0.74 alike. */
export function measureLikeness(one: string, two: string): number {
  if (one === two) return one === '' ? 0 : 1;
  if (one.length < 2 || two.length < 2) return 0;
  const pairs = (text: string): string[] => Array.from({ length: text.length - 1 }, (_, index) => text.slice(index, index + 2));
  const rest = pairs(two);
  const common = pairs(one).filter((pair) => {
    const place = rest.indexOf(pair);
    if (place >= 0) rest.splice(place, 1);
    return place >= 0;
  }).length;
  return (2 * common) / (one.length + two.length - 2);
}

const startsAlike = (one: string, two: string): boolean => startOf(one) === startOf(two);

type NameMatch = { readonly text: string; readonly weight: number; readonly counts: boolean } | undefined;

function matchNames(one: LeadIdentity, two: LeadIdentity): NameMatch {
  if (one.first === '' || two.first === '' || one.last === '' || two.last === '') return undefined;
  if (one.first === two.first && one.last === two.last) return { text: 'Same name', weight: 0.6, counts: true };
  if (one.first === two.last && one.last === two.first) return { text: 'Names swapped', weight: 0.55, counts: true };
  if (one.first === two.last && startsAlike(one.last, two.first)) return { text: 'Names swapped', weight: 0.5, counts: true };
  if (one.last === two.last && startsAlike(one.first, two.first)) return { text: 'Same last name, first name alike', weight: 0.5, counts: true };
  const alike = measureLikeness(`${one.first} ${one.last}`, `${two.first} ${two.last}`);
  return alike >= 0.6 ? { text: `Name ${Math.round(alike * 100)}% alike`, weight: 0.4 * alike, counts: false } : undefined;
}

/** Compares two leads and says why. */
export function scoreDuplicate(one: LeadIdentity, two: LeadIdentity): DuplicateScore {
  const reasons: DuplicateReason[] = [];
  let unlike = 1;
  const weigh = (holds: boolean, text: string, weight: number, against?: string): void => {
    if (holds) {
      reasons.push({ text, speaksFor: true });
      unlike *= 1 - weight;
    } else if (against !== undefined) reasons.push({ text: against, speaksFor: false });
  };
  const email = sharesOne(one.emails, two.emails);
  const phone = sharesOne(one.phones, two.phones);
  const street = one.street !== '' && one.street === two.street;
  const zip = one.zip !== '' && one.zip === two.zip;
  const name = matchNames(one, two);
  weigh(email, 'Same e-mail', 0.8, one.emails.length > 0 && two.emails.length > 0 ? 'Other e-mail' : undefined);
  weigh(phone, 'Same phone', 0.7, one.phones.length > 0 && two.phones.length > 0 ? 'Other phone' : undefined);
  weigh(name !== undefined, name?.text ?? '', name?.weight ?? 0, one.last !== '' && two.last !== '' ? 'Other name' : undefined);
  weigh(street, 'Same street address', 0.5);
  weigh(zip, 'Same ZIP', 0.2, one.zip !== '' && two.zip !== '' ? 'Other ZIP' : undefined);
  return { score: Math.min(99, Math.round((1 - unlike) * 100)), reasons, stops: email || phone || (name?.counts === true && (street || zip)) };
}
