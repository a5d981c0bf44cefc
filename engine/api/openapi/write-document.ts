import type { JsonValue } from '#engine/model/values';
import { yieldToEventLoop } from '../../registry/index.ts';

/** Levels that are written member by member: the document, `components`, `schemas` and `paths`. */
const SPLIT_LEVELS = 3;

/** Writes a document of several megabytes as JSON in UTF-8, equal to `JSON.stringify`, in slices. */
export async function writeDocument(document: JsonValue): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const text of listParts(document, SPLIT_LEVELS)) {
    parts.push(Buffer.from(text));
    await yieldToEventLoop();
  }
  return Buffer.concat(parts);
}

function* listParts(value: JsonValue, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    yield JSON.stringify(value);
    return;
  }
  let start = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${start}${JSON.stringify(name)}:`;
    yield* listParts(member, levels - 1);
    start = ',';
  }
  yield start === '{' ? '{}' : '}';
}
