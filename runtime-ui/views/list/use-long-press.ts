import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

/** Duration of a long press in milliseconds, and the tolerated movement in CSS pixels. */
const LONG_PRESS_MS = 500;
const MOVE_TOLERANCE_PX = 10;

/** Event handlers for a long press on a touch screen; if undefined, a long press does nothing. Mouse events are ignored. */
export function useLongPress(onLongPress: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);
  if (onLongPress === undefined) return {};
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      if (pointerType !== 'touch') return;
      start.current = { x, y };
      timer.current = setTimeout(onLongPress, LONG_PRESS_MS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > MOVE_TOLERANCE_PX) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // The browser's context menu of a link would open at the same time.
    onContextMenu: (event: MouseEvent) => {
      if (timer.current !== undefined) event.preventDefault();
    },
  };
}
