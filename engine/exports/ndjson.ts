import type { JsonObject } from '#engine/model/values';

/** Characters of one piece of a file. */
const PIECE = 65_536;

/**
 * One JSON object a line, in pieces. After an error the file ends with a line about it, so that nobody takes it for a complete file:
 * `describeError` returns what that line says.
 */
export async function* writeNdjson(
  objects: AsyncIterable<JsonObject>,
  describeError: (error: unknown) => JsonObject,
): AsyncGenerator<Buffer> {
  let text = '';
  try {
    for await (const one of objects) {
      text += `${JSON.stringify(one)}\n`;
      if (text.length < PIECE) continue;
      yield Buffer.from(text);
      text = '';
    }
  } catch (error) {
    text += `${JSON.stringify(describeError(error))}\n`;
  }
  if (text !== '') yield Buffer.from(text);
}
