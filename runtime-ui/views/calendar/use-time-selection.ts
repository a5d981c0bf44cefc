import { useRef, useState, type PointerEvent } from 'react';

/** A selected time of a day, in minutes since midnight. */
export interface TimeSelection {
  readonly from: number;
  readonly to: number;
}

interface SelectionInput {
  readonly canSelect: boolean;
  /** Height of an hour in CSS pixels. */
  readonly hourHeight: number;
  readonly onSelect: (selection: TimeSelection) => void;
}

const STEP = 30;
const DAY_MINUTES = 1440;

/** Whether a press is on free area, with the main button of a mouse or pen: touch scrolls. */
export function isFreePress({ target, button, pointerType }: PointerEvent): boolean {
  if (button !== 0 || pointerType === 'touch') return false;
  return target instanceof Element && target.closest('a, button, [data-resize]') === null;
}

/** Selects a time by dragging over the free hours of a day. A press without a drag is a click. */
export function useTimeSelection({ canSelect, hourHeight, onSelect }: SelectionInput) {
  const [selection, setSelection] = useState<TimeSelection | undefined>(undefined);
  const start = useRef<number | undefined>(undefined);
  const latest = useRef<TimeSelection | undefined>(undefined);
  const minuteAt = (event: PointerEvent<HTMLElement>): number => {
    const { top } = event.currentTarget.getBoundingClientRect();
    return Math.min(DAY_MINUTES - STEP, Math.max(0, Math.floor(((event.clientY - top) / hourHeight) * (60 / STEP)) * STEP));
  };
  const show = (next: TimeSelection | undefined) => {
    latest.current = next;
    setSelection(next);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      show(undefined);
      if (!canSelect || !isFreePress(event)) return;
      start.current = minuteAt(event);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current: from } = start;
      if (from === undefined) return;
      const at = minuteAt(event);
      if (at === from && latest.current === undefined) return;
      show({ from: Math.min(from, at), to: Math.max(from, at) + STEP });
    },
    onPointerUp: () => {
      start.current = undefined;
      const { current: chosen } = latest;
      if (chosen !== undefined) onSelect(chosen);
    },
    onPointerCancel: () => {
      start.current = undefined;
      show(undefined);
    },
  };
  /** Whether a click ends a selection, which it must not do twice. */
  const endsSelection = (): boolean => {
    const wasSelected = latest.current !== undefined;
    show(undefined);
    return wasSelected;
  };
  return { selection, handlers, endsSelection };
}
