import type { CalendarEntry } from '../../headless/calendar/index.ts';
import { useDraggableItem } from '../../kit/drag/index.ts';
import { useCalendarContext } from './calendar-context.ts';

const PREFIX = 'end:';

/** The id of the entry whose end is dragged; undefined if a whole entry is dragged. */
export function readResizeId(dragId: string): string | undefined {
  return dragId.startsWith(PREFIX) ? dragId.slice(PREFIX.length) : undefined;
}

/** The edge of an entry that is dragged to change its end; by keyboard the end is changed in the form. */
export function EntryResizeHandle({ entry, isBelow = false }: { readonly entry: CalendarEntry; readonly isBelow?: boolean }) {
  const isOpen = useCalendarContext().canResize(entry.record);
  const { ref } = useDraggableItem(`${PREFIX}${entry.id}`, !isOpen);
  return isOpen ? (
    <span ref={ref} className="mc-resize-handle" data-below={isBelow || undefined} data-resize={entry.id} aria-hidden />
  ) : null;
}
