import { foldText } from '#engine/model';

/** Short forms as people write them in names. */
const LONG_FORMS: Readonly<Record<string, string>> = { co: 'county', ctr: 'center', dept: 'department', dist: 'district', elem: 'elementary', hosp: 'hospital', intl: 'international', natl: 'national', sch: 'school', univ: 'university' };

/** Words at the end that say what a company is in law. */
const LEGAL_FORMS: ReadonlySet<string> = new Set(['co', 'company', 'corp', 'corporation', 'inc', 'incorporated', 'limited', 'llc', 'llp', 'lp', 'ltd', 'pa', 'pc', 'plc', 'pllc']);

/** Words at the end that say what kind of school or district it is, and are written in many ways. */
const KINDS: ReadonlySet<string> = new Set(['board', 'boe', 'consolidated', 'cusd', 'district', 'districts', 'education', 'independent', 'isd', 'of', 'public', 'school', 'schools', 'sd', 'system', 'unified', 'usd']);

export interface AccountName {
  /** Without a legal form, abbreviations written out: 'cobb county school district'. */
  readonly whole: string;
  /** Without what says its kind too: 'cobb county'. The whole where nothing else is left. */
  readonly core: string;
}

function dropLast(words: readonly string[], dropped: ReadonlySet<string>): readonly string[] {
  const last = words.findLastIndex((word) => !dropped.has(word));
  return last < 0 ? words : words.slice(0, last + 1);
}

/** 'L.L.C.' is one word, as is 'St'; what joins words is none. */
function wordsOf(name: string): readonly string[] {
  const plain = foldText(name).replaceAll('&', ' and ').replace(/(?<=\b\p{L})\.(?=\p{L}\b)|['’]/gu, '');
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words[0] === 'the' && words.length > 1 ? words.slice(1) : words;
}

/** The name of an account in comparable form. */
export function readName(name: string): AccountName {
  const words = dropLast(wordsOf(name), LEGAL_FORMS).map((word) => (Object.hasOwn(LONG_FORMS, word) ? (LONG_FORMS[word] ?? word) : word));
  return { whole: words.join(' '), core: dropLast(words, KINDS).join(' ') };
}
