import { isObject } from '#engine/model/field-types';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { createColumnsError, createFileError, MAX_COLUMNS, MAX_ROW_CHARACTERS } from '../limits.ts';
import type { SourceCell, SourceRow } from './source.ts';

/** Depth of a value; the deepest value of any field is far below. */
const MAX_DEPTH = 20;

/**
 * The rows of a file with one JSON object a line. `names` gets the names of their properties as columns, as they come: a row has a cell for
 * each column that was known by then. Errors: `import_file_invalid` with the line, `import_columns_many`.
 */
export async function* readNdjson(texts: AsyncIterable<string>, names: string[]): AsyncGenerator<SourceRow> {
  // No object as a map: a name may be `__proto__`.
  const places = new Map<string, number>();
  let number = 0;
  for await (const line of splitLines(texts)) {
    number += 1;
    if (line.trim() === '') continue;
    yield { number, cells: toCells(parseLine(line, number), places, names) };
  }
}

async function* splitLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > MAX_ROW_CHARACTERS) throw createFileError('a line of it is longer than a record can be');
  }
  if (rest !== '') yield rest;
}

function parseLine(line: string, number: number): JsonObject {
  const fail = (cause?: unknown) => createFileError(`line ${number.toLocaleString('en-US')} is not a JSON object`, cause);
  let value: JsonValue;
  try {
    value = JSON.parse(line) as JsonValue;
  } catch (cause) {
    throw fail(cause);
  }
  if (!isObject(value) || !isPlain(value, 0)) throw fail();
  return value;
}

/** Whether a value can be stored: without half characters, and not too deep. */
function isPlain(value: JsonValue, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_DEPTH && Object.values(value).every((one: JsonValue) => isPlain(one, depth + 1));
}

function toCells(record: JsonObject, places: Map<string, number>, names: string[]): readonly SourceCell[] {
  const cells: SourceCell[] = names.map(() => null);
  for (const [name, value] of Object.entries(record)) {
    let place = places.get(name);
    if (place === undefined) {
      place = names.push(name) - 1;
      places.set(name, place);
      if (names.length > MAX_COLUMNS) throw createColumnsError(names.length);
    }
    cells[place] = value;
  }
  return cells;
}
