import type { InputType } from '#engine/model/definitions';
import { measureTextSimilarity } from '#engine/model/similarity';
import { foldText, toWords } from '#engine/model/values';
import type { ImportColumnChoice } from '#engine/model/wire';
import type { ImportTarget } from './importable-fields.ts';

/** Names that are less alike are not proposed. */
const LEAST = 0.6;

/** How alike the start of a name and the name are: 'Grad' and 'Graduation date'. */
const OF_START = 0.8;

/** How alike words for the same thing are. */
const OF_SYNONYM = 0.75;

/** Shorter starts say nothing. */
const LEAST_START = 4;

/** Words that people use for a kind of value, whatever its field is called. */
const SYNONYMS: readonly { readonly words: RegExp; readonly type: InputType; readonly part?: string }[] = [
  { words: /^(e ?mail|mail)( address(es)?)?$/, type: 'EmailAddress' },
  { words: /^(tel|phone|telephone|cell|mobile)( ?(phone|number|no)){0,2}$/, type: 'Phone' },
  { words: /^(zip|zip ?code|postal ?code|post ?code)$/, type: 'Address', part: 'zip' },
  { words: /^(city|town)$/, type: 'Address', part: 'city' },
  { words: /^(state|province)$/, type: 'Address', part: 'state' },
  { words: /^(street|address( line)?( 1)?)$/, type: 'Address', part: 'street' },
  { words: /^(town|city)( ?,? ?| and )(st|state)$/, type: 'Address' },
  { words: /^(web ?site|homepage|url|link)$/, type: 'Url' },
];

/** Words that mean the same in a name: 'Cell' is the mobile phone, not the first phone. */
const SAME_WORDS: readonly (readonly string[])[] = [
  ['cell', 'mobile'],
  ['zip', 'postal'],
  ['birthday', 'birth date', 'dob'],
];

/**
 * The choices of columns by names that are alike; each field is proposed for one column at most. `findNamed` finds the field that a name
 * means in any case, such as an earlier name of it.
 */
export function proposeColumns(
  headers: readonly string[],
  targets: ReadonlyMap<string, ImportTarget>,
  isFilled: (index: number) => boolean,
  findNamed: (header: string) => ImportTarget | undefined = () => undefined,
): readonly ImportColumnChoice[] {
  const offers = headers.flatMap((header, index) => {
    if (!isFilled(index)) return [];
    const named = findNamed(header);
    return [...targets.values()].map((target) => ({ index, target, score: target === named ? 1 : scoreName(header, target) }));
  });
  const best = offers.filter(({ score }) => score >= LEAST).sort((one, other) => other.score - one.score || one.index - other.index);
  const chosen = new Map<number, string>();
  const used = new Set<string>();
  for (const { index, target } of best) {
    if (chosen.has(index) || listRivals(target).some((name) => used.has(name))) continue;
    chosen.set(index, target.name);
    used.add(target.name);
    if (target.part !== undefined) used.add(`${target.field?.name}.*`);
  }
  return headers.map((_, index) => ({ index, field: chosen.get(index) ?? null }));
}

/** Names of targets that another column must not have beside this one: itself, and an address and its parts. */
export function listRivals({ name, field, part }: ImportTarget): readonly string[] {
  if (field === undefined) return [name];
  return part === undefined ? [name, `${field.name}.*`] : [name, field.name];
}

/** How alike the header of a column and a target are, 0 to 1. */
function scoreName(header: string, { name, label, field, part }: ImportTarget): number {
  const own = toPlain(header);
  if (own === '') return 0;
  const names = [toPlain(label), toPlain(name)];
  if (names.includes(own)) return 1;
  const isStart = own.length >= LEAST_START && names.some((one) => one.startsWith(own));
  const synonym = SYNONYMS.find(
    (one) => one.words.test(own) && one.type === field?.definition.inputType && (one.part ?? undefined) === part,
  );
  // A word for the kind of the value says less the more fields have that kind: similar names decide between them.
  const similar = Math.max(...names.flatMap((one) => listVariants(own).map((variant) => measureTextSimilarity(variant, one))));
  if (synonym !== undefined) return OF_SYNONYM + similar / 10;
  return isStart ? Math.max(OF_START, similar) : similar;
}

/** A name, also with other words for the same. */
function listVariants(name: string): readonly string[] {
  const words = ` ${name} `;
  return [
    name,
    ...SAME_WORDS.flatMap((same) =>
      same.flatMap((word) => (words.includes(` ${word} `) ? same.map((other) => words.replace(` ${word} `, ` ${other} `).trim()) : [])),
    ),
  ];
}

/** A name as words: 'lastName', 'last_name' and 'Last name:' are the same. */
function toPlain(name: string): string {
  return foldText(toWords(name))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
