import { isMisspelling, isNickname, LEAST_LETTERS, splitName } from './evidence-names.ts';

/** A person of an exclusion list; missing values are ''. */
export interface ExcludedPerson {
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName: string;
  /** `YYYY-MM-DD`, as all days. */
  readonly birthDate: string;
  readonly npi: string;
  readonly address: string;
  readonly specialty: string;
  readonly type: string;
  readonly excludedOn: string;
  readonly waivedOn: string;
}

/** A provider in comparable form. */
export interface ComparedProvider {
  readonly id: string;
  readonly lastNames: readonly string[];
  readonly firstName: string;
  readonly middleNames: readonly string[];
  readonly birthDate: string;
  readonly npis: readonly string[];
}

/** How likely it is that a provider is a person of the list: 0 to 100, with the reasons. */
export interface ExclusionScore {
  readonly score: number;
  readonly reasons: readonly string[];
}

/** Points by what agrees; the sum is the score. The README lists them. */
const EXCLUSION_POINTS = {
  lastName: { same: 40, one: 30, misspelled: 25, other: 0 },
  firstName: { same: 25, nickname: 20, misspelled: 15, initial: 10, other: -20 },
  middleName: { same: 5, other: -10 },
  birthDate: { same: 30, similar: 10, other: -40 },
  npi: 100,
} as const;

/** A first name that may have middle names after it, and last names, in comparable form. */
export function toComparedProvider(input: {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  readonly npis: readonly string[];
}): ComparedProvider {
  const [firstName = '', ...middleNames] = splitName(input.firstName);
  return { id: input.id, lastNames: splitName(input.lastName), firstName, middleNames, birthDate: input.birthDate, npis: input.npis };
}

/** Scores whether a provider is a person of the list. */
export function scoreExclusion(person: ExcludedPerson, provider: ComparedProvider): ExclusionScore {
  const parts = [
    ...scoreNumber(person, provider),
    scoreLastName(splitName(person.lastName), provider.lastNames),
    scoreFirstName(splitName(person.firstName)[0] ?? '', provider.firstName),
    ...scoreMiddleName(splitName(person.middleName)[0] ?? '', provider.middleNames),
    scoreBirthDate(person.birthDate, provider.birthDate),
  ];
  const sum = parts.reduce((total, { points }) => total + points, 0);
  return { score: Math.min(100, Math.max(0, sum)), reasons: parts.map(({ text }) => text) };
}

interface Part {
  readonly points: number;
  readonly text: string;
}

function scoreNumber({ npi }: ExcludedPerson, { npis }: ComparedProvider): readonly Part[] {
  return npi !== '' && npis.includes(npi) ? [{ points: EXCLUSION_POINTS.npi, text: 'Same NPI' }] : [];
}

function scoreLastName(one: readonly string[], two: readonly string[]): Part {
  const points = EXCLUSION_POINTS.lastName;
  if (one.join('') === two.join('')) return { points: points.same, text: 'Same last name' };
  if (one.some((word) => two.includes(word))) return { points: points.one, text: 'One of the last names is the same' };
  if (one.some((word) => two.some((other) => isMisspelling(word, other))))
    return { points: points.misspelled, text: 'Last name differs in one letter' };
  return { points: points.other, text: 'Other last name' };
}

function scoreFirstName(one: string, two: string): Part {
  const points = EXCLUSION_POINTS.firstName;
  if (one === two) return { points: points.same, text: 'Same first name' };
  if (isNickname(one, two)) return { points: points.nickname, text: 'Form of the same first name' };
  if (isMisspelling(one, two)) return { points: points.misspelled, text: 'First name differs in one letter' };
  if (isInitial(one, two)) return { points: points.initial, text: 'Same initial of the first name' };
  return { points: points.other, text: 'Other first name' };
}

function isInitial(one: string, two: string): boolean {
  return Math.min(one.length, two.length) === 1 && one[0] === two[0];
}

function scoreMiddleName(one: string, names: readonly string[]): readonly Part[] {
  if (one === '' || names.length === 0) return [];
  const points = EXCLUSION_POINTS.middleName;
  return names.some((name) => name === one || isInitial(name, one))
    ? [{ points: points.same, text: 'Same middle name' }]
    : [{ points: points.other, text: 'Other middle name' }];
}

function scoreBirthDate(one: string, two: string): Part {
  const points = EXCLUSION_POINTS.birthDate;
  if (one === '' || two === '') return { points: 0, text: 'Birth date unknown' };
  if (one === two) return { points: points.same, text: 'Same birth date' };
  const [year = '', month = '', day = ''] = two.split('-');
  const digits = [...one].filter((digit, index) => digit !== two[index]).length;
  return one === `${year}-${day}-${month}` || digits === 1
    ? { points: points.similar, text: 'Birth date differs in one digit, or in the order of day and month' }
    : { points: points.other, text: 'Other birth date' };
}

/** Finds the providers that a person of the list may be, without comparing all of them. */
export function indexProviders(providers: readonly ComparedProvider[]): (person: ExcludedPerson) => readonly ComparedProvider[] {
  const byKey = new Map<string, ComparedProvider[]>();
  for (const provider of providers) for (const key of keysOf(provider)) byKey.set(key, [...(byKey.get(key) ?? []), provider]);
  return ({ lastName, birthDate, npi }) => {
    const keys = keysOf({ lastNames: splitName(lastName), birthDate, npis: [npi] });
    return [...new Set(keys.flatMap((key) => byKey.get(key) ?? []))];
  };
}

/** Two last names of at least five letters with one other letter have a key in common: the name itself, or without one of its letters. */
function keysOf({ lastNames, birthDate, npis }: Pick<ComparedProvider, 'lastNames' | 'birthDate' | 'npis'>): readonly string[] {
  const names = new Set([...lastNames, lastNames.join('')]);
  for (const name of lastNames)
    if (name.length >= LEAST_LETTERS) for (let at = 0; at < name.length; at += 1) names.add(name.slice(0, at) + name.slice(at + 1));
  const numbers = npis.filter((npi) => npi !== '').map((npi) => `npi ${npi}`);
  return [...names, ...numbers, ...(birthDate === '' ? [] : [`born ${birthDate}`])].filter((key) => key !== '');
}
