import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { FieldView, JsonObject, JsonValue, ModuleView } from '#engine/model';
import type { ApiError } from '../../client/index.ts';
import { findErrorDialog, findFieldSlot, findGate, type RetryOptions } from '../../extensions/index.ts';
import { FieldInput } from '../../fields/widgets/index.ts';
import { allowedOptions, useUserId, type FieldIssue } from '../../headless/index.ts';
import { endsWithChoice, hasParts, takesLines, troubleOf, useFieldEdit, type EditedRecord, type FieldEdit, type FieldSave, type MoveTrouble, type SavedField } from '../../headless/inline/index.ts';
import { Awaiting, Button, lazily, t } from '../../kit/index.ts';
import { gateTrouble } from '../ask/gate-trouble.ts';
import { ConflictNote } from './conflict-note.tsx';
import '../styles/inline.css';

// Few values ask for more than themselves.
const MoveField = lazily(async () => (await import('../ask/move-field.tsx')).MoveField);

/** Where an edit goes when it ends: to the next field, the one before, or nowhere. */
export type EditStep = -1 | 0 | 1;

export interface FieldEditorProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  /** The record as it was read, with the version that a save is held to. */
  readonly record: EditedRecord;
  readonly onSaved: (save: SavedField) => void;
  /** The other's save is the newer one, and stands. */
  readonly onTheirs: () => void;
  readonly onClose: (step: EditStep) => void;
}

const NO_ISSUES: readonly FieldIssue[] = [];
/** Sheets of inputs stand outside of the editor, at the end of the page. */
const SHEETS = '[data-portal], .mantine-Popover-dropdown, .mantine-Combobox-dropdown, [role="dialog"], .ms-notices';
const FOCUSABLE = 'input:not([type="hidden"], [tabindex="-1"]), textarea, select, button:not([tabindex="-1"])';

/** Begins the edit in its input: text is selected, a choice shows its list. */
function useStart(box: RefObject<HTMLDivElement | null>, field: FieldView): void {
  useEffect(() => {
    const input = box.current?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select, button');
    input?.focus({ preventScroll: true });
    const isChoice = field.inputType === 'Dropdown' || field.inputType === 'Module';
    if (isChoice) input?.click();
    else if (input instanceof HTMLInputElement && input.type !== 'checkbox') input.select();
  }, [box, field.inputType]);
}

/** A click elsewhere is the end of the edit. */
function useClickElsewhere(box: RefObject<HTMLDivElement | null>, onElsewhere: () => void): void {
  const act = useRef(onElsewhere);
  useEffect(() => { act.current = onElsewhere; });
  useEffect(() => {
    const look = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || box.current?.contains(target) === true || target.closest(SHEETS) !== null) return;
      act.current();
    };
    document.addEventListener('pointerdown', look, true);
    return () => document.removeEventListener('pointerdown', look, true);
  }, [box]);
}

/** Whether Tab leaves the editor: at its last input, or its first on the way back. */
function leavesByTab(box: HTMLElement | null, field: FieldView, back: boolean): boolean {
  if (!hasParts(field)) return true;
  const stops = [...(box?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  return document.activeElement === (back ? stops[0] : stops.at(-1));
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
  const issues = edit.trouble?.kind === 'refused' ? edit.trouble.issues : NO_ISSUES;
  const Slot = findFieldSlot(module.name, field);
  if (Slot) return <Slot id={id} field={field} module={module} value={edit.value} onChange={onPick} draft={{ [field.fieldName]: edit.value }} readOnly={false} {...(issues[0] === undefined ? {} : { error: issues[0].message })} />;
  return <FieldInput id={id} module={module} field={field} value={edit.value} onChange={onPick} issues={issues} onUnreadable={edit.setUnreadable} allowed={allowedOptions(field, record as JsonObject)} hintOf={(value) => findGate(module.name, field.fieldName, value, record)?.text} />;
}

/** The input of one field where its value stands: Enter saves, Tab saves and goes on, Esc leaves it as it was. */
export function FieldEditor({ module, field, record, onSaved, onTheirs, onClose: close }: FieldEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId().replace(/[^\w-]/g, '');
  const edit = useFieldEdit(module, field, record);
  const onClose = (step: EditStep) => {
    edit.end();
    close(step);
  };
  const [refusal, setRefusal] = useState<ApiError | undefined>(undefined);
  // What the value asks for beside itself.
  const [asked, setAsked] = useState<MoveTrouble | undefined>(undefined);
  const userId = useUserId();
  useStart(box, field);

  /** Opens the dialog that a refusal has, if any. */
  const answerRefusal = (error: ApiError): boolean => {
    const hasDialog = findErrorDialog(error.code) !== undefined;
    const trouble = troubleOf(module, field, record, userId, error);
    const asks = !hasDialog && trouble.kind === 'asks' && trouble.issues[field.fieldName] === undefined;
    if (hasDialog) setRefusal(error);
    if (asks) setAsked(trouble);
    return hasDialog || asks;
  };
  const settle = (outcome: FieldSave, step: EditStep) => {
    if (outcome.kind === 'open') {
      // The input is where it goes on, unless a dialog is.
      if (outcome.error === undefined || !answerRefusal(outcome.error)) box.current?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea')?.focus();
      return;
    }
    setRefusal(undefined);
    if (outcome.kind === 'saved') onSaved(outcome);
    onClose(step);
  };
  const finish = (step: EditStep) => {
    // Some inputs read what was typed as they are left.
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && box.current?.contains(activeElement) === true) activeElement.blur();
    void edit.save().then((outcome) => settle(outcome, step));
  };
  useClickElsewhere(box, () => { if (edit.trouble === undefined && asked === undefined) finish(0); });
  const pick = (value: JsonValue | undefined) => {
    edit.setValue(value);
    if (!endsWithChoice(field) || value === undefined) return;
    const trouble = gateTrouble(module, field, record, value, userId);
    if (trouble === undefined) finish(0);
    else setAsked(trouble);
  };
  // A choice is as it was; what was typed stays to be changed.
  const stopAsking = () => (endsWithChoice(field) ? onClose(0) : setAsked(undefined));
  const settleAsked = (save: SavedField) => {
    onSaved(save);
    onClose(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    // The dialog that asks has keys of its own.
    if (asked !== undefined) return;
    const { key, target } = event;
    const isListOpen = target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';
    if (key === 'Escape') {
      event.preventDefault();
      if (!isListOpen || endsWithChoice(field)) onClose(0);
    } else if (key === 'Enter' && !(target instanceof HTMLButtonElement) && !(isListOpen && document.querySelector('[data-combobox-selected]') !== null) && (!takesLines(field) || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      finish(0);
    } else if (key === 'Tab' && leavesByTab(box.current, field, event.shiftKey)) {
      event.preventDefault();
      finish(event.shiftKey ? -1 : 1);
    }
  };

  const { trouble } = edit;
  const Refused = refusal && findErrorDialog(refusal.code);
  const retry = async (options: RetryOptions) => {
    const outcome = await edit.save(options);
    settle(outcome, 0);
    if (outcome.kind === 'open' && outcome.error !== undefined) throw outcome.error;
  };
  return (
    <div ref={box} className="mi-editor" data-saving={edit.isSaving || undefined} onKeyDown={onKeyDown}>
      <Input id={id} module={module} field={field} record={record} edit={edit} onPick={pick} />
      {takesLines(field) && trouble === undefined && <p className="mi-hint">{t('work.inline.newLine')}</p>}
      {trouble?.kind === 'refused' && trouble.isLost && <Button size="xs" onClick={() => finish(0)}>{t('work.inline.retry')}</Button>}
      {trouble?.kind === 'conflict' && <ConflictNote module={module} field={field} value={trouble.current[field.fieldName]} onMine={() => void edit.keepMine().then((outcome) => settle(outcome, 0))} onTheirs={() => { onTheirs(); onClose(0); }} />}
      {asked !== undefined && <Awaiting fallback={null}><MoveField module={module} field={field} record={record} value={edit.value} trouble={asked} onSaved={settleAsked} onCancel={stopAsking} onTheirs={() => { onTheirs(); onClose(0); }} /></Awaiting>}
      {Refused && refusal && <Refused error={refusal.body} module={module} draft={{ [field.fieldName]: edit.value }} recordId={record._id} retry={retry} cancel={() => setRefusal(undefined)} leaveTo={() => { setRefusal(undefined); onTheirs(); onClose(0); }} />}
    </div>
  );
}
