import { TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import type { ModuleView } from '#engine/model';
import { Button, createRecord, FieldError, getErrorMessage, useSaveFeedback, useUserId } from '#ui';
import { readTypedTime, toInstant } from '../shared/natural-day.ts';
import { DueInput } from './due-input.tsx';
import { listLineFields } from './use-day-groups.ts';
import { tTasks } from './texts.ts';

/** The values of a new task: a typed time is its reminder. */
function fieldsOf(view: ModuleView, subject: string, due: string, today: string, userId: string | undefined) {
  const typed = readTypedTime(due, today);
  const names = listLineFields(view);
  return {
    subject,
    ...(userId === undefined ? {} : { assigned_to: userId }),
    ...(typed === undefined ? {} : { due_date: typed.day }),
    ...(typed?.time === undefined || !names.includes('reminder') ? {} : { reminder: toInstant(typed.day, typed.time) }),
  };
}

/** A new task of the user: its title and its due date. */
export function QuickAdd({ view, today }: { readonly view: ModuleView; readonly today: string }) {
  const feedback = useSaveFeedback(view);
  const userId = useUserId();
  const title = useRef<HTMLInputElement>(null);
  const [subject, setSubject] = useState('');
  const [due, setDue] = useState('today');
  const [problem, setProblem] = useState<string>();
  const [isChecked, setChecked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const isDay = due.trim() === '' || readTypedTime(due, today) !== undefined;
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    const name = subject.trim();
    if (name === '' || !isDay || isSaving) {
      if (name === '') title.current?.focus();
      return;
    }
    setSaving(true);
    try {
      const { batchId } = await createRecord(view.path, fieldsOf(view, name, due, today, userId));
      setSubject('');
      setChecked(false);
      setProblem(undefined);
      title.current?.focus();
      await feedback.notify(tTasks('added', { name }), { batchId });
    } catch (error) {
      setProblem(getErrorMessage(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <form className="tk-add" onSubmit={(event) => void add(event)}>
      <TextInput
        ref={title}
        className="tk-add-title"
        label={tTasks('newTask')}
        placeholder={tTasks('newTaskHint')}
        autoComplete="off"
        maxLength={1000}
        value={subject}
        onChange={(event) => setSubject(event.currentTarget.value)}
      />
      <DueInput label={tTasks('due')} value={due} today={today} onChange={setDue} isChecked={isChecked} />
      <Button type="submit" variant="primary" icon={Plus} loading={isSaving} className="tk-add-button">
        {tTasks('add')}
      </Button>
      {problem !== undefined && (
        <div role="alert" className="tk-add-problem">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </form>
  );
}
