import { useMemo, useState, type CSSProperties } from 'react';
import { dayToTimestamp } from '#engine/model';
import { localDay, placeSideBySide, recordRoute, TextLink, useSession } from '#ui';
import type { TimeBlock } from '../../shared/free-time.ts';
import { tCalendar } from '../texts.ts';
import { nameDay, spanOf } from './busy-table.tsx';
import { clockOfDevice, freeTimesOf, listTimesOfDay, type Person, type TimeOfDay } from './use-busy.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 1440;
/** Pixels of an hour. */
const HOUR = 44;
/** Hours that are always shown; more if somebody is busy before or after them. */
const USUAL_HOURS = [7, 19] as const;
/** A shorter block has no place for its text. */
const LEAST_MINUTES = 30;
/** Colours of people, in turn: neighbours differ clearly. */
const HUES = ['blue', 'orange', 'teal', 'violet', 'green', 'amber', 'red'] as const;

const hueOf = (at: number): string => `ms-hue-${HUES[at % HUES.length] ?? 'gray'}`;

/** A time of a person in a day, in minutes of its clock. */
interface OverlayBlock extends TimeOfDay {
  readonly from: number;
  readonly to: number;
  readonly person: string;
  readonly hue: string;
}

/** The minutes of a block within a day, by the clock of the device. */
function minutesOf({ from, to }: TimeBlock, day: string): { readonly from: number; readonly to: number } {
  const clock = clockOfDevice();
  const minuteOf = (instant: number): number =>
    Math.min(DAY_MINUTES, Math.max(0, (clock.localTime(instant) - dayToTimestamp(day)) / MINUTE));
  return { from: minuteOf(from), to: minuteOf(to) };
}

function listBlocks(people: readonly Person[], hidden: ReadonlySet<string>, day: string): readonly OverlayBlock[] {
  return people.flatMap(({ _id, name, busy }, at) =>
    (hidden.has(_id) ? [] : listTimesOfDay(busy, day)).map(({ time, shown }) => {
      const { from, to } = minutesOf(shown, day);
      const start = Math.min(from, DAY_MINUTES - LEAST_MINUTES);
      return { from: start, to: Math.max(to, start + LEAST_MINUTES), person: name, hue: hueOf(at), time, shown };
    }),
  );
}

/** The hours of the grid. */
function findHours(blocks: readonly OverlayBlock[]): readonly number[] {
  const first = Math.min(USUAL_HOURS[0], ...blocks.map(({ from }) => Math.floor(from / 60)));
  const end = Math.max(USUAL_HOURS[1], ...blocks.map(({ to }) => Math.ceil(to / 60)));
  return Array.from({ length: end - first }, (_, at) => first + at);
}

const nameHour = (hour: number): string => new Date(0, 0, 1, hour).toLocaleTimeString('en-US', { hour: 'numeric' });

interface Layer {
  readonly person: Person;
  readonly at: number;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

function LayerButton({ person, at, isShown, onToggle }: Layer) {
  return (
    <button type="button" className={`cl-layer ${hueOf(at)}`} aria-pressed={isShown} onClick={onToggle}>
      <span className="cl-swatch" aria-hidden />
      {person.name}
    </button>
  );
}

function DayColumn({
  day,
  blocks,
  free,
  first,
}: {
  readonly day: string;
  readonly blocks: readonly OverlayBlock[];
  readonly free: readonly TimeBlock[];
  readonly first: number;
}) {
  const user = useSession((session) => session.user);
  const place = ({ from, to }: { readonly from: number; readonly to: number }): CSSProperties => ({
    top: (from / 60 - first) * HOUR,
    height: ((to - from) / 60) * HOUR,
  });
  const placed = useMemo(() => placeSideBySide(blocks), [blocks]);
  return (
    <>
      {free.map((block) => (
        <span
          key={block.from}
          className="cl-free-time"
          style={place(minutesOf(block, day))}
          title={`${tCalendar('freeAll')}: ${spanOf(block)}`}
        />
      ))}
      <ul aria-label={nameDay(day)}>
        {placed.map((block) => {
          const { person, hue, time, shown, column, columns } = block;
          const title = time.title ?? tCalendar('busy');
          return (
            <li
              key={`${person} ${time.start} ${time.event ?? ''}`}
              className={hue}
              data-hidden={time.event === undefined || undefined}
              title={`${person}: ${title}, ${spanOf(shown)}`}
              style={{ ...place(block), left: `${(column / columns) * 100}%`, width: `calc(${100 / columns}% - 2px)` }}
            >
              <strong>{person}</strong>
              {time.event === undefined ? (
                <span>{title}</span>
              ) : (
                <TextLink href={recordRoute('calendarEvents', time.event, user)}>{title}</TextLink>
              )}
              <span>{spanOf(shown)}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The times of all people over each other in a week with hours, a colour for each person, who can be hidden. */
export function BusyOverlay({ people, days }: { readonly people: readonly Person[]; readonly days: readonly string[] }) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => days.map((day) => ({ day, blocks: listBlocks(people, hidden, day) })), [people, days, hidden]);
  const today = localDay(new Date());
  const hours = findHours(columns.flatMap(({ blocks }) => blocks));
  const first = hours[0] ?? 0;
  const shown = people.filter(({ _id }) => !hidden.has(_id));
  const toggle = (id: string): void => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    setHidden(next);
  };
  return (
    <>
      <div className="cl-layers" role="group" aria-label={tCalendar('layers')}>
        {people.map((person, at) => (
          <LayerButton key={person._id} person={person} at={at} isShown={!hidden.has(person._id)} onToggle={() => toggle(person._id)} />
        ))}
      </div>
      <div className="cl-overlay">
        <span className="cl-corner" />
        {days.map((day) => (
          <span key={day} className="cl-day-name" data-today={day === today || undefined} aria-hidden>
            {nameDay(day)}
          </span>
        ))}
        <div className="cl-hours" style={{ height: hours.length * HOUR }} aria-hidden>
          {hours.map((hour) => (
            <span key={hour} style={{ top: (hour - first) * HOUR }}>
              {nameHour(hour)}
            </span>
          ))}
        </div>
        {columns.map(({ day, blocks }) => (
          <div key={day} className="cl-day" style={{ height: hours.length * HOUR, backgroundSize: `100% ${HOUR}px` }}>
            <DayColumn day={day} blocks={blocks} free={shown.length === 0 ? [] : freeTimesOf(shown, day)} first={first} />
          </div>
        ))}
      </div>
    </>
  );
}
