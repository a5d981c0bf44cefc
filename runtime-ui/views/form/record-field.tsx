import { memo, useRef } from 'react';
import { CornerUpLeft } from 'lucide-react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { findFieldSlot } from '../../extensions/index.ts';
import { FieldInput, useZipAutofill } from '../../fields/widgets/index.ts';
import { findDropdown, findField, type Draft, type FieldIssue, type LayoutItem } from '../../headless/index.ts';
import type { DropdownDefinition } from '#engine/model/definitions';
import { textOf } from '../../fields/values/index.ts';
import { Icon, t } from '../../kit/index.ts';
import { ExplainedLock } from '../dialogs/explained-lock.tsx';
import { valueForText } from '../../headless/inline/index.ts';
import { inputId, type SectionScope } from './form-context.ts';
import { useDebouncedFieldValue } from './use-debounced-field-value.ts';

/** Props of a field of a form: only what this field shows, so that a change of another field does not render it again. */
interface RecordFieldProps
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

interface ExcludedOptionsNoteProps {
  /** The parent field that restricts the options. */
  readonly parent: FieldView | undefined;
  /** The chosen value, and the part of it that is still allowed. */
  readonly value: JsonValue | undefined;
  readonly remaining: JsonValue | undefined;
  readonly options: DropdownDefinition['options'];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : value === undefined || value === null ? [] : [value];
}

/** A note under a field with values that its parent no longer allows: which were excluded, and how to restore them. */
function ExcludedOptionsNote({ parent, value, remaining, options }: ExcludedOptionsNoteProps) {
  const remainingValues = listOf(remaining);
  const excluded = listOf(value)
    .filter((one) => !remainingValues.includes(one))
    .map((one) => options.find((option) => option.value === one)?.label ?? textOf(one));
  if (excluded.length === 0 || parent === undefined) return null;
  return (
    <p className="mv-excluded-options" role="status">
      <Icon of={CornerUpLeft} size={14} />
      <span>
        {t(excluded.length === 1 ? 'views.form.leftOut' : 'views.form.leftOutMany', { values: excluded.join(', '), parent: parent.label })}
      </span>
    </p>
  );
}

interface ReadOnlyNoteProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly item: LayoutItem | undefined;
  /** A condition of the field makes it read-only. */
  readonly isReadOnlyByRule: boolean;
  /** Undefined for a new record. */
  readonly recordId: string | undefined;
}

/** The lock next to the label of a read-only field: it shows the deciding rule. */
function ReadOnlyNote({ module, field, item, isReadOnlyByRule, recordId }: ReadOnlyNoteProps) {
  return (
    <span className="mv-form-lock">
      <ExplainedLock
        module={module}
        field={field}
        isReadOnlyByRule={isReadOnlyByRule}
        isReadOnlyInLayout={item?.layout.readOnly === true}
        {...(recordId === undefined ? {} : { recordId })}
      />
    </span>
  );
}

type ZipScope = Pick<SectionScope, 'module' | 'readDraft' | 'setValue' | 'isReadOnly'>;

/**
 * Fills the city and state fields that a ZIP field refers to, like an address does. Returns the function to call with each value of the
 * field.
 */
function useZipFill(field: FieldView, scope: ZipScope): (value: JsonValue | undefined) => void {
  const { zipAutofill } = field;
  // The ZIP itself may still be debounced.
  const typed = useRef<string>('');
  const textIn = (name: string | undefined) => (name === undefined ? '' : textOf(scope.readDraft()[name]));
  const put = (name: string | undefined, text: string) => {
    const filled = name === undefined ? undefined : findField(scope.module, name);
    const value = filled === undefined || scope.isReadOnly(filled) ? undefined : valueForText(scope.module, filled, text);
    if (filled !== undefined && value !== undefined) scope.setValue(filled.fieldName, value);
  };
  const findZip = useZipAutofill(
    () => ({ zip: typed.current, city: textIn(zipAutofill?.city), state: textIn(zipAutofill?.state) }),
    ({ city, state }) => {
      put(zipAutofill?.city, city);
      put(zipAutofill?.state, state);
    },
  );
  return (value) => {
    if (zipAutofill === undefined) return;
    typed.current = textOf(value).slice(0, 5);
    findZip(typed.current);
  };
}
