import { isMissing, refuse, type FieldType } from './field-type.ts';
import { PRESENCE_OPERATORS } from '../filter/operators.ts';
import { normalizeText } from './text-types.ts';
import { toText } from '../values/text.ts';

const PATH = /^\/api\/files(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]{1,200})+$/;
const PATH_OF_ID =
  /^\/api\/files\/(?:[A-Za-z0-9._~-]+\/)*([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\/[A-Za-z0-9._~-]+$/;

/** The id of the file that a path under /api/files refers to; undefined for a path that was not returned by an upload. */
export function fileIdOf(path: string): string | undefined {
  return PATH_OF_ID.exec(path)?.[1];
}

/** An uploaded file, by its path under /api/files. */
export const file: FieldType = {
  name: 'File',
  schemaType: 'String',
  comparison: 'none',
  keyKind: 'number',
  list: false,
  operators: PRESENCE_OPERATORS,
  normalize(value) {
    const result = normalizeText(value, { max: 500 });
    if (!result.ok || result.value === undefined || PATH.test(toText(result.value))) return result;
    return refuse('not_a_file', 'Choose an uploaded file.');
  },
  toKey: (value) => (isMissing(value) ? undefined : 1),
  format: (value) => toText(value).split('/').at(-1) ?? '',
  jsonSchema: () => ({ type: 'string', maxLength: 500, pattern: '^/api/files/' }),
};
