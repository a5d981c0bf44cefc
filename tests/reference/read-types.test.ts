import { expect, it } from 'vitest';
import { toOneLine } from './read-types.ts';

it.each([
  ['{\n  readonly a: string;\n  b?: number;\n}', '{ a: string; b?: number }'],
  ['(\n  value: JsonValue,\n  record: object,\n) => void', '(value: JsonValue, record: object) => void'],
  ['Readonly<\n  Record<\n    string,\n    { a?: A<B> }\n  >\n>', 'Readonly<Record<string, { a?: A<B> }>>'],
  ["\n  | 'one'\n  | 'two'", "'one' | 'two'"],
  ['{ a: [\n  string,\n  number,\n] }[]', '{ a: [string, number] }[]'],
  ['{ /** What it is. */ a: (string | null)[]; f: () => A | B }', '{ a: (string | null)[]; f: () => A | B }'],
])('A type is printed on one line, whatever lines it is written in: %j', (text, printed) => {
  expect(toOneLine(text)).toBe(printed);
});
