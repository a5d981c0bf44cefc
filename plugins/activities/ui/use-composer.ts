import { useEffect, useState } from 'react';
import { toText, type ModuleView } from '#engine/model';
import { showNotice, t, useInvalidateRecords, useRecordForm, type RecordForm, type SaveOutcome } from '#ui';
import { toActivityName } from '../shared/activity-name.ts';
import { relatedRecordFields } from '../shared/related-record.ts';
import { tActivities } from './texts.ts';

export const KINDS = ['Note', 'Call', 'Email', 'SMS'] as const;
export type Kind = (typeof KINDS)[number];

/** The values of the composer. */
interface ComposerValues {
  readonly kind: Kind;
  readonly text: string;
  readonly minutes: number | undefined;
}

const EMPTY: ComposerValues = { kind: 'Note', text: '', minutes: undefined };

function fieldsOf({ kind, text, minutes }: ComposerValues) {
  const whole = text.trim();
  const [line = ''] = whole.split('\n');
  const name = toActivityName(line);
  return {
    name,
    activityType: kind,
    description: name === whole ? undefined : whole,
    duration_minutes: kind === 'Call' ? minutes : undefined,
  };
}

function toComposerValues({
  name,
  activityType,
  description,
  duration_minutes: minutes,
}: ReturnType<RecordForm['readDraft']>): ComposerValues {
  const text = typeof description === 'string' ? description : name;
  return {
    kind: KINDS.find((kind) => kind === activityType) ?? EMPTY.kind,
    text: toText(text),
    minutes: typeof minutes === 'number' ? minutes : undefined,
  };
}

function formatProblem(outcome: SaveOutcome, form: RecordForm): string | undefined {
  if (outcome.kind === 'unconfirmed') return t('views.form.unconfirmed');
  if (outcome.kind === 'refused')
    return outcome.error.code === 'idempotency_conflict' ? t('views.form.savedBefore') : outcome.error.message;
  return Object.values(form.issues).flat()[0]?.message ?? form.state.problems.general[0];
}

export interface ComposerProps {
  /** The activities module. */
  readonly activities: ModuleView;
  readonly module: ModuleView;
  readonly id: string;
  /** Display name of the record. */
  readonly name: string;
}

/** State of a new activity: stored as a local draft until it is saved, and never created twice. */
export function useComposer({ activities, module, id, name }: ComposerProps) {
  const [typed, setTyped] = useState(EMPTY);
  const [outcome, setOutcome] = useState<SaveOutcome>();
  const drop = useInvalidateRecords();
  const form = useRecordForm({
    module: activities,
    prefill: relatedRecordFields(module.name, id),
    draftTitle: tActivities('draftTitle', { name }),
    hostRecord: { module: module.name, recordId: id },
  });
  const { restored, readDraft } = form;
  useEffect(() => {
    if (restored !== undefined) setTyped(toComposerValues(readDraft()));
  }, [restored, readDraft]);
  const clear = (kind: Kind) => {
    setTyped({ ...EMPTY, kind });
    form.restart();
  };
  const write = (change: Partial<ComposerValues>) => {
    const next = { ...typed, ...change };
    setOutcome(undefined);
    if (next.text.trim() === '') form.restart();
    else for (const [field, value] of Object.entries(fieldsOf(next))) form.setValue(field, value);
    setTyped(next);
  };
  const save = async (): Promise<void> => {
    if (typed.text.trim() === '' || form.isSaving) return;
    const ended = await form.save();
    if (ended.kind === 'conflict') {
      // Another user changed the record that an earlier attempt created. The values in the composer win.
      form.resolveConflict({});
      return save();
    }
    setOutcome(ended.kind === 'saved' ? undefined : ended);
    if (ended.kind !== 'saved') return;
    showNotice({ kind: 'ok', text: tActivities(`added.${typed.kind}`) });
    clear(typed.kind);
    await drop([module.name]);
  };
  return {
    typed,
    write,
    save,
    isSaving: form.isSaving,
    isRestored: restored !== undefined,
    problem: outcome && formatProblem(outcome, form),
  };
}
