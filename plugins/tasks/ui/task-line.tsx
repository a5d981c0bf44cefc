import { Checkbox } from '@mantine/core';
import { Bell, ListChecks, Repeat } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { dayToTimestamp, describeRule, parseRule, toText, type ModuleView, type ShellView } from '#engine/model';
import {
  findModule,
  formatDay,
  formatTime,
  Icon,
  isObject,
  localDay,
  readRelate,
  recordName,
  recordRoute,
  TextLink,
  type RecordData,
} from '#ui';
import { describeProgress } from '../shared/checklist.ts';
import { TaskActions } from './task-actions.tsx';
import { formatLateness, tTasks } from './texts.ts';
import { COMPLETED } from './use-day-groups.ts';
import { useTaskSave } from './use-task-save.ts';

export interface TaskLineProps {
  readonly view: ModuleView;
  readonly shell: ShellView;
  readonly record: RecordData;
  readonly today: string;
}

/** The record that a task is about: a link, if the user may open it. */
function About({ shell, record }: Pick<TaskLineProps, 'shell' | 'record'>) {
  const value = record['related_record'];
  const relate = readRelate(value);
  const name = isObject(value) ? toText(value.name) : '';
  if (relate === undefined || name === '') return null;
  const module = relate.module ?? '';
  const isOpen = isObject(value) && value.open !== false && findModule(shell, module) !== undefined;
  return isOpen ? (
    <TextLink href={recordRoute(module, relate._id, shell.user)} className="ms-clip">
      {name}
    </TextLink>
  ) : (
    <span className="ms-clip">{name}</span>
  );
}

/** When the task is due, how late it is, and its reminder. */
function When({ record, today }: Pick<TaskLineProps, 'record' | 'today'>) {
  const [due, reminder] = [toText(record['due_date']), toText(record['reminder'])];
  const late = due === '' ? 0 : Math.round((dayToTimestamp(today) - dayToTimestamp(due)) / 86_400_000);
  const isAhead = reminder !== '' && Date.parse(reminder) > Date.now();
  const day = isAhead ? localDay(new Date(reminder)) : '';
  const when = day === due || day === today ? formatTime(reminder) : `${formatDay(day)}, ${isAhead ? formatTime(reminder) : ''}`;
  return (
    <>
      {due !== '' && due !== today && (
        <span className={late > 0 ? 'ms-overdue' : ''}>
          {formatDay(due)}
          {late > 0 && ` · ${formatLateness(late)}`}
        </span>
      )}
      {isAhead && (
        <span className="tk-mark" title={tTasks('remindAt', { when })}>
          <Icon of={Bell} size={14} />
          <span className="ms-visually-hidden">{tTasks('remindAt', { when })}</span>
          <span aria-hidden>{when}</span>
        </span>
      )}
    </>
  );
}

/** That the task repeats, and how much of its checklist is done. */
function Marks({ record }: Pick<TaskLineProps, 'record'>) {
  const rule = toText(record['recurrence']);
  const read = rule === '' ? undefined : parseRule(rule);
  const progress = describeProgress(record['checklist']);
  return (
    <>
      {read?.ok === true && (
        <span className="tk-mark">
          <Icon of={Repeat} size={14} />
          {describeRule(read.rule)}
        </span>
      )}
      {progress !== undefined && (
        <span className="tk-mark">
          <Icon of={ListChecks} size={14} />
          <span className="ms-visually-hidden">{tTasks('checklist', { progress })}</span>
          <span aria-hidden>{progress}</span>
        </span>
      )}
    </>
  );
}

/** Arrow keys move between the tasks of the page; the keys of actions apply to the task that has the focus. */
function handleKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isPlain || !(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step !== 0 && target.matches('[data-task]')) {
    const all = [...document.querySelectorAll<HTMLElement>('[data-task]')];
    event.preventDefault();
    all[all.indexOf(target) + step]?.focus();
    return;
  }
  const name = key === 'Enter' ? 'enter' : key.toLowerCase();
  if (target.matches('a, button') || !/^[a-z]+$/u.test(name)) return;
  const action = currentTarget.querySelector<HTMLElement>(`[data-key="${name}"]`);
  if (action === null) return;
  event.preventDefault();
  // The same keys have another meaning for the whole page.
  event.nativeEvent.stopImmediatePropagation();
  action.click();
}

/** A task: it is completed by its box, and opened by its title. */
export function TaskLine({ view, shell, record, today }: TaskLineProps) {
  const task = useTaskSave(view, record);
  const [isDone, setDone] = useState(false);
  const name = recordName(view, record);
  const complete = async () => {
    setDone(true);
    if (!(await task.save(COMPLETED, tTasks('completed', { name })))) setDone(false);
  };
  return (
    <li className="tk-line" data-done={isDone || undefined} onKeyDown={handleKey}>
      <Checkbox
        className="tk-check"
        aria-label={tTasks('complete', { name })}
        data-task
        checked={isDone}
        disabled={!task.canSet('status')}
        onChange={() => {
          if (!isDone && !task.isBusy) void complete();
        }}
      />
      <span className="tk-main">
        <TextLink look="name" className="tk-name" data-key="enter" href={recordRoute(view.name, record._id, shell.user)}>
          {name}
        </TextLink>
        <span className="tk-facts">
          <When record={record} today={today} />
          <Marks record={record} />
          <About shell={shell} record={record} />
        </span>
      </span>
      <TaskActions view={view} shell={shell} record={record} today={today} task={task} />
    </li>
  );
}
