import { describe, expect, it } from 'vitest';
import { locateJsonError } from './locate-json-error.ts';

describe('locateJsonError', () => {
  it.each(['{}', ' [1, -2.5e3, "a\\n\\u00e9", true, null, {"a": {"b": []}}] \n', '"x"'])('finds nothing in %s', (text) => {
    expect(JSON.parse(text)).toBeDefined();
    expect(locateJsonError(text)).toBeUndefined();
  });

  it.each([
    ['', 1, 1],
    ['{\n  "id": "a",\n}', 3, 1],
    ['{\n  "id": "a"\n  "name": "b"\n}', 3, 3],
    ['{\n  "id": a\n}', 2, 9],
    ['[1, 2', 1, 6],
    ['{"a": "b\nc"}', 1, 7],
    ['{} {}', 1, 4],
    ["{'a': 1}", 1, 2],
    ['[01]', 1, 3],
  ])('finds the first wrong character of %j', (text, line, column) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(locateJsonError(text)).toEqual({ line, column });
  });
});
