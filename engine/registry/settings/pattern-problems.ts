import { isSchema, type SchemaKeywords } from '#engine/model/forms';

/** The longest pattern of a schema. */
const MAX_LENGTH = 500;

/** A repetition of more than so often counts as unlimited. */
const MAX_REPETITIONS = 20;

/** A part of a regular expression: the characters that it can begin with (undefined: it can be empty), and whether its length varies. */
interface Part {
  readonly source: string;
  /** The alternatives of a group; empty: one character. */
  readonly alternatives: readonly (readonly Part[])[];
  readonly isRepeated: boolean;
  readonly canBeAbsent: boolean;
}

/**
 * Why a regular expression of a schema cannot be used; undefined: it can. Refused are those that may take exponential time for some texts: a
 * repeated group that can match the same text in more than one way, and back references. The check is strict: it also refuses some that
 * would be fast.
 */
export function findPatternProblem(pattern: string): string | undefined {
  if (pattern.length > MAX_LENGTH) return `The pattern is longer than ${MAX_LENGTH} characters.`;
  try {
    new RegExp(pattern, 'u');
  } catch {
    return `The pattern ${pattern} is not a regular expression.`;
  }
  if (/(?<!\\)(?:\\\\)*\\(?:[1-9]|k<)/.test(pattern)) return `The pattern ${pattern} refers to an earlier group: it can take too long.`;
  const [parts] = readAlternatives(pattern, 0);
  return parts.some((alternative) => alternative.some(isAmbiguous))
    ? `The pattern ${pattern} repeats what is repeated or optional in it already: it can take too long.`
    : undefined;
}

/** The problem of a pattern anywhere in a schema. */
export function findSchemaPatternProblem(schema: unknown): string | undefined {
  if (Array.isArray(schema)) return firstOf(schema);
  if (!isSchema(schema)) return undefined;
  const { pattern, patternProperties } = schema as SchemaKeywords & { readonly patternProperties?: unknown };
  const own = [pattern, ...(isSchema(patternProperties) ? Object.keys(patternProperties) : [])];
  for (const one of own) {
    const problem = typeof one === 'string' ? findPatternProblem(one) : undefined;
    if (problem !== undefined) return problem;
  }
  return firstOf(Object.values(schema));
}

function firstOf(schemas: readonly unknown[]): string | undefined {
  for (const one of schemas) {
    const problem = findSchemaPatternProblem(one);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Reads the alternatives from a position to the end of their group. */
function readAlternatives(pattern: string, from: number): readonly [alternatives: readonly (readonly Part[])[], end: number] {
  const alternatives: Part[][] = [[]];
  let at = from;
  while (at < pattern.length && pattern[at] !== ')') {
    if (pattern[at] === '|') {
      alternatives.push([]);
      at += 1;
      continue;
    }
    const [part, next] = readPart(pattern, at);
    if (part !== undefined) alternatives.at(-1)?.push(part);
    at = next;
  }
  return [alternatives, at];
}

const GROUP_HEAD = /^\((?:\?(?:<?[=!]|:|<[^>=!]+>))?/;
const ESCAPE = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|.)/su;
const CLASS = /^\[(?:\\.|[^\]\\])*\]/su;
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/;

/** One part with its quantifier; `^` and `$` are none. */
function readPart(pattern: string, at: number): readonly [part: Part | undefined, next: number] {
  const rest = pattern.slice(at);
  let alternatives: readonly (readonly Part[])[] = [];
  let end = at + ((ESCAPE.exec(rest) ?? CLASS.exec(rest))?.[0].length ?? String.fromCodePoint(rest.codePointAt(0) ?? 0).length);
  const head = GROUP_HEAD.exec(rest)?.[0];
  if (head !== undefined) {
    const [inner, close] = readAlternatives(pattern, at + head.length);
    alternatives = inner;
    end = close + 1;
  }
  const source = pattern.slice(at, end);
  const [quantifier, least, range, most] = QUANTIFIER.exec(pattern.slice(end)) ?? [];
  const next = end + (quantifier?.length ?? 0);
  if (source === '^' || source === '$' || source === '\\b' || source === '\\B') return [undefined, next];
  const isOpen =
    quantifier !== undefined && (/^[*+]/.test(quantifier) || (range !== undefined && (most === '' || Number(most) > MAX_REPETITIONS)));
  const isMany = isOpen || (least !== undefined && Number(least) > MAX_REPETITIONS);
  const canBeAbsent = quantifier !== undefined && (/^[*?]/.test(quantifier) || least === '0');
  return [{ source, alternatives, isRepeated: isMany, canBeAbsent }, next];
}

/** Whether a part, or one in it, is a repeated group whose repetitions can be divided in more than one way. */
function isAmbiguous(part: Part): boolean {
  if (part.alternatives.some((alternative) => alternative.some(isAmbiguous))) return true;
  return part.isRepeated && part.alternatives.length > 0 && !isDivided(part.alternatives);
}

/** Whether the text of each repetition is clear: the alternatives begin differently, and each that varies in length has a mark at an end. */
function isDivided(alternatives: readonly (readonly Part[])[]): boolean {
  if (
    alternatives.length > 1 &&
    !alternatives.every((one, index) => alternatives.slice(index + 1).every((other) => isDisjoint(one[0], other[0])))
  )
    return false;
  return alternatives.every((parts) => {
    if (parts.length === 0) return false;
    const varying = parts.filter(isVarying);
    if (varying.length === 0) return true;
    // A single character that none of the others can be.
    return [parts[0], parts.at(-1)].some(
      (mark) =>
        mark !== undefined &&
        !isVarying(mark) &&
        mark.alternatives.length === 0 &&
        parts.every((one) => one === mark || isDisjoint(one, mark)),
    );
  });
}

function isVarying({ isRepeated, canBeAbsent, alternatives }: Part): boolean {
  return isRepeated || canBeAbsent || alternatives.some((alternative) => alternative.some(isVarying)) || alternatives.length > 1;
}

const SAMPLES: readonly string[] = [
  ...Array.from({ length: 127 - 32 }, (_, index) => String.fromCharCode(32 + index)),
  '\n',
  '\t',
  'é',
  'ß',
  '€',
  '中',
];

/** Whether no character is matched by both, anywhere in a group. */
function isDisjoint(one: Part | undefined, other: Part | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [first, second] = [charactersOf(one), charactersOf(other)];
  return ![...first].some((character) => second.has(character));
}

function charactersOf({ source, alternatives }: Part): ReadonlySet<string> {
  if (alternatives.length > 0) return new Set(alternatives.flat().flatMap((part) => [...charactersOf(part)]));
  const single = new RegExp(`^${source}$`, 'su');
  return new Set(SAMPLES.filter((character) => single.test(character)));
}
