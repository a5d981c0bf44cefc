import { useRef } from 'react';
import type { FieldView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { textOf } from '../../fields/values/index.ts';
import { useZipAutofill } from '../../fields/widgets/index.ts';
import { findField } from '../../headless/index.ts';
import { valueForText } from '../../headless/inline/index.ts';
import type { SectionScope } from './form-context.ts';

type ZipScope = Pick<SectionScope, 'module' | 'readDraft' | 'setValue' | 'isReadOnly'>;

/**
 * Fills the city and state fields that a ZIP field refers to, like an address does. Returns the function to call with each value of the
 * field.
 */
export function useZipFill(field: FieldView, scope: ZipScope): (value: JsonValue | undefined) => void {
  const { zipAutofill } = field;
  // The ZIP itself may still be debounced.
  const typed = useRef<string>('');
  const textIn = (name: string | undefined) => (name === undefined ? '' : textOf(scope.readDraft()[name]));
  const put = (name: string | undefined, text: string) => {
    const filled = name === undefined ? undefined : findField(scope.module, name);
    const value = filled === undefined || scope.isReadOnly(filled) ? undefined : valueForText(scope.module, filled, text);
    if (filled !== undefined && value !== undefined) scope.setValue(filled.fieldName, value);
  };
  const lookUpZip = useZipAutofill(
    () => ({ zip: typed.current, city: textIn(zipAutofill?.city), state: textIn(zipAutofill?.state) }),
    ({ city, state }) => {
      put(zipAutofill?.city, city);
      put(zipAutofill?.state, state);
    },
  );
  return (value) => {
    if (zipAutofill === undefined) return;
    typed.current = textOf(value).slice(0, 5);
    lookUpZip(typed.current);
  };
}
