import {
  isMissing,
  isObject,
  MISSING,
  ownValue,
  problem,
  refuse,
  refuseAll,
  type FieldContext,
  type FieldProblem,
  type FieldType,
  type NormalizeResult,
} from './field-type.ts';
import { dateTime } from './date-types.ts';
import { makeListKeys, formatEntries, listSchema, normalizeEntries } from './list-rules.ts';
import { UNORDERED_TEXT_OPERATORS } from '../filter/operators.ts';
import { ID_SCHEMA, normalizeId } from './reference-types.ts';
import { normalizeText } from './text-types.ts';
import type { JsonValue } from '../values/json.ts';
import { foldText, toText } from '../values/text.ts';

/** Maximum number of characters of a message. */
const MESSAGE_MAX = 10_000;

const PARTS = ['text', 'by', 'at'] as const;

/** Messages in the order given: `{ text, by, at }`, with the id of the author and the time (a DateTime). */
export const messageListField: FieldType = {
  name: 'MessageListField',
  schemaType: 'Array',
  comparison: 'text',
  keyKind: 'text',
  list: true,
  operators: UNORDERED_TEXT_OPERATORS,
  normalize: (value, context) => normalizeEntries(value, (entry) => normalizeMessage(entry, context)),
  toKey: (value) => makeListKeys(value, (entry) => (readMessage(entry) === '' ? undefined : foldText(readMessage(entry)))),
  format: (value) => formatEntries(value, readMessage, '\n'),
  jsonSchema: () =>
    listSchema({
      type: 'object',
      properties: { text: { type: 'string', maxLength: MESSAGE_MAX }, by: ID_SCHEMA, at: { type: 'string', format: 'date-time' } },
      required: ['text'],
      additionalProperties: false,
    }),
};

/** Callers may omit `by` and `at`: the save pipeline sets them. */
function normalizeMessage(entry: JsonValue, context: FieldContext): NormalizeResult {
  if (isMissing(entry)) return MISSING;
  if (!isObject(entry)) return refuse('wrong_type', 'Send messages as { text, by, at }.');
  const known: readonly string[] = PARTS;
  if (Object.keys(entry).some((name) => !known.includes(name))) return refuse('unknown_property', 'Use text, by and at only.');
  const results = {
    text: normalizeText(ownValue(entry, 'text') ?? null, { max: MESSAGE_MAX, lines: true }),
    by: normalizeId(ownValue(entry, 'by') ?? null),
    at: dateTime.normalize(ownValue(entry, 'at') ?? null, context),
  };
  const problems: FieldProblem[] = [];
  const message: { [part: string]: JsonValue } = {};
  for (const part of PARTS) {
    const result = results[part];
    if (!result.ok) problems.push(...result.problems.map((found) => ({ ...found, path: part })));
    else if (result.value !== undefined) message[part] = result.value;
    else if (part === 'text') problems.push(problem('required', 'Type a message.', 'text'));
  }
  return problems.length > 0 ? refuseAll(problems) : { ok: true, value: message };
}

function readMessage(entry: JsonValue): string {
  return isObject(entry) ? toText(ownValue(entry, 'text')) : '';
}
