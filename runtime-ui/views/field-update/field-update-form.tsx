import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { lowercaseLabel, type JsonObject, type JsonValue } from '#engine/model/values';
import { findFieldSlot } from '../../extensions/index.ts';
import { EditedRecordContext, FieldInput } from '../../fields/widgets/index.ts';
import { getAllowedOptions, isEmptyValue, type Draft, type FieldIssue } from '../../headless/index.ts';
import { isMultiline, type EditedRecord, type FieldMove, type MoveProblem } from '../../headless/inline/index.ts';
import { Button, Icon, Kbd, t } from '../../kit/index.ts';
import { ConflictNote } from '../inline/conflict-note.tsx';
import '../styles/field-update.css';

export interface FieldUpdateFormProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly record: EditedRecord;
  /** The new value of the field. */
  readonly value: JsonValue | undefined;
  readonly update: FieldMove;
  readonly problem: MoveProblem;
  /** Label of the submit button. */
  readonly label: string;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
  /** Discards the change and uses the other user's value. */
  readonly onTheirs: () => void;
}

const NO_ISSUES: readonly FieldIssue[] = [];

/** The values of the required fields, and their problems. */
function useRequiredValues(trouble: MoveProblem, record: EditedRecord) {
  const fields = trouble.kind === 'fieldsRequired' ? trouble.fields : [];
  const [values, setGiven] = useState<Draft>({});
  const [unreadable, setUnreadable] = useState<{ readonly [name: string]: string | undefined }>({});
  const [isSubmitted, setTried] = useState(false);
  // Issues of the response no longer apply to fields that were changed since.
  const [changed, setChanged] = useState<{ readonly since: MoveProblem; readonly names: readonly string[] }>({ since: trouble, names: [] });
  const isChanged = (name: string) => changed.since === trouble && changed.names.includes(name);
  const valueOf = (name: string): JsonValue | undefined => (name in values ? values[name] : record[name]);
  const problemOf = (field: FieldView): string | undefined =>
    unreadable[field.fieldName] ??
    (isEmptyValue(valueOf(field.fieldName)) && field.inputType !== 'Checkbox' ? t('transition.fill', { field: field.label }) : undefined);
  const issuesOf = (field: FieldView): readonly FieldIssue[] => {
    const { fieldName } = field;
    const own = isSubmitted ? problemOf(field) : unreadable[fieldName];
    if (own !== undefined) return [{ field: fieldName, path: '', code: 'missing', message: own }];
    // The message above already states the missing values.
    return trouble.kind === 'fieldsRequired' && !isEmptyValue(valueOf(fieldName)) && !isChanged(fieldName)
      ? (trouble.issues[fieldName] ?? NO_ISSUES)
      : NO_ISSUES;
  };
  const change = (name: string, value: JsonValue | undefined) => {
    setGiven((before) => ({ ...before, [name]: value }));
    setChanged((before) => ({ since: trouble, names: [...(before.since === trouble ? before.names : []), name] }));
  };
  const setUnreadableMessage = (name: string, message: string | undefined) => setUnreadable((before) => ({ ...before, [name]: message }));
  return {
    fields,
    values,
    valueOf,
    issuesOf,
    change,
    setUnreadableMessage,
    validateAll: () => {
      setTried(true);
      return fields.find((field) => problemOf(field) !== undefined);
    },
  };
}

interface RequiredFieldProps extends Pick<FieldUpdateFormProps, 'module' | 'field' | 'record' | 'value'> {
  readonly id: string;
  readonly requiredField: FieldView;
  readonly values: ReturnType<typeof useRequiredValues>;
}

function RequiredField({ id, module, field, record, value: next, requiredField, values }: RequiredFieldProps) {
  const { fieldName } = requiredField;
  const issues = values.issuesOf(requiredField);
  const change = (value: JsonValue | undefined) => values.change(fieldName, value);
  const Slot = findFieldSlot(module.name, requiredField);
  if (Slot)
    return (
      <Slot
        id={id}
        field={requiredField}
        module={module}
        value={values.valueOf(fieldName)}
        onChange={change}
        draft={{ ...record, ...values.values }}
        readOnly={false}
        {...(issues[0] === undefined ? {} : { error: issues[0].message })}
      />
    );
  const edited = { ...record, ...values.values, [field.fieldName]: next };
  return (
    <EditedRecordContext value={edited}>
      <FieldInput
        id={id}
        module={module}
        field={{
          ...requiredField,
          placeholder: requiredField.placeholder ?? t('transition.choose', { field: lowercaseLabel(requiredField.label) }),
        }}
        required
        value={values.valueOf(fieldName)}
        onChange={change}
        issues={issues}
        allowed={getAllowedOptions(requiredField, edited as JsonObject)}
        onParseError={(message) => values.setUnreadableMessage(fieldName, message)}
      />
    </EditedRecordContext>
  );
}

/** Focuses the first input without opening its list, which would cover the cancel button. */
function focusWithoutOpening(box: HTMLElement | null): void {
  const stopEvent = (event: Event) => event.stopPropagation();
  box?.addEventListener('focusin', stopEvent);
  box?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, button')?.focus();
  box?.removeEventListener('focusin', stopEvent);
}

/** The form for a blocked update: the problem, the required fields, and a cancel button. Shown in a popover at a card, or in a dialog. */
export function FieldUpdateForm({
  module,
  field,
  record,
  value,
  update,
  problem,
  label,
  cancelLabel,
  onCancel,
  onTheirs,
}: FieldUpdateFormProps) {
  const prefix = useId().replace(/[^\w-]/g, '');
  const box = useRef<HTMLDivElement>(null);
  const values = useRequiredValues(problem, record);
  // The required fields are the next thing to fill in.
  useEffect(() => focusWithoutOpening(box.current), [problem.kind]);
  const submit = () => {
    const wrong = values.validateAll();
    if (wrong === undefined) void update.send(values.values);
    else box.current?.querySelector<HTMLElement>(`#${prefix}-${wrong.fieldName}`)?.focus();
  };
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    const isListOpen = target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';
    event.stopPropagation();
    if (key === 'Escape' && !isListOpen) {
      event.preventDefault();
      onCancel();
    } else if (
      key === 'Enter' &&
      target instanceof HTMLInputElement &&
      !isListOpen &&
      !(values.fields.some(isMultiline) && !event.ctrlKey)
    ) {
      event.preventDefault();
      // Some inputs parse their text on blur: submit after that change is applied.
      target.blur();
      setTimeout(() => latest.current());
    }
  };
  const message = problem.kind === 'conflict' ? undefined : problem.message;
  const foot: ReactNode = (
    <div className="ma-foot">
      <Button variant="quiet" trailing={<Kbd>Esc</Kbd>} onClick={onCancel}>
        {cancelLabel}
      </Button>
      {problem.kind === 'fieldsRequired' && (
        <Button variant="primary" loading={update.isSaving} onClick={submit}>
          {label}
        </Button>
      )}
      {problem.kind === 'lost' && (
        <Button variant="primary" loading={update.isSaving} onClick={() => void update.send()}>
          {t('actions.tryAgain')}
        </Button>
      )}
    </div>
  );
  return (
    <div ref={box} className="ma-form" onKeyDown={onKeyDown}>
      <div className="ma-head" role="alert">
        <Icon of={CircleAlert} />
        <div>
          <p className="ma-title">{t('transition.title')}</p>
          {message !== undefined && <p className="ma-why">{message}</p>}
        </div>
      </div>
      {values.fields.map((requiredField) => (
        <RequiredField
          key={requiredField.fieldName}
          id={`${prefix}-${requiredField.fieldName}`}
          module={module}
          field={field}
          record={record}
          value={value}
          requiredField={requiredField}
          values={values}
        />
      ))}
      {problem.kind === 'conflict' && (
        <ConflictNote module={module} field={field} value={problem.current[field.fieldName]} onMine={update.keepMine} onTheirs={onTheirs} />
      )}
      {foot}
    </div>
  );
}
