import { useState } from 'react';
import type { JsonValue } from '#engine/model/values';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { FieldIssue } from '../../headless/index.ts';
import { FieldInput } from './field-input.tsx';

export interface FieldHolderProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly initial?: JsonValue | undefined;
  readonly readOnly?: boolean | undefined;
  readonly issues?: readonly FieldIssue[] | undefined;
  /** The value that the button "Another saves" sets, as when somebody else saves the record; absent: no button. */
  readonly valueOfAnother?: JsonValue;
  readonly onValue: (value: JsonValue | undefined) => void;
  readonly onUnreadable: (text: string | undefined) => void;
}

/** For tests: the input of a field with a value that changes as in a form. */
export function FieldHolder({ initial, valueOfAnother, onValue, onUnreadable, readOnly = false, issues = [], ...shown }: FieldHolderProps) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <FieldInput
        {...shown}
        id="field"
        value={value}
        readOnly={readOnly}
        issues={issues}
        onChange={(next) => {
          setValue(next);
          onValue(next);
        }}
        onParseError={onUnreadable}
      />
      {valueOfAnother !== undefined && (
        <button type="button" onClick={() => setValue(valueOfAnother)}>
          Another saves
        </button>
      )}
    </>
  );
}
