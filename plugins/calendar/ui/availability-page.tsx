import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { addDays, zoneClock } from '#engine/model';
import {
  Button,
  callApi,
  EmptyState,
  ErrorState,
  formatFullDay,
  formatTime,
  getErrorMessage,
  IconButton,
  localDay,
  PageHeader,
  RecordChoice,
  recordRoute,
  SkeletonRows,
  TextLink,
  useNamesById,
  usePageTitle,
  useSession,
} from '#ui';
import { listFreeTime, type TimeBlock } from '../shared/free-time.ts';
import { tCalendar } from './texts.ts';
import './calendar.css';

const HOUR = 3_600_000;
const WORK_HOURS = [8, 18] as const;

interface BusyTime {
  readonly start: string;
  readonly end: string;
  readonly event?: string;
  readonly title?: string;
}

interface Person {
  readonly _id: string;
  readonly name: string;
  readonly busy: readonly BusyTime[];
}

interface Chosen {
  readonly users: readonly string[];
  readonly teams: readonly string[];
}

const zoneOfDevice = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The Sunday of the week of a day. */
function weekOf(day: string): string {
  return addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** When the chosen people are busy in a week; undefined data: not read yet. */
function useBusy({ users, teams }: Chosen, week: string) {
  const [result, setResult] = useState<{ readonly key: string; readonly data?: readonly Person[]; readonly error?: unknown }>();
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify([users, teams, week, attempt]);
  const isEmpty = users.length + teams.length === 0;
  useEffect(() => {
    if (isEmpty) return;
    const controller = new AbortController();
    const clock = zoneClock(zoneOfDevice());
    const [chosenUsers, chosenTeams, first] = JSON.parse(key) as [string[], string[], string];
    const body = {
      users: chosenUsers,
      teams: chosenTeams,
      from: new Date(clock.startOfDay(first)).toISOString(),
      to: new Date(clock.startOfDay(addDays(first, 7))).toISOString(),
    };
    callApi<{ readonly data: readonly Person[] }>('POST', '/api/calendar-events/busy', { body, signal: controller.signal }).then(
      ({ data }) => setResult({ key, data }),
      (error: unknown) => {
        if (!controller.signal.aborted) setResult({ key, error });
      },
    );
    return () => controller.abort();
  }, [key, isEmpty]);
  const current = result?.key === key ? result : undefined;
  return { data: current?.data, error: current?.error, retry: () => setAttempt(attempt + 1) };
}

function ChosenList({ chosen, onChange }: { readonly chosen: Chosen; readonly onChange: (chosen: Chosen) => void }) {
  const { names: users } = useNamesById('users', chosen.users);
  const { names: teams } = useNamesById('teams', chosen.teams);
  const entries = [
    ...chosen.users.map((id) => ({
      id,
      name: users.get(id) ?? '…',
      without: { ...chosen, users: chosen.users.filter((one) => one !== id) },
    })),
    ...chosen.teams.map((id) => ({
      id,
      name: tCalendar('team', { name: teams.get(id) ?? '…' }),
      without: { ...chosen, teams: chosen.teams.filter((one) => one !== id) },
    })),
  ];
  return (
    <div className="cl-chosen" role="group" aria-label={tCalendar('people')}>
      {entries.map(({ id, name, without }) => (
        <Button key={id} size="sm" icon={X} aria-label={tCalendar('remove', { name })} onClick={() => onChange(without)}>
          {name}
        </Button>
      ))}
    </div>
  );
}

const blockOf = ({ start, end }: BusyTime): TimeBlock => ({ from: Date.parse(start), to: Date.parse(end) });
const timeOf = (instant: number): string => formatTime(new Date(instant).toISOString());
const spanOf = ({ from, to }: TimeBlock): string => `${timeOf(from)} – ${timeOf(to)}`;

function dayWindow(day: string): TimeBlock {
  const clock = zoneClock(zoneOfDevice());
  return { from: clock.startOfDay(day), to: clock.startOfDay(addDays(day, 1)) };
}

const overlaps = (a: TimeBlock, b: TimeBlock): boolean => a.from < b.to && a.to > b.from;

function BusyCell({ busy, day }: { readonly busy: readonly BusyTime[]; readonly day: string }) {
  const user = useSession((session) => session.user);
  const window = dayWindow(day);
  const here = busy.filter((time) => overlaps(blockOf(time), window));
  if (here.length === 0) return <span className="cl-none">{tCalendar('free')}</span>;
  return (
    <ul>
      {here.map((time) => {
        const block = blockOf(time);
        const shown = { from: Math.max(block.from, window.from), to: Math.min(block.to, window.to) };
        return (
          <li key={`${time.start} ${time.event ?? ''}`} data-hidden={time.event === undefined || undefined}>
            {spanOf(shown)}
            <br />
            {time.event === undefined ? (
              tCalendar('busy')
            ) : (
              <TextLink href={recordRoute('calendarEvents', time.event, user)}>{time.title ?? ''}</TextLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function FreeCell({ people, day }: { readonly people: readonly Person[]; readonly day: string }) {
  const { from } = dayWindow(day);
  const window = { from: from + WORK_HOURS[0] * HOUR, to: from + WORK_HOURS[1] * HOUR };
  const free = listFreeTime(
    people.flatMap(({ busy }) => busy.map(blockOf)),
    window,
  );
  if (free.length === 0) return <span className="cl-none">{tCalendar('noFree')}</span>;
  return (
    <ul>
      {free.map((block) => (
        <li key={block.from}>{spanOf(block)}</li>
      ))}
    </ul>
  );
}

function WeekTable({ people, week }: { readonly people: readonly Person[]; readonly week: string }) {
  const days = Array.from({ length: 7 }, (_, at) => addDays(week, at));
  return (
    <div className="cl-scroll" role="region" aria-label={tCalendar('week', { day: formatFullDay(week) })} tabIndex={0}>
      <table className="cl-week">
        <thead>
          <tr>
            <th scope="col">{tCalendar('people')}</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {formatFullDay(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="cl-free">
            <th scope="row">{tCalendar('freeAll')}</th>
            {days.map((day) => (
              <td key={day}>
                <FreeCell people={people} day={day} />
              </td>
            ))}
          </tr>
          {people.map(({ _id, name, busy }) => (
            <tr key={_id}>
              <th scope="row">{name}</th>
              {days.map((day) => (
                <td key={day}>
                  <BusyCell busy={busy} day={day} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WeekSteps({ week, onWeek }: { readonly week: string; readonly onWeek: (week: string) => void }) {
  return (
    <div className="cl-chosen">
      <IconButton icon={ChevronLeft} label={tCalendar('previousWeek')} onClick={() => onWeek(addDays(week, -7))} />
      <Button onClick={() => onWeek(weekOf(localDay(new Date())))}>{tCalendar('thisWeek')}</Button>
      <IconButton icon={ChevronRight} label={tCalendar('nextWeek')} onClick={() => onWeek(addDays(week, 7))} />
    </div>
  );
}

/** `/app/x/calendar/availability`: when people and teams are busy, and when all of them are free. */
export function AvailabilityPage() {
  usePageTitle(tCalendar('availability'));
  const [chosen, setChosen] = useState<Chosen>({ users: [], teams: [] });
  const [week, setWeek] = useState(() => weekOf(localDay(new Date())));
  const { data, error, retry } = useBusy(chosen, week);
  const isEmpty = chosen.users.length + chosen.teams.length === 0;
  const add = (kind: keyof Chosen) => (id: string | undefined) => {
    if (id !== undefined && !chosen[kind].includes(id)) setChosen({ ...chosen, [kind]: [...chosen[kind], id] });
  };
  return (
    <>
      <PageHeader title={tCalendar('availability')} />
      <div className="ms-page cl-page">
        <div className="cl-row">
          <RecordChoice
            key={`users ${chosen.users.length}`}
            label={tCalendar('addPerson')}
            module="users"
            id={null}
            onChoose={add('users')}
          />
          <RecordChoice
            key={`teams ${chosen.teams.length}`}
            label={tCalendar('addTeam')}
            module="teams"
            id={null}
            onChoose={add('teams')}
          />
        </div>
        {!isEmpty && <ChosenList chosen={chosen} onChange={setChosen} />}
        {!isEmpty && <WeekSteps week={week} onWeek={setWeek} />}
        {isEmpty && <EmptyState title={tCalendar('nobody')} help={tCalendar('nobodyText')} />}
        {!isEmpty && error !== undefined && <ErrorState title={tCalendar('busyFailed')} text={getErrorMessage(error)} onRetry={retry} />}
        {!isEmpty && error === undefined && data === undefined && <SkeletonRows rows={4} columns={4} />}
        {!isEmpty && data !== undefined && (
          <>
            <WeekTable people={data} week={week} />
            <p className="cl-sentence">{tCalendar('workTimes')}</p>
          </>
        )}
      </div>
    </>
  );
}
