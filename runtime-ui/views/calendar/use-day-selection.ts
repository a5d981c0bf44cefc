import { useRef, useState, type PointerEvent } from 'react';
import { isFreePress } from './use-time-selection.ts';

interface DaySelection {
  readonly from: string;
  readonly to: string;
}

const dayAt = ({ clientX, clientY }: PointerEvent): string | undefined =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-day]')?.dataset['day'];

/** Selects days by dragging over their free area. A press without a drag is a click. */
export function useDaySelection(canSelect: boolean, onSelect: (from: string, to: string) => void) {
  const [selection, setSelection] = useState<DaySelection | undefined>(undefined);
  const start = useRef<string | undefined>(undefined);
  const latest = useRef<DaySelection | undefined>(undefined);
  const show = (next: DaySelection | undefined) => {
    latest.current = next;
    setSelection(next);
  };
  const end = () => {
    start.current = undefined;
    show(undefined);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (canSelect && isFreePress(event)) start.current = dayAt(event);
    },
    onPointerMove: (event: PointerEvent) => {
      const { current: from } = start;
      if (from === undefined) return;
      if (event.buttons === 0) return end();
      const day = dayAt(event);
      if (day !== undefined && (day !== from || latest.current !== undefined))
        show(day < from ? { from: day, to: from } : { from, to: day });
    },
    onPointerUp: () => {
      const { current: chosen } = latest;
      end();
      if (chosen !== undefined && chosen.from !== chosen.to) onSelect(chosen.from, chosen.to);
    },
    onPointerCancel: end,
  };
  const isSelected = (day: string): boolean => selection !== undefined && selection.from <= day && day <= selection.to;
  return { handlers, isSelected };
}
