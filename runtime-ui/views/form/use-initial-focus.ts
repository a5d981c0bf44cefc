import { useEffect, useRef, type RefObject } from 'react';
import { useBreakpoint } from '../../kit/index.ts';

const TEXT_INPUTS = 'input:not([readonly], [disabled]), textarea:not([readonly], [disabled])';

/** A form that opens has the focus in its first field: one types at once, and no letter is taken for a key. On a phone it would bring the keyboard up over the fields. */
export function useInitialFocus(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const isPhone = useBreakpoint() === 'phone';
  const wanted = useRef(!isPhone);
  useEffect(() => { if (wanted.current) box.current?.querySelector<HTMLElement>(TEXT_INPUTS)?.focus({ preventScroll: true }); }, []);
  return box;
}
