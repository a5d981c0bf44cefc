import { isMissing, MISSING, refuse } from './normalize-result.ts';
import type { FieldType } from './field-type.ts';
import { UNORDERED_TEXT_OPERATORS } from './operator-sets.ts';
import { foldPhone, formatPhone, parsePhone } from './phone-number.ts';
import { readText } from './text-rules.ts';

/** A phone number: ten digits for US numbers, else E.164. Compared by its digits. */
export const phone: FieldType = {
  name: 'Phone',
  schemaType: 'String',
  comparison: 'phone',
  keyKind: 'text',
  list: false,
  operators: UNORDERED_TEXT_OPERATORS,
  normalize(value) {
    if (isMissing(value)) return MISSING;
    if (typeof value !== 'string') return refuse('wrong_type', 'Type a phone number as a text, such as 404-555-0142.');
    const stored = value.length > 40 ? undefined : parsePhone(value);
    if (stored !== undefined) return { ok: true, value: stored };
    return refuse('not_a_phone', 'Type 10 digits, such as 404-555-0142, or + and the country code for a number abroad.');
  },
  toKey: (value) => (isMissing(value) ? undefined : foldPhone(readText(value))),
  format: (value) => formatPhone(readText(value)),
  jsonSchema: () => ({ type: 'string', pattern: '^(?:[2-9][0-9]{9}|\\+[1-9][0-9]{3,14})$' }),
};
