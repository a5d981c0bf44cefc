import type { JsonValue } from '#engine/model/values';

const NUMBER = /^-?\d+(\.\d+)?$/;

/** The text of any JSON for an input: texts as they are, lists of them with one on each line. What cannot be written so is JSON. */
export function writeAnyValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  const text = writeLines(value);
  return text !== undefined && isReadAs(text, value) ? text : JSON.stringify(value);
}

function writeLines(value: JsonValue): string | undefined {
  if (!Array.isArray(value)) return typeof value === 'object' ? undefined : String(value);
  return value.some((one: JsonValue) => typeof one === 'object') ? undefined : value.map(writeAnyValue).join('\n');
}

function isReadAs(text: string, value: JsonValue): boolean {
  try {
    return JSON.stringify(readAnyValue(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}

/** Reads what `writeAnyValue` writes; undefined: there is no value. Throws a SyntaxError for a text that begins as JSON and is none. */
export function readAnyValue(text: string): JsonValue | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (/^[[{"]/.test(typed)) return JSON.parse(typed) as JsonValue;
  const lines = typed.split('\n').map((line) => line.trim());
  if (lines.length === 1) return readOne(typed);
  return lines.flatMap((line) => readAnyValue(line) ?? []);
}

function readOne(text: string): JsonValue {
  if (text === 'true' || text === 'false') return text === 'true';
  // '02139' is a text: as a number it would lose its zero.
  return NUMBER.test(text) && String(Number(text)) === text ? Number(text) : text;
}
