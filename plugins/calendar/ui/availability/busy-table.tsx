import { formatTime, localDay, recordRoute, TextLink, useSession } from '#ui';
import type { TimeBlock } from '../../shared/free-time.ts';
import { tCalendar } from '../texts.ts';
import { freeTimesOf, listTimesOfDay, type BusyTime, type Person } from './use-busy.ts';

const timeOf = (instant: number): string => formatTime(new Date(instant).toISOString());

/** 'Wed, May 5' */
export const nameDay = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** '9:00 AM – 10:30 AM' */
export const spanOf = ({ from, to }: TimeBlock): string => `${timeOf(from)} – ${timeOf(to)}`;

function BusyCell({ busy, day }: { readonly busy: readonly BusyTime[]; readonly day: string }) {
  const user = useSession((session) => session.user);
  const here = listTimesOfDay(busy, day);
  if (here.length === 0) return <span className="cl-none">{tCalendar('free')}</span>;
  return (
    <ul>
      {here.map(({ time, shown }) => (
        <li key={`${time.start} ${time.event ?? ''}`} data-hidden={time.event === undefined || undefined}>
          {spanOf(shown)}
          <br />
          {time.event === undefined ? (
            tCalendar('busy')
          ) : (
            <TextLink href={recordRoute('calendarEvents', time.event, user)}>{time.title ?? ''}</TextLink>
          )}
        </li>
      ))}
    </ul>
  );
}

function FreeCell({ people, day }: { readonly people: readonly Person[]; readonly day: string }) {
  const free = freeTimesOf(people, day);
  if (free.length === 0) return <span className="cl-none">{tCalendar('noFree')}</span>;
  return (
    <ul>
      {free.map((block) => (
        <li key={block.from}>{spanOf(block)}</li>
      ))}
    </ul>
  );
}

/** A row for each person, with their times on each day, and one with the times at which all are free. */
export function BusyTable({ people, days }: { readonly people: readonly Person[]; readonly days: readonly string[] }) {
  const today = localDay(new Date());
  return (
    <table className="cl-week">
      <thead>
        <tr>
          <th scope="col">{tCalendar('people')}</th>
          {days.map((day) => (
            <th key={day} scope="col" data-today={day === today || undefined}>
              {nameDay(day)}
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
  );
}
