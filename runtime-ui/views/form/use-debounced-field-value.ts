import { startTransition, useState } from 'react';
import type { FieldView } from '#engine/model/wire';
import type { InputType } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import type { RecordForm } from '../../headless/index.ts';

/** Types with typed text, which are debounced. Choices are applied at once. */
const TYPED_INPUT_TYPES: readonly InputType[] = [
  'Address',
  'Array',
  'Currency',
  'EmailAddress',
  'MessageListField',
  'Number',
  'Object',
  'Phone',
  'TextArea',
  'TextField',
  'Url',
];

/** The value of a field in a form: typed text stays in the input until typing pauses, then it is written to the form. */
export function useDebouncedFieldValue(
  field: FieldView,
  value: JsonValue | undefined,
  { setValue, inputDebouncer }: Pick<RecordForm, 'setValue' | 'inputDebouncer'>,
) {
  const [typing, setTyping] = useState<{ readonly value: JsonValue | undefined } | undefined>(undefined);
  const { fieldName } = field;
  const change = (next: JsonValue | undefined) => {
    if (!TYPED_INPUT_TYPES.includes(field.inputType)) return setValue(fieldName, next);
    setTyping({ value: next });
    inputDebouncer.schedule(fieldName, (isDue) => {
      const put = () => {
        setValue(fieldName, next);
        setTyping(undefined);
      };
      // The next keystroke has priority over fields that this value shows or hides.
      if (isDue) put();
      else startTransition(put);
    });
  };
  return { value: typing === undefined ? value : typing.value, change };
}
