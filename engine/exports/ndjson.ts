import type { JsonObject } from '#engine/model/values';
import { joinPieces } from './join-pieces.ts';

/**
 * One JSON object a line, in pieces. After an error the file ends with a line about it, so that nobody takes it for a complete file:
 * `describeError` returns what that line says.
 */
export function writeNdjson(objects: AsyncIterable<JsonObject>, describeError: (error: unknown) => JsonObject): AsyncGenerator<Buffer> {
  return joinPieces(formatLines(objects, describeError));
}

async function* formatLines(objects: AsyncIterable<JsonObject>, describeError: (error: unknown) => JsonObject): AsyncGenerator<string> {
  try {
    for await (const one of objects) yield `${JSON.stringify(one)}\n`;
  } catch (error) {
    yield `${JSON.stringify(describeError(error))}\n`;
  }
}
