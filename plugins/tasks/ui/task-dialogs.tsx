import { useState } from 'react';
import { toText, type ModuleView } from '#engine/model';
import { Button, Dialog, RecordChoice, recordName, type RecordData } from '#ui';
import { readTypedTime } from '../shared/natural-day.ts';
import { DueInput } from './due-input.tsx';
import { MORNING } from './snooze-times.ts';
import { tTasks } from './texts.ts';

interface SnoozeDialogProps {
  readonly record: RecordData;
  readonly today: string;
  readonly onSnooze: (day: string, time: string) => void;
  readonly onClose: () => void;
}

/** A time that is typed, until which a task is snoozed. */
export function SnoozeDialog({ record, today, onSnooze, onClose }: SnoozeDialogProps) {
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const snooze = () => {
    const typed = readTypedTime(text, today);
    setChecked(true);
    if (typed !== undefined) onSnooze(typed.day, typed.time ?? MORNING);
  };
  return (
    <Dialog
      opened
      size="confirm"
      title={tTasks('chooseTitle')}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{tTasks('cancel')}</Button>
          <Button variant="primary" disabled={text.trim() === ''} onClick={snooze}>
            {tTasks('snoozeDo')}
          </Button>
        </>
      }
    >
      <form
        className="tk-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          snooze();
        }}
      >
        <DueInput label={tTasks('until')} value={text} today={today} onChange={setText} isChecked={isChecked} autoFocus />
        <p className="ms-muted">{tTasks('snoozeHelp')}</p>
        {toText(record['recurrence']) !== '' && <p className="ms-muted">{tTasks('onlyThis')}</p>}
      </form>
    </Dialog>
  );
}

interface AssignDialogProps {
  readonly view: ModuleView;
  readonly record: RecordData;
  readonly onAssign: (user: string) => void;
  readonly onClose: () => void;
}

/** Who is to do the task. */
export function AssignDialog({ view, record, onAssign, onClose }: AssignDialogProps) {
  const [user, setUser] = useState<string | null>(null);
  return (
    <Dialog
      opened
      size="confirm"
      title={tTasks('reassignTitle', { name: recordName(view, record) })}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{tTasks('cancel')}</Button>
          <Button
            variant="primary"
            disabled={user === null}
            onClick={() => {
              if (user !== null) onAssign(user);
            }}
          >
            {tTasks('reassignDo')}
          </Button>
        </>
      }
    >
      <RecordChoice label={tTasks('assignee')} module="users" id={user} where={{ active: true }} onChoose={(id) => setUser(id ?? null)} />
    </Dialog>
  );
}
