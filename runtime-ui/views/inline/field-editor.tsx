import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { ApiError } from '../../client/index.ts';
import { findErrorDialog, findFieldSlot, type ErrorDialogProps, type RetryOptions } from '../../extensions/index.ts';
import { EditedRecordContext, FieldInput } from '../../fields/widgets/index.ts';
import { getAllowedOptions, useUserId, type FieldIssue } from '../../headless/index.ts';
import {
  savesOnChange,
  hasParts,
  isMultiline,
  toMoveProblem,
  useFieldEdit,
  type EditedRecord,
  type FieldEdit,
  type FieldSaveResult,
  type MoveProblem,
  type SavedField,
} from '../../headless/inline/index.ts';
import { LazyBoundary, Button, createLazyComponent, t } from '../../kit/index.ts';
import { findRequirement } from '../field-update/find-requirement.ts';
import { findMissingRequirement } from '../field-update/missing-requirement.ts';
import { ConflictNote } from './conflict-note.tsx';
import '../styles/inline.css';

// Lazy: few values have additional requirements.
const FieldUpdateDialog = createLazyComponent(async () => (await import('../field-update/field-update-dialog.tsx')).FieldUpdateDialog);

/** Where the edit continues when it ends: the next field, the previous one, or nowhere. */
export type EditStep = -1 | 0 | 1;

export interface FieldEditorProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  /** The record as it was loaded, with the version that is checked on save. */
  readonly record: EditedRecord;
  readonly onSaved: (save: SavedField) => void;
  /** Discards the edit and uses the other user's newer value. */
  readonly onTheirs: () => void;
  readonly onClose: (step: EditStep) => void;
}

const NO_ISSUES: readonly FieldIssue[] = [];
/** Overlays of inputs are rendered outside of the editor, at the end of the page. */
const OVERLAY_SELECTOR = '[data-portal], .mantine-Popover-dropdown, .mantine-Combobox-dropdown, [role="dialog"], .ms-notices';
const FOCUSABLE = 'input:not([type="hidden"], [tabindex="-1"]), textarea, select, button:not([tabindex="-1"])';

/** Focuses the input: text is selected, a choice opens its list. */
function useFocusInput(box: RefObject<HTMLDivElement | null>, field: FieldView): void {
  useEffect(() => {
    const focus = () => {
      const input = box.current?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select, button');
      input?.focus({ preventScroll: true });
      if (field.inputType === 'Dropdown' || field.inputType === 'Module') input?.click();
      else if (input instanceof HTMLInputElement && input.type !== 'checkbox') input.select();
      return input !== null && input !== undefined;
    };
    if (focus() || box.current === null) return undefined;
    // The code of some inputs is still being loaded.
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect();
    });
    observer.observe(box.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [box, field.inputType]);
}

/** A click outside ends the edit. */
function useClickOutside(box: RefObject<HTMLDivElement | null>, onElsewhere: () => void): void {
  const act = useRef(onElsewhere);
  useEffect(() => {
    act.current = onElsewhere;
  });
  useEffect(() => {
    const closeOnOutsideClick = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || box.current?.contains(target) === true || target.closest(OVERLAY_SELECTOR) !== null) return;
      act.current();
    };
    document.addEventListener('pointerdown', closeOnOutsideClick, true);
    return () => document.removeEventListener('pointerdown', closeOnOutsideClick, true);
  }, [box]);
}

/** Whether Tab leaves the editor: at its last input, or with Shift at its first. */
function leavesByTab(box: HTMLElement | null, field: FieldView, back: boolean): boolean {
  if (!hasParts(field)) return true;
  const stops = [...(box?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  return document.activeElement === (back ? stops[0] : stops.at(-1));
}

interface EditorKeys {
  readonly box: HTMLElement | null;
  readonly field: FieldView;
  readonly onCancel: () => void;
  readonly onFinish: (step: EditStep) => void;
}

/** Enter saves, Tab saves and moves to the next field, Esc cancels. */
function handleKey(event: KeyboardEvent, { box, field, onCancel, onFinish }: EditorKeys): void {
  const { key, target } = event;
  const isListOpen = target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';
  if (key === 'Escape') {
    event.preventDefault();
    if (!isListOpen || savesOnChange(field)) onCancel();
  } else if (
    key === 'Enter' &&
    !(target instanceof HTMLButtonElement) &&
    !(isListOpen && document.querySelector('[data-combobox-selected]') !== null) &&
    (!isMultiline(field) || event.ctrlKey || event.metaKey)
  ) {
    event.preventDefault();
    onFinish(0);
  } else if (key === 'Tab' && leavesByTab(box, field, event.shiftKey)) {
    event.preventDefault();
    onFinish(event.shiftKey ? -1 : 1);
  }
}

interface InputProps {
  readonly id: string;
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly record: EditedRecord;
  readonly edit: FieldEdit;
  readonly onPick: (value: JsonValue | undefined) => void;
}

function Input({ id, module, field, record, edit, onPick }: InputProps) {
  const issues = edit.problem?.kind === 'refused' ? edit.problem.issues : NO_ISSUES;
  const Slot = findFieldSlot(module.name, field);
  if (Slot)
    return (
      <Slot
        id={id}
        field={field}
        module={module}
        value={edit.value}
        onChange={onPick}
        draft={{ [field.fieldName]: edit.value }}
        readOnly={false}
        {...(issues[0] === undefined ? {} : { error: issues[0].message })}
      />
    );
  return (
    <FieldInput
      id={id}
      module={module}
      field={field}
      value={edit.value}
      onChange={onPick}
      issues={issues}
      onParseError={edit.setParseError}
      allowed={getAllowedOptions(field, record as JsonObject)}
      hintOf={(value) => findRequirement(module, field, value, record)?.hint}
    />
  );
}

/** The dialog that a plugin has for an error of the server. */
function ErrorDialog({ error, ...props }: Omit<ErrorDialogProps, 'error'> & { readonly error: ApiError }) {
  const Dialog = findErrorDialog(error.code);
  return Dialog && <Dialog error={error.body} {...props} />;
}

/** The inline input of one field: Enter saves, Tab saves and moves to the next field, Esc cancels. */
export function FieldEditor({ module, field, record, onSaved, onTheirs, onClose: close }: FieldEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId().replace(/[^\w-]/g, '');
  const edit = useFieldEdit(module, field, record);
  const onClose = (step: EditStep) => {
    edit.end();
    close(step);
  };
  const [refusal, setRefusal] = useState<ApiError | undefined>(undefined);
  // Additional fields that the value requires.
  const [requirement, setRequirement] = useState<MoveProblem | undefined>(undefined);
  const userId = useUserId();
  useFocusInput(box, field);

  /** Opens the dialog for an error, if there is one. */
  const openErrorDialog = (error: ApiError): boolean => {
    const hasDialog = findErrorDialog(error.code) !== undefined;
    const problem = toMoveProblem(module, field, record, userId, error);
    const hasRequirement = !hasDialog && problem.kind === 'fieldsRequired' && problem.issues[field.fieldName] === undefined;
    if (hasDialog) setRefusal(error);
    if (hasRequirement) setRequirement(problem);
    return hasDialog || hasRequirement;
  };
  const settle = (outcome: FieldSaveResult, step: EditStep) => {
    if (outcome.kind === 'open') {
      // Focuses the input again, unless a dialog opens.
      if (outcome.error === undefined || !openErrorDialog(outcome.error))
        box.current?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea')?.focus();
      return;
    }
    setRefusal(undefined);
    if (outcome.kind === 'saved') onSaved(outcome);
    onClose(step);
  };
  const finish = (step: EditStep) => {
    // Some inputs parse their text on blur.
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && box.current?.contains(activeElement) === true) activeElement.blur();
    void edit.save().then((outcome) => settle(outcome, step));
  };
  useClickOutside(box, () => {
    if (edit.problem === undefined && requirement === undefined) finish(0);
  });
  const pick = (value: JsonValue | undefined) => {
    edit.setValue(value);
    if (!savesOnChange(field) || value === undefined) return;
    const problem = findMissingRequirement(module, field, record, value, userId);
    if (problem === undefined) finish(0);
    else setRequirement(problem);
  };
  // A choice is reset; typed text stays in the input for changes.
  const cancelRequirement = () => (savesOnChange(field) ? onClose(0) : setRequirement(undefined));
  const takeTheirs = () => {
    onTheirs();
    onClose(0);
  };
  const finishRequirement = (save: SavedField) => {
    onSaved(save);
    onClose(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    // The requirement dialog handles its own keys.
    if (requirement === undefined) handleKey(event, { box: box.current, field, onCancel: () => onClose(0), onFinish: finish });
  };

  const { problem } = edit;
  const retry = async (options: RetryOptions) => {
    const outcome = await edit.save(options);
    settle(outcome, 0);
    if (outcome.kind === 'open' && outcome.error !== undefined) throw outcome.error;
  };
  return (
    <div ref={box} className="mi-editor" data-saving={edit.isSaving || undefined} onKeyDown={onKeyDown}>
      <EditedRecordContext value={record}>
        <Input id={id} module={module} field={field} record={record} edit={edit} onPick={pick} />
      </EditedRecordContext>
      {isMultiline(field) && problem === undefined && <p className="mi-hint">{t('work.inline.newLine')}</p>}
      {problem?.kind === 'refused' && problem.isUnconfirmed && (
        <Button size="xs" onClick={() => finish(0)}>
          {t('work.inline.retry')}
        </Button>
      )}
      {problem?.kind === 'conflict' && (
        <ConflictNote
          module={module}
          field={field}
          value={problem.current[field.fieldName]}
          onMine={() => void edit.keepMine().then((outcome) => settle(outcome, 0))}
          onTheirs={takeTheirs}
        />
      )}
      {requirement !== undefined && (
        <LazyBoundary fallback={null}>
          <FieldUpdateDialog
            module={module}
            field={field}
            record={record}
            value={edit.value}
            problem={requirement}
            onSaved={finishRequirement}
            onCancel={cancelRequirement}
            onTheirs={takeTheirs}
          />
        </LazyBoundary>
      )}
      {refusal && (
        <ErrorDialog
          error={refusal}
          module={module}
          draft={{ [field.fieldName]: edit.value }}
          recordId={record._id}
          retry={retry}
          cancel={() => setRefusal(undefined)}
          goToRecord={() => {
            setRefusal(undefined);
            takeTheirs();
          }}
        />
      )}
    </div>
  );
}
