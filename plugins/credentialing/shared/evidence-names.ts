import { foldText } from '#engine/model';

/** Short and long forms of first names that are common in the United States: each line is one name. */
const NICKNAMES: readonly string[] = [
  'abigail abby',
  'alexander alex',
  'alexandra alex sandra',
  'andrew andy drew',
  'anthony tony',
  'barbara barb',
  'benjamin ben',
  'catherine katherine kathryn cathy kathy kate katie',
  'charles charlie chuck',
  'christina christine chris tina',
  'christopher chris',
  'cynthia cindy',
  'daniel dan danny',
  'deborah debra deb debbie',
  'donald don',
  'dorothy dot dottie',
  'edward ed eddie ted',
  'elizabeth liz beth betty lisa',
  'eugene gene',
  'frances fran',
  'francis frank',
  'frederick fred',
  'gerald jerry',
  'gregory greg',
  'henry hank',
  'jacob jake',
  'jacqueline jackie',
  'james jim jimmy',
  'jeffrey jeff',
  'jennifer jen jenny',
  'jessica jess',
  'john johnny jack',
  'jonathan jon',
  'joseph joe joey',
  'joshua josh',
  'judith judy',
  'kenneth ken',
  'kimberly kim',
  'lawrence larry',
  'leonard len',
  'margaret maggie meg peggy',
  'matthew matt',
  'melissa missy',
  'michael mike',
  'nancy nan',
  'nathaniel nathan nate',
  'nicholas nick',
  'pamela pam',
  'patricia pat patty trish',
  'patrick pat',
  'peter pete',
  'philip phil',
  'raymond ray',
  'rebecca becky',
  'richard rick dick rich',
  'robert bob rob bobby',
  'ronald ron',
  'samantha sam',
  'samuel sam',
  'sandra sandy',
  'stephanie steph',
  'stephen steven steve',
  'susan sue susie',
  'suzanne sue',
  'teresa theresa terry',
  'thomas tom',
  'timothy tim',
  'victoria vicky',
  'vincent vince',
  'walter walt',
  'william bill will billy',
  'zachary zach',
];

const GROUPS: ReadonlyMap<string, ReadonlySet<number>> = groupNames();

function groupNames(): ReadonlyMap<string, ReadonlySet<number>> {
  const groups = new Map<string, Set<number>>();
  for (const [index, line] of NICKNAMES.entries())
    for (const name of line.split(' ')) groups.set(name, (groups.get(name) ?? new Set<number>()).add(index));
  return groups;
}

/** Whether two first names, in comparable form, are forms of one name, such as Bob and Robert. */
export function isNickname(one: string, two: string): boolean {
  const groups = GROUPS.get(two);
  return one !== two && groups !== undefined && [...(GROUPS.get(one) ?? [])].some((group) => groups.has(group));
}

const TITLES: ReadonlySet<string> = new Set([
  ...[
    'mr',
    'mrs',
    'ms',
    'miss',
    'dr',
    'prof',
    'jr',
    'sr',
    'ii',
    'iii',
    'iv',
    'md',
    'do',
    'rn',
    'lpn',
    'lvn',
    'bsn',
    'msn',
    'np',
    'phd',
    'psyd',
  ],
  ...['edd', 'ma', 'ms', 'med', 'slp', 'ccc', 'otr', 'pt', 'dpt', 'lcsw', 'bcba'],
]);

/** The words of a name in comparable form: without accents, case, apostrophes and titles; a double name has several. */
export function splitName(name: string): readonly string[] {
  return foldText(name)
    .replace(/['’`]/g, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && !TITLES.has(word));
}

/** The number of letters that are inserted, removed, replaced or swapped with the next one between two words; above `most`, `most` + 1. */
function measureEdits(one: string, two: string, most = 2): number {
  if (Math.abs(one.length - two.length) > most) return most + 1;
  let [before, last] = [[] as number[], Array.from({ length: two.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= two.length; column += 1) {
      const isSame = one[row - 1] === two[column - 1];
      const isSwapped = row > 1 && column > 1 && one[row - 1] === two[column - 2] && one[row - 2] === two[column - 1];
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, last] = [last, next];
  }
  return Math.min(last[two.length] ?? 0, most + 1);
}

/** A name with fewer letters has too many neighbors that differ in one letter. */
export const LEAST_LETTERS = 5;

/** Whether two names, in comparable form, are the same but for one letter. */
export function isMisspelling(one: string, two: string): boolean {
  return one !== two && Math.min(one.length, two.length) >= LEAST_LETTERS && measureEdits(one, two, 1) === 1;
}

/** How a name on a page compares with that of a person. */
export type NameComparison = 'same' | 'similar' | 'different';

/**
 * Compares names of people: 'same' with the same first and last name, also in another order and with other middle names; 'similar' with a
 * form of the first name, its initial, or another letter.
 */
export function compareNames(one: string, two: string): NameComparison {
  const [short, long] = [splitName(one), splitName(two)].sort((a, b) => a.length - b.length) as [readonly string[], readonly string[]];
  if (short.length < 2) return short.length > 0 && short.join(' ') === long.join(' ') ? 'same' : 'different';
  const edges = [short[0] ?? '', short.at(-1) ?? ''];
  if (edges.every((word) => long.includes(word))) return 'same';
  const isLike = (word: string): boolean =>
    long.some(
      (other) => word === other || isNickname(word, other) || isMisspelling(word, other) || (word.length === 1 && other.startsWith(word)),
    );
  return edges.every(isLike) && edges.some((word) => long.includes(word)) ? 'similar' : 'different';
}
