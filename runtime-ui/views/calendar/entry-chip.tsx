import { useEffect, useRef, type MouseEvent } from 'react';
import { recordRoute, useSession } from '../../client/index.ts';
import type { CalendarEntry } from '../../headless/calendar/index.ts';
import { useDraggableItem } from '../../kit/drag/index.ts';
import { useCalendarContext } from './calendar-context.ts';
import { formatClockTime } from './calendar-format.ts';
import { entryTitle, findEntryStatus, formatEntryTime } from './entry-format.ts';

/** The drag id of an entry: contains the day from which it is dragged. */
function dragIdOf(id: string, day: string): string {
  return `${day}/${id}`;
}

/** The day and the record id of a dragged entry. */
export function readDragId(dragId: string): { readonly day: string; readonly id: string } {
  return { day: dragId.slice(0, 10), id: dragId.slice(11) };
}

interface EntryContentProps {
  readonly entry: CalendarEntry;
  /** Filled with its colour, as multi-day entries and entries with hours are; otherwise only a dot is shown. */
  readonly isFilled: boolean;
}

/** The content of an entry: colour, time, name. */
function EntryContent({ entry, isFilled }: EntryContentProps) {
  const work = useCalendarContext();
  const status = findEntryStatus(work, entry);
  return (
    <>
      {!isFilled && <span className="mc-dot" aria-hidden />}
      {entry.minute !== undefined && entry.first === entry.last && <span className="mc-time">{formatClockTime(entry.minute, true)}</span>}
      <span className="mc-name">{entryTitle(work, entry)}</span>
      {status && <span className="ms-visually-hidden">, {status.label}</span>}
    </>
  );
}

/** The preview that follows the pointer during a drag. */
export function DraggedEntry({ entry }: { readonly entry: CalendarEntry }) {
  const hue = findEntryStatus(useCalendarContext(), entry)?.hue ?? 'gray';
  return (
    <span className={`mc-entry mc-dragged ms-hue-${hue}`}>
      <EntryContent entry={entry} isFilled={false} />
    </span>
  );
}

interface EntryChipProps extends EntryContentProps {
  /** The first day on which this part of the entry is rendered. */
  readonly day: string;
  readonly className?: string;
  readonly tabIndex: 0 | -1;
}

/**
 * An entry on its day: a link to its record. A plain click opens its popover. It can be dragged to another day if that is allowed;
 * otherwise a drag opens the popover with the reason.
 */
export function EntryChip({ entry, day, isFilled, className = '', tabIndex }: EntryChipProps) {
  const work = useCalendarContext();
  const user = useSession((session) => session.user);
  const isBlocked = work.findMoveBlock(entry.record) !== undefined;
  const { ref, isDragged } = useDraggableItem(dragIdOf(entry.id, day), isBlocked);
  const hue = findEntryStatus(work, entry)?.hue ?? 'gray';
  // A drag that starts on the link must not count as a click.
  const wasDragged = useRef(false);
  useEffect(() => {
    if (isDragged) wasDragged.current = true;
  }, [isDragged]);
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    // A click on the day below would start a new record.
    event.stopPropagation();
    if (wasDragged.current) {
      wasDragged.current = false;
      return event.preventDefault();
    }
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    work.onEntryOpen(entry);
  };
  return (
    <a
      ref={ref}
      href={recordRoute(work.module.name, entry.record._id, user)}
      className={`mc-entry ms-hue-${hue} ${className}`.trim()}
      data-entry={entry.id}
      data-filled={isFilled || undefined}
      data-dragged={isDragged || undefined}
      data-blocked={isBlocked || undefined}
      data-changed={work.changed.has(entry.record._id) || undefined}
      tabIndex={tabIndex}
      aria-haspopup="dialog"
      title={`${entryTitle(work, entry)}, ${formatEntryTime(work, entry)}`}
      onClick={onClick}
      // A blocked entry opens its popover when a drag is attempted.
      draggable={isBlocked}
      onDragStart={(event) => {
        event.preventDefault();
        if (isBlocked) work.onEntryOpen(entry);
      }}
    >
      <EntryContent entry={entry} isFilled={isFilled} />
    </a>
  );
}
