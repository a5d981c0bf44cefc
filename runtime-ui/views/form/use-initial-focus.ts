import { useEffect, useRef, type RefObject } from 'react';
import { useBreakpoint } from '../../kit/index.ts';

const TEXT_INPUTS = 'input:not([readonly], [disabled]), textarea:not([readonly], [disabled])';

/**
 * Focuses the first field when a form opens: the user can type at once, and letters are not handled as shortcuts. Not on a phone, where the
 * keyboard would cover the fields.
 */
export function useInitialFocus(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const isPhone = useBreakpoint() === 'phone';
  const wanted = useRef(!isPhone);
  useEffect(() => {
    if (wanted.current) box.current?.querySelector<HTMLElement>(TEXT_INPUTS)?.focus({ preventScroll: true });
  }, []);
  return box;
}
