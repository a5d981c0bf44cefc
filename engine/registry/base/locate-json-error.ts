/** A place in a text; lines and columns are counted from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const LITERAL = /true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

/** Where a text stops being JSON, whatever the JavaScript engine says about it; undefined if it is JSON. */
export function locateJsonError(text: string): TextPosition | undefined {
  const scanner = new JsonScanner(text);
  const failedAt = scanner.isValue() && scanner.isAtEnd() ? undefined : scanner.at;
  if (failedAt === undefined) return undefined;
  const before = text.slice(0, failedAt).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Reads JSON and stops at the first character that is not part of it. */
class JsonScanner {
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.at === this.#text.length;
  }

  /** Reads a value and the white space around it. */
  isValue(): boolean {
    this.#reads(SPACE);
    const isRead = this.#isStructure() ?? (this.#reads(STRING) || this.#reads(NUMBER) || this.#reads(LITERAL));
    if (isRead) this.#reads(SPACE);
    return isRead;
  }

  /** Reads an object or a list; undefined if there is none. */
  #isStructure(): boolean | undefined {
    if (this.#readsText('{')) return this.#readsItems('}', () => this.#isMember());
    return this.#readsText('[') ? this.#readsItems(']', () => this.isValue()) : undefined;
  }

  #readsItems(end: string, readsItem: () => boolean): boolean {
    this.#reads(SPACE);
    if (this.#readsText(end)) return true;
    do if (!readsItem()) return false;
    while (this.#readsText(','));
    return this.#readsText(end);
  }

  #isMember(): boolean {
    this.#reads(SPACE);
    if (!this.#reads(STRING)) return false;
    this.#reads(SPACE);
    return this.#readsText(':') && this.isValue();
  }

  #readsText(text: string): boolean {
    if (!this.#text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  #reads(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined) return false;
    this.at += found.length;
    return true;
  }
}
