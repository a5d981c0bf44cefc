import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { addDays } from '#engine/model';
import {
  Button,
  EmptyState,
  ErrorState,
  formatFullDay,
  getErrorMessage,
  IconButton,
  localDay,
  PageHeader,
  RecordChoice,
  SkeletonRows,
  Tabs,
  useNamesById,
  usePageTitle,
  useUrlParams,
} from '#ui';
import { tCalendar } from '../texts.ts';
import '../calendar.css';
import { BusyOverlay } from './busy-overlay.tsx';
import { BusyTable } from './busy-table.tsx';
import { useBusy, type Chosen } from './use-busy.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const VIEWS = ['overlay', 'table'] as const;
type View = (typeof VIEWS)[number];

/** The Sunday of the week of a day. */
function weekOf(day: string): string {
  return addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** Who is chosen, the week and the view: they are in the address, so that they can be reloaded and linked to. */
function useChoice() {
  const [address, , set] = useUrlParams();
  const listOf = (name: string): readonly string[] => (address.get(name) ?? '').split(',').filter((id) => id !== '');
  const [users, teams] = [listOf('users'), listOf('teams')];
  const day = address.get('week') ?? '';
  return {
    chosen: { users, teams },
    week: weekOf(DAY.test(day) && !Number.isNaN(Date.parse(day)) ? day : localDay(new Date())),
    view: VIEWS.find((one) => one === address.get('shown')) ?? 'overlay',
    choose: (next: Chosen) => set({ users: next.users.join(','), teams: next.teams.join(',') }),
    openWeek: (week: string) => set({ week }),
    show: (view: View) => set({ shown: view === 'overlay' ? '' : view }),
  };
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

function WeekSteps({ week, onWeek }: { readonly week: string; readonly onWeek: (week: string) => void }) {
  return (
    <div className="cl-chosen">
      <IconButton icon={ChevronLeft} label={tCalendar('previousWeek')} onClick={() => onWeek(addDays(week, -7))} />
      <Button onClick={() => onWeek(weekOf(localDay(new Date())))}>{tCalendar('thisWeek')}</Button>
      <IconButton icon={ChevronRight} label={tCalendar('nextWeek')} onClick={() => onWeek(addDays(week, 7))} />
    </div>
  );
}

/** The people and teams that are chosen, and fields to add more. */
function PeopleChoice({ chosen, onChange }: { readonly chosen: Chosen; readonly onChange: (chosen: Chosen) => void }) {
  const add = (kind: keyof Chosen) => (id: string | undefined) => {
    if (id !== undefined && !chosen[kind].includes(id)) onChange({ ...chosen, [kind]: [...chosen[kind], id] });
  };
  return (
    <>
      <div className="cl-row">
        <RecordChoice
          key={`users ${chosen.users.length}`}
          label={tCalendar('addPerson')}
          module="users"
          id={null}
          onChoose={add('users')}
        />
        <RecordChoice key={`teams ${chosen.teams.length}`} label={tCalendar('addTeam')} module="teams" id={null} onChoose={add('teams')} />
      </div>
      {chosen.users.length + chosen.teams.length > 0 && <ChosenList chosen={chosen} onChange={onChange} />}
    </>
  );
}

/** Scrolls a week that is wider than the page to today. */
function useTodayInView(isShown: boolean, week: string, view: View) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = ref.current;
    const today = box?.querySelector<HTMLElement>('[data-today]');
    if (!isShown || box === null || !today) return;
    // Names of people and hours stay at the left.
    const fixed = box.querySelector<HTMLElement>('.cl-corner, thead th')?.offsetWidth ?? 0;
    box.scrollLeft = today.offsetLeft - fixed;
  }, [isShown, week, view]);
  return ref;
}

/** `/app/x/calendar/availability`: when people and teams are busy, over each other or in a table, and when all of them are free. */
export function AvailabilityPage() {
  usePageTitle(tCalendar('availability'));
  const { chosen, week, view, choose, openWeek, show } = useChoice();
  const { data, error, retry } = useBusy(chosen, week);
  const days = useMemo(() => Array.from({ length: 7 }, (_, at) => addDays(week, at)), [week]);
  const isEmpty = chosen.users.length + chosen.teams.length === 0;
  const box = useTodayInView(data !== undefined, week, view);
  const Week = view === 'overlay' ? BusyOverlay : BusyTable;
  return (
    <>
      <PageHeader title={tCalendar('availability')} />
      <div className="ms-page cl-page">
        <PeopleChoice chosen={chosen} onChange={choose} />
        {isEmpty && <EmptyState title={tCalendar('nobody')} help={tCalendar('nobodyText')} />}
        {!isEmpty && (
          <div className="cl-bar">
            <WeekSteps week={week} onWeek={openWeek} />
            <Tabs
              look="box"
              label={tCalendar('shownAs')}
              items={VIEWS.map((id) => ({ id, label: tCalendar(id) }))}
              selected={view}
              onSelect={(id) => show(VIEWS.find((one) => one === id) ?? 'overlay')}
            />
          </div>
        )}
        {!isEmpty && error !== undefined && <ErrorState title={tCalendar('busyFailed')} text={getErrorMessage(error)} onRetry={retry} />}
        {!isEmpty && error === undefined && data === undefined && <SkeletonRows rows={4} columns={4} />}
        {!isEmpty && data !== undefined && (
          <>
            <div ref={box} className="cl-scroll" role="region" aria-label={tCalendar('week', { day: formatFullDay(week) })} tabIndex={0}>
              <Week people={data} days={days} />
            </div>
            <p className="cl-sentence">{tCalendar('workTimes')}</p>
          </>
        )}
      </div>
    </>
  );
}
