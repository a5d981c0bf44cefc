import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { FieldView, JsonObject, JsonValue, ModuleView } from '#engine/model';
import { findFieldSlot } from '../../extensions/index.ts';
import { FieldInput } from '../../fields/widgets/index.ts';
import { allowedOptions, isEmptyValue, type Draft, type FieldIssue } from '../../headless/index.ts';
import { takesLines, type EditedRecord, type FieldMove, type MoveTrouble } from '../../headless/inline/index.ts';
import { Button, Icon, inSentence, Kbd, t } from '../../kit/index.ts';
import { ConflictNote } from '../inline/conflict-note.tsx';
import '../styles/ask.css';

export interface MoveFormProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly record: EditedRecord;
  /** What the field is to become. */
  readonly value: JsonValue | undefined;
  readonly move: FieldMove;
  readonly trouble: MoveTrouble;
  /** What the button says that sends it. */
  readonly label: string;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
  /** Someone else's value stands. */
  readonly onTheirs: () => void;
}

const NO_ISSUES: readonly FieldIssue[] = [];

/** What is given for the fields that are asked for, and what is wrong with it. */
function useGiven(trouble: MoveTrouble, record: EditedRecord) {
  const fields = trouble.kind === 'asks' ? trouble.fields : [];
  const [given, setGiven] = useState<Draft>({});
  const [unreadable, setUnreadable] = useState<{ readonly [name: string]: string | undefined }>({});
  const [wasTried, setTried] = useState(false);
  // What was changed since the refusal is no longer what it found wrong.
  const [changed, setChanged] = useState<{ readonly since: MoveTrouble; readonly names: readonly string[] }>({ since: trouble, names: [] });
  const isChanged = (name: string) => changed.since === trouble && changed.names.includes(name);
  const valueOf = (name: string): JsonValue | undefined => (name in given ? given[name] : record[name]);
  const problemOf = (field: FieldView): string | undefined => unreadable[field.fieldName] ?? (isEmptyValue(valueOf(field.fieldName)) && field.inputType !== 'Checkbox' ? t('ask.fill', { field: field.label }) : undefined);
  const issuesOf = (field: FieldView): readonly FieldIssue[] => {
    const { fieldName } = field;
    const own = wasTried ? problemOf(field) : unreadable[fieldName];
    if (own !== undefined) return [{ field: fieldName, path: '', code: 'missing', message: own }];
    // What is merely missing is said above already.
    return trouble.kind === 'asks' && !isEmptyValue(valueOf(fieldName)) && !isChanged(fieldName) ? (trouble.issues[fieldName] ?? NO_ISSUES) : NO_ISSUES;
  };
  const change = (name: string, value: JsonValue | undefined) => {
    setGiven((before) => ({ ...before, [name]: value }));
    setChanged((before) => ({ since: trouble, names: [...(before.since === trouble ? before.names : []), name] }));
  };
  const note = (name: string, message: string | undefined) => setUnreadable((before) => ({ ...before, [name]: message }));
  return { fields, given, valueOf, issuesOf, change, note, tryAll: () => { setTried(true); return fields.find((field) => problemOf(field) !== undefined); } };
}

interface AskedProps extends Pick<MoveFormProps, 'module' | 'field' | 'record' | 'value'> {
  readonly id: string;
  readonly asked: FieldView;
  readonly given: ReturnType<typeof useGiven>;
}

function Asked({ id, module, field, record, value: next, asked, given }: AskedProps) {
  const { fieldName } = asked;
  const issues = given.issuesOf(asked);
  const change = (value: JsonValue | undefined) => given.change(fieldName, value);
  const Slot = findFieldSlot(module.name, asked);
  if (Slot) return <Slot id={id} field={asked} module={module} value={given.valueOf(fieldName)} onChange={change} draft={{ ...record, ...given.given }} readOnly={false} {...(issues[0] === undefined ? {} : { error: issues[0].message })} />;
  return <FieldInput id={id} module={module} field={{ ...asked, placeholder: asked.placeholder ?? t('ask.choose', { field: inSentence(asked.label) }) }} required value={given.valueOf(fieldName)} onChange={change} issues={issues} allowed={allowedOptions(asked, { ...record, ...given.given, [field.fieldName]: next } as JsonObject)} onUnreadable={(message) => given.note(fieldName, message)} />;
}

/** Puts the focus into the first input, without its list: that would lie over the way back. */
function focusQuietly(box: HTMLElement | null): void {
  const hush = (event: Event) => event.stopPropagation();
  box?.addEventListener('focusin', hush);
  box?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, button')?.focus();
  box?.removeEventListener('focusin', hush);
}

/** What stands in the way of a value, what it asks for, and the way back. Shown in a sheet beside a card, or in a dialog. */
export function MoveForm({ module, field, record, value, move, trouble, label, cancelLabel, onCancel, onTheirs }: MoveFormProps) {
  const prefix = useId().replace(/[^\w-]/g, '');
  const box = useRef<HTMLDivElement>(null);
  const given = useGiven(trouble, record);
  // What is asked for is what is done next.
  useEffect(() => focusQuietly(box.current), [trouble.kind]);
  const submit = () => {
    const wrong = given.tryAll();
    if (wrong === undefined) void move.send(given.given);
    else box.current?.querySelector<HTMLElement>(`#${prefix}-${wrong.fieldName}`)?.focus();
  };
  const latest = useRef(submit);
  useEffect(() => { latest.current = submit; });
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    const isListOpen = target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';
    event.stopPropagation();
    if (key === 'Escape' && !isListOpen) {
      event.preventDefault();
      onCancel();
    } else if (key === 'Enter' && target instanceof HTMLInputElement && !isListOpen && !(given.fields.some(takesLines) && !event.ctrlKey)) {
      event.preventDefault();
      // Some inputs read what was typed as they are left: it is sent once that has been taken over.
      target.blur();
      setTimeout(() => latest.current());
    }
  };
  const message = trouble.kind === 'conflict' ? undefined : trouble.message;
  const foot: ReactNode = (
    <div className="ma-foot">
      <Button variant="quiet" trailing={<Kbd>Esc</Kbd>} onClick={onCancel}>{cancelLabel}</Button>
      {trouble.kind === 'asks' && <Button variant="primary" loading={move.isSaving} onClick={submit}>{label}</Button>}
      {trouble.kind === 'lost' && <Button variant="primary" loading={move.isSaving} onClick={() => void move.send()}>{t('actions.tryAgain')}</Button>}
    </div>
  );
  return (
    <div ref={box} className="ma-form" onKeyDown={onKeyDown}>
      <div className="ma-head" role="alert">
        <Icon of={CircleAlert} />
        <div><p className="ma-title">{t('ask.title')}</p>{message !== undefined && <p className="ma-why">{message}</p>}</div>
      </div>
      {given.fields.map((asked) => <Asked key={asked.fieldName} id={`${prefix}-${asked.fieldName}`} module={module} field={field} record={record} value={value} asked={asked} given={given} />)}
      {trouble.kind === 'conflict' && <ConflictNote module={module} field={field} value={trouble.current[field.fieldName]} onMine={move.keepMine} onTheirs={onTheirs} />}
      {foot}
    </div>
  );
}
