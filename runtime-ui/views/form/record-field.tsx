import type { FieldProps } from '@rjsf/utils';
import type { FieldView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { findFieldSlot } from '../../extensions/index.ts';
import { FieldInput } from '../../fields/widgets/index.ts';
import { getAllowedOptions, findDropdown, findField, type FieldIssue, type LayoutItem } from '../../headless/index.ts';
import { inputId, useSectionScope } from './form-context.ts';
import { ExcludedOptionsNote } from './excluded-options-note.tsx';
import { ReadOnlyNote } from './read-only-note.tsx';
import { useDebouncedFieldValue } from './use-debounced-field-value.ts';
import { useZipFill } from './use-zip-fill.ts';

const NO_ISSUES: readonly FieldIssue[] = [];

interface PlacedProps {
  readonly field: FieldView;
  readonly item: LayoutItem | undefined;
}

/** A plugin's input: it receives the whole draft. */
function SlotField({ field, item }: PlacedProps) {
  const { module, prefix, draft, issues, isReadOnly, setValue } = useSectionScope();
  const Slot = findFieldSlot(module.name, field);
  const [issue] = issues[field.fieldName] ?? NO_ISSUES;
  return (
    Slot && (
      <Slot
        id={inputId(prefix, field.fieldName)}
        field={field}
        module={module}
        value={draft[field.fieldName]}
        onChange={(next) => setValue(field.fieldName, next)}
        draft={draft}
        readOnly={isReadOnly(field, item)}
        {...(issue === undefined ? {} : { error: issue.message })}
      />
    )
  );
}

function WidgetField({ field, item }: PlacedProps) {
  const scope = useSectionScope();
  const { module, prefix, draft, rawDraft, issues, requiredNames, readOnlyNames, recordId, setParseError, hintOf } = scope;
  const { fieldName } = field;
  const readOnly = scope.isReadOnly(field, item);
  const { value, change } = useDebouncedFieldValue(field, draft[fieldName], scope);
  const fill = useZipFill(field, scope);
  const set = (next: JsonValue | undefined) => {
    change(next);
    fill(next);
  };
  const labelled = item === undefined || item.layout.label === undefined ? field : { ...field, label: item.layout.label };
  const allowed = getAllowedOptions(field, draft as JsonObject);
  const hasExcludedOptions = draft[fieldName] !== rawDraft[fieldName];
  return (
    <>
      <FieldInput
        id={inputId(prefix, fieldName)}
        module={module}
        field={labelled}
        value={value}
        onChange={set}
        readOnly={readOnly}
        issues={issues[fieldName] ?? NO_ISSUES}
        onParseError={(message) => setParseError(fieldName, message)}
        hintOf={(option) => hintOf(field, option)}
        {...(allowed === undefined ? {} : { allowed })}
        {...(requiredNames.includes(fieldName) ? { required: true } : {})}
      />
      {hasExcludedOptions && (
        <ExcludedOptionsNote
          parent={findField(module, field.optionsBy?.field ?? '')}
          value={rawDraft[fieldName]}
          remaining={draft[fieldName]}
          options={findDropdown(module, field)?.options ?? []}
        />
      )}
      {readOnly && (
        <ReadOnlyNote
          module={module}
          field={labelled}
          item={item}
          isReadOnlyByRule={readOnlyNames.includes(fieldName)}
          recordId={recordId}
        />
      )}
    </>
  );
}

/** The field that rjsf renders for each property: the widget of its input type, or a plugin's field. */
export function RecordField({ name }: FieldProps) {
  const { module, section } = useSectionScope();
  const field = findField(module, name);
  if (field === undefined) return null;
  const item = section.items.find((one) => one.field?.fieldName === name);
  return findFieldSlot(module.name, field) === undefined ? (
    <WidgetField field={field} item={item} />
  ) : (
    <SlotField field={field} item={item} />
  );
}
