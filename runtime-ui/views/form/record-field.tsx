import { memo } from 'react';
import type { FieldView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { findFieldSlot } from '../../extensions/index.ts';
import { FieldInput } from '../../fields/widgets/index.ts';
import { findDropdown, findField, type Draft, type FieldIssue, type LayoutItem } from '../../headless/index.ts';
import { inputId, type SectionScope } from './form-context.ts';
import { ExcludedOptionsNote } from './excluded-options-note.tsx';
import { ReadOnlyNote } from './read-only-note.tsx';
import { useDebouncedFieldValue } from './use-debounced-field-value.ts';
import { useZipFill } from './use-zip-fill.ts';

/** Props of a field of a form: only what this field shows, so that a change of another field does not render it again. */
export interface RecordFieldProps
  extends Pick<
    SectionScope,
    'module' | 'prefix' | 'recordId' | 'isReadOnly' | 'setValue' | 'setParseError' | 'readDraft' | 'inputDebouncer' | 'hintOf'
  > {
  readonly field: FieldView;
  readonly item: LayoutItem;
  readonly value: JsonValue | undefined;
  /** The value as it was typed, including options that the value of the parent does not allow. */
  readonly rawValue: JsonValue | undefined;
  readonly issues: readonly FieldIssue[];
  /** Whether the value of another field requires this one. */
  readonly isRequired: boolean;
  readonly isReadOnlyByRule: boolean;
  /** The only values that may be chosen, given the other values; undefined: all of them. */
  readonly allowed: readonly string[] | undefined;
  /** The whole draft, for the field of a plugin; undefined for other fields. */
  readonly draft: Draft | undefined;
}

/** A plugin's input: it receives the whole draft. */
function SlotField({ module, prefix, field, item, value, draft = {}, issues, isReadOnly, setValue }: RecordFieldProps) {
  const Slot = findFieldSlot(module.name, field);
  const [issue] = issues;
  return (
    Slot && (
      <Slot
        id={inputId(prefix, field.fieldName)}
        field={field}
        module={module}
        value={value}
        onChange={(next) => setValue(field.fieldName, next)}
        draft={draft}
        readOnly={isReadOnly(field, item)}
        {...(issue === undefined ? {} : { error: issue.message })}
      />
    )
  );
}

function WidgetField(props: RecordFieldProps) {
  const { module, prefix, field, item, rawValue, issues, isRequired, isReadOnlyByRule, allowed, recordId, setParseError, hintOf } = props;
  const { fieldName } = field;
  const readOnly = props.isReadOnly(field, item);
  const { value, change } = useDebouncedFieldValue(field, props.value, props);
  const fill = useZipFill(field, props);
  const set = (next: JsonValue | undefined) => {
    change(next);
    fill(next);
  };
  const labelled = item.layout.label === undefined ? field : { ...field, label: item.layout.label };
  return (
    <>
      <FieldInput
        id={inputId(prefix, fieldName)}
        module={module}
        field={labelled}
        value={value}
        onChange={set}
        readOnly={readOnly}
        issues={issues}
        onParseError={(message) => setParseError(fieldName, message)}
        hintOf={(option) => hintOf(field, option)}
        {...(allowed === undefined ? {} : { allowed })}
        {...(isRequired ? { required: true } : {})}
      />
      {props.value !== rawValue && (
        <ExcludedOptionsNote
          parent={findField(module, field.optionsBy?.field ?? '')}
          value={rawValue}
          remaining={props.value}
          options={findDropdown(module, field)?.options ?? []}
        />
      )}
      {readOnly && <ReadOnlyNote module={module} field={labelled} item={item} isReadOnlyByRule={isReadOnlyByRule} recordId={recordId} />}
    </>
  );
}

/** A field of a form: the widget of its input type, or a plugin's field. */
export const RecordField = memo(function RecordField(props: RecordFieldProps) {
  return findFieldSlot(props.module.name, props.field) === undefined ? <WidgetField {...props} /> : <SlotField {...props} />;
});
