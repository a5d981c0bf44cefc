import { useRef } from 'react';
import type { JsonObject } from '#engine/model/values';
import {
  addDays,
  buildEndDayChanges,
  buildMoveToDayChanges,
  buildMoveToValueChanges,
  daysBetween,
  toInstant,
  type CalendarEntry,
  type CalendarFields,
} from '../../headless/calendar/index.ts';
import { DraggedEntry, readDragId } from './entry-chip.tsx';
import { readResizeId } from './entry-resize-handle.tsx';
import { readDropTarget } from './hour-grid.tsx';
import type { useEntryMoves } from './use-entry-moves.ts';

/** Drags entries to other days and hours, and their ends to other ends. `begin` saves values of an entry. */
export function useEntryDrag(fields: CalendarFields, entries: readonly CalendarEntry[], moves: ReturnType<typeof useEntryMoves>) {
  const isDragging = useRef(false);
  const begin = (entry: CalendarEntry, values: JsonObject, moved = fields.field) => {
    const isSame = Object.entries(values).every(([name, value]) => entry.record[name] === value);
    if (!isSame) moves.begin({ entry, field: moved, values });
  };
  const entryOf = (dragId: string) => {
    const id = readResizeId(dragId) ?? readDragId(dragId).id;
    return entries.find((one) => one.id === id);
  };
  const onDrop = (dragId: string, target: string | undefined) => {
    // A drop on the same day must not count as a click on it.
    setTimeout(() => {
      isDragging.current = false;
    });
    const entry = entryOf(dragId);
    if (entry === undefined || target === undefined) return;
    const { day, hour } = readDropTarget(target);
    // An end that is dropped on an hour is set to the end of that hour.
    if (readResizeId(dragId) !== undefined)
      return begin(entry, buildEndDayChanges(fields, entry.record, day, hour === undefined ? undefined : (hour + 1) * 60), fields.end);
    const { day: from } = readDragId(dragId);
    // A multi-day entry moves by the distance between the day where the drag started and the day of the drop.
    const first = addDays(entry.first, daysBetween(from, day));
    if (hour === undefined || entry.minute === undefined) begin(entry, buildMoveToDayChanges(fields, entry.record, first));
    else begin(entry, buildMoveToValueChanges(fields, entry.record, toInstant(fields.zone, first, hour * 60 + (entry.minute % 60))));
  };
  const dragProps = {
    onDragStart: () => {
      isDragging.current = true;
    },
    onDrop,
    renderDragged: (dragId: string) => {
      const entry = entryOf(dragId);
      return entry && <DraggedEntry entry={entry} />;
    },
  };
  return { begin, isDragging, dragProps };
}
