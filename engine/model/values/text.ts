/** Printable ASCII with single spaces between words: only its case is folded. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * The comparable form of a text: lower case, NFKD, combining marks removed, lower case again, runs of white space as one
 * space, trimmed. A text of only marks and white space becomes ''. Folding twice has no further effect.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** The text of a value; '' for anything that is not a text. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A label within a sentence: `ISBN list` is unchanged, `Books` becomes `books`. */
export function lowercaseLabel(label: string): string {
  return label
    .split(' ')
    .map((word) => (/^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word))
    .join(' ');
}

const BYTE_UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes as people read it, with one decimal below 10: '1 byte', '2 KB', '1.5 MB'. Units of 1,024. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), BYTE_UNITS.length);
  const value = bytes / 1024 ** power;
  return `${Number(value.toFixed(value < 10 ? 1 : 0))} ${BYTE_UNITS[power - 1]}`;
}

/** The digits of a phone number as typed, in order: '(404) 555-0142' is '4045550142'. Can be ''. */
export function phoneDigits(text: string): string {
  return text.normalize('NFKC').replace(/[^0-9]+/g, '');
}

/**
 * Compares two texts by code point, which is the order of their UTF-8 bytes: negative, 0 or positive. JavaScript's own
 * order is different: it compares UTF-16 units and so puts astral characters before U+E000 to U+FFFF.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rankUnit(left) - rankUnit(right);
  }
  return a.length - b.length;
}

/** Ranks surrogates after all other units, so that astral characters sort last. */
function rankUnit(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/** Whether a list of texts, such as the value of a setting, contains one of the texts; case and white space are ignored. */
export function isListed(list: unknown, texts: readonly unknown[]): boolean {
  const folded = new Set((Array.isArray(list) ? list : []).filter((one): one is string => typeof one === 'string').map(foldText));
  return texts.some((text) => typeof text === 'string' && folded.has(foldText(text)));
}

/** Formats 'hoursPerDay' and 'hours_per_day' as a label: 'Hours per day'. */
export function toWords(name: string): string {
  const words = name
    .replace(/^_+/, '')
    .replaceAll('_', ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
