import { AlarmClock, Ban, ExternalLink, MoreHorizontal, SkipForward, UserRound } from 'lucide-react';
import { useState } from 'react';
import { toText, type JsonObject, type ModuleView, type ShellView } from '#engine/model';
import { formatDayInText, formatTime, IconButton, Menu, recordName, recordRoute, type RecordData } from '#ui';
import { toInstant } from '../shared/natural-day.ts';
import { formatMoment } from './due-input.tsx';
import { formatWithWeekday, listSnoozeTimes } from './snooze-times.ts';
import { AssignDialog, SnoozeDialog } from './task-dialogs.tsx';
import { tTasks } from './texts.ts';
import type { TaskSave } from './use-task-save.ts';

interface TaskActionsProps {
  readonly view: ModuleView;
  readonly shell: ShellView;
  readonly record: RecordData;
  readonly today: string;
  readonly task: TaskSave;
}

type Opened = 'snooze' | 'assign' | undefined;

/** Snooze, and what else can be done with a task, as far as the user may do it. */
export function TaskActions({ view, shell, record, today, task }: TaskActionsProps) {
  const [opened, setOpened] = useState<Opened>();
  const { canSet, save, skip, isBusy } = task;
  const name = recordName(view, record);
  const snooze = (day: string, time: string) => {
    setOpened(undefined);
    const reminder: JsonObject = canSet('reminder') ? { reminder: toInstant(day, time) } : {};
    void save({ due_date: day, ...reminder }, tTasks('snoozed', { name, when: formatMoment(day, time) }));
  };
  const times = listSnoozeTimes(today);
  const repeats = toText(record['recurrence']) !== '' && canSet('recurrence', 'due_date', 'status');
  const more = [
    { id: 'open', label: tTasks('open'), icon: ExternalLink, href: recordRoute(view.name, record._id, shell.user) },
    ...(canSet('assigned_to') ? [{ id: 'assign', label: tTasks('reassign'), icon: UserRound, onSelect: () => setOpened('assign') }] : []),
  ];
  const ofSeries = [
    {
      id: 'skip',
      label: tTasks('skip'),
      icon: SkipForward,
      onSelect: () => void skip((day) => tTasks('skipped', { name, when: formatDayInText(day) })),
    },
    { id: 'stop', label: tTasks('stop'), icon: Ban, onSelect: () => void save({ recurrence: null }, tTasks('stopped', { name })) },
  ];
  return (
    <span className="tk-actions">
      {canSet('due_date') && (
        <Menu
          label={tTasks('snooze', { name })}
          target={<IconButton icon={AlarmClock} size="sm" label={tTasks('snooze', { name })} data-key="z" disabled={isBusy} />}
          groups={[
            {
              id: 'times',
              items: times.map(({ id, day, time }) => ({
                id,
                label: tTasks(id),
                trailing: id === 'laterToday' ? formatTime(toInstant(day, time)) : formatWithWeekday(day),
                onSelect: () => snooze(day, time),
              })),
            },
            { id: 'choose', items: [{ id: 'choose', label: tTasks('choose'), onSelect: () => setOpened('snooze') }] },
          ]}
        />
      )}
      <Menu
        label={tTasks('actions', { name })}
        target={<IconButton icon={MoreHorizontal} size="sm" label={tTasks('actions', { name })} disabled={isBusy} />}
        groups={[{ id: 'task', items: more }, ...(repeats ? [{ id: 'series', items: ofSeries }] : [])]}
      />
      {opened === 'snooze' && <SnoozeDialog record={record} today={today} onSnooze={snooze} onClose={() => setOpened(undefined)} />}
      {opened === 'assign' && (
        <AssignDialog
          view={view}
          record={record}
          onAssign={(user) => {
            setOpened(undefined);
            void save({ assigned_to: user }, tTasks('reassigned', { name }));
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </span>
  );
}
