import { foldText } from '#engine/model';

/** Common abbreviations in names, with their long forms. */
const LONG_FORMS: Readonly<Record<string, string>> = {
  co: 'county',
  ctr: 'center',
  dept: 'department',
  dist: 'district',
  elem: 'elementary',
  hosp: 'hospital',
  intl: 'international',
  natl: 'national',
  sch: 'school',
  univ: 'university',
};

/** Words at the end of a name that denote a legal form. */
const LEGAL_FORMS: ReadonlySet<string> = new Set([
  'co',
  'company',
  'corp',
  'corporation',
  'inc',
  'incorporated',
  'limited',
  'llc',
  'llp',
  'lp',
  'ltd',
  'pa',
  'pc',
  'plc',
  'pllc',
]);

/** Words at the end of a name that denote the kind of school or district. Their spelling varies. */
const KINDS: ReadonlySet<string> = new Set([
  'board',
  'boe',
  'consolidated',
  'cusd',
  'district',
  'districts',
  'education',
  'independent',
  'isd',
  'of',
  'public',
  'school',
  'schools',
  'sd',
  'system',
  'unified',
  'usd',
]);

export interface AccountName {
  /** The name without the legal form, with abbreviations written out: 'cobb county school district'. */
  readonly whole: string;
  /** The name without words for the kind either: 'cobb county'. Equal to `whole` if nothing else is left. */
  readonly core: string;
}

function dropLast(words: readonly string[], dropped: ReadonlySet<string>): readonly string[] {
  const last = words.findLastIndex((word) => !dropped.has(word));
  return last < 0 ? words : words.slice(0, last + 1);
}

/** Splits a name into words. 'L.L.C.' is one word, and so is 'St'. Separators are not words; a leading 'the' is removed. */
function wordsOf(name: string): readonly string[] {
  const plain = foldText(name)
    .replaceAll('&', ' and ')
    .replace(/(?<=\b\p{L})\.(?=\p{L}\b)|['’]/gu, '');
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words[0] === 'the' && words.length > 1 ? words.slice(1) : words;
}

/** Normalizes the name of an account for comparison. */
export function readName(name: string): AccountName {
  const words = dropLast(wordsOf(name), LEGAL_FORMS).map((word) => (Object.hasOwn(LONG_FORMS, word) ? (LONG_FORMS[word] ?? word) : word));
  return { whole: words.join(' '), core: dropLast(words, KINDS).join(' ') };
}
