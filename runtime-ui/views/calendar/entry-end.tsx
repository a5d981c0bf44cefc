import type { CalendarEntry } from '../../headless/calendar/index.ts';
import { useDragged } from '../../kit/drag/index.ts';
import { useCalendarWork } from './calendar-work.ts';

const PREFIX = 'end:';

/** The entry whose end is dragged; undefined: a whole entry is. */
export function readEndId(dragId: string): string | undefined {
  return dragId.startsWith(PREFIX) ? dragId.slice(PREFIX.length) : undefined;
}

/** The edge of an entry by which its end is dragged to another day or hour; by keys its form does the same. */
export function EntryEnd({ entry, isBelow = false }: { readonly entry: CalendarEntry; readonly isBelow?: boolean }) {
  const isOpen = useCalendarWork().canEnd(entry.record);
  const { ref } = useDragged(`${PREFIX}${entry.id}`, !isOpen);
  return isOpen ? <span ref={ref} className="mc-end" data-below={isBelow || undefined} data-end={entry.id} aria-hidden /> : null;
}
