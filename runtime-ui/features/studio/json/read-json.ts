import type { JsonValue } from '#engine/model/values';

/** A value in a text, with its place. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  /** Of an object or array; empty: it is neither, or has none. */
  readonly members: readonly JsonMember[];
}

/** A member of an object, or an element of an array. */
export interface JsonMember {
  /** null: an element. */
  readonly key: string | null;
  /** Where its key starts, or the element. */
  readonly start: number;
  readonly node: JsonNode;
}

/** Why a text is no JSON: codes of the texts in `studioReview.json.syntax`. */
export type SyntaxProblem = 'value' | 'key' | 'colon' | 'comma' | 'text' | 'twice' | 'rest' | 'empty' | 'end';

export interface JsonSyntaxError {
  readonly offset: number;
  readonly problem: SyntaxProblem;
  /** The key that is there twice, or what was found instead. */
  readonly found: string;
}

/** What a text is: a value with the places of its parts, or the first error. */
export type JsonReading =
  | { readonly value: JsonValue; readonly root: JsonNode; readonly error: undefined }
  | { readonly value: undefined; readonly root: undefined; readonly error: JsonSyntaxError };

/** A token of a text: punctuation, a text (perhaps without its end), or anything else without spaces. */
export interface JsonToken {
  readonly text: string;
  readonly start: number;
}

/** The tokens of a text, whether or not it is valid. */
export function listTokens(text: string): readonly JsonToken[] {
  return [...text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/gu)].map((match) => ({ text: match[0], start: match.index }));
}

/** The value of a text token, also of one without its end. */
export function readText(token: string): string {
  const closed = token.length > 1 && token.endsWith('"') ? token : `${token}"`;
  try {
    return JSON.parse(closed) as string;
  } catch {
    return token.slice(1).replace(/"$/u, '');
  }
}

class Stop extends Error {
  readonly reason: JsonSyntaxError;

  constructor(reason: JsonSyntaxError) {
    super(reason.problem);
    this.reason = reason;
  }
}

/** Reads a text as JSON. Unlike `JSON.parse` it knows the place of each part and of the first error, and refuses a key that is there twice. */
export function readJson(text: string): JsonReading {
  const tokens = listTokens(text);
  if (tokens.length === 0) return fail({ offset: 0, problem: 'empty', found: '' });
  try {
    const reader = new Reader(tokens, text.length);
    const root = reader.readValue();
    reader.assertEnd();
    return { value: JSON.parse(text) as JsonValue, root, error: undefined };
  } catch (error) {
    if (error instanceof Stop) return fail(error.reason);
    throw error;
  }
}

function fail(error: JsonSyntaxError): JsonReading {
  return { value: undefined, root: undefined, error };
}

class Reader {
  readonly #tokens: readonly JsonToken[];
  readonly #length: number;
  #at = 0;

  constructor(tokens: readonly JsonToken[], length: number) {
    this.#tokens = tokens;
    this.#length = length;
  }

  readValue(): JsonNode {
    const { text, start } = this.#take('value');
    if (text === '{') return this.#readMembers(start, '}', () => this.#readPair());
    if (text === '[')
      return this.#readMembers(start, ']', () => {
        const node = this.readValue();
        return { key: null, start: node.start, node };
      });
    this.#assertScalar(text, start);
    return { start, end: start + text.length, members: [] };
  }

  assertEnd(): void {
    const token = this.#tokens[this.#at];
    if (token !== undefined) throw new Stop({ offset: token.start, problem: 'rest', found: token.text });
  }

  #readMembers(start: number, close: string, readOne: () => JsonMember): JsonNode {
    const members: JsonMember[] = [];
    const keys = new Set<string>();
    if (this.#peek() === close) return { start, end: this.#take('value').start + 1, members };
    for (;;) {
      const member = readOne();
      if (member.key !== null && keys.has(member.key)) throw new Stop({ offset: member.start, problem: 'twice', found: member.key });
      if (member.key !== null) keys.add(member.key);
      members.push(member);
      const next = this.#take('comma');
      if (next.text === close) return { start, end: next.start + 1, members };
      if (next.text !== ',') throw new Stop({ offset: next.start, problem: 'comma', found: next.text });
    }
  }

  #readPair(): JsonMember {
    const { text, start } = this.#take('key');
    if (!text.startsWith('"')) throw new Stop({ offset: start, problem: 'key', found: text });
    this.#assertScalar(text, start);
    const colon = this.#take('colon');
    if (colon.text !== ':') throw new Stop({ offset: colon.start, problem: 'colon', found: colon.text });
    return { key: readText(text), start, node: this.readValue() };
  }

  #assertScalar(text: string, offset: number): void {
    try {
      JSON.parse(text);
    } catch {
      throw new Stop({ offset, problem: text.startsWith('"') ? 'text' : 'value', found: text });
    }
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at]?.text;
  }

  #take(expected: SyntaxProblem): JsonToken {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new Stop({ offset: this.#length, problem: 'end', found: expected });
    this.#at += 1;
    return token;
  }
}

/** Line and column of an offset, both from 1. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
