import { useCallback, useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '#ui';
import type { InputValues } from '../../shared/conditions.ts';
import { saveValues, type SigningState } from './esign-api.ts';

/** Milliseconds without a change after which entries are saved. */
const SAVE_DELAY = 1_000;

/** Whether the entries are saved. */
export type Saving =
  | { readonly kind: 'none' | 'saving' }
  | { readonly kind: 'saved'; readonly at: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Saves the entries of a recipient a moment after the last change, one request at a time. */
export function useSaving(state: SigningState) {
  const [saving, setSaving] = useState<Saving>({ kind: 'none' });
  const waiting = useRef<InputValues>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef(state);
  latest.current = state;
  const flush = useCallback((): Promise<void> => {
    clearTimeout(timer.current);
    const send = async (): Promise<void> => {
      const values = waiting.current;
      if (values === undefined) return;
      waiting.current = undefined;
      setSaving({ kind: 'saving' });
      try {
        const { savedAt } = await saveValues(latest.current, values);
        setSaving({ kind: 'saved', at: savedAt });
      } catch (cause) {
        waiting.current ??= values;
        setSaving({ kind: 'failed', reason: getErrorMessage(cause) });
        throw cause;
      }
    };
    const sent = running.current.then(send);
    running.current = sent.catch(() => undefined);
    return sent;
  }, []);
  const save = useCallback(
    (values: InputValues) => {
      waiting.current = values;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush().catch(() => undefined), SAVE_DELAY);
    },
    [flush],
  );
  /** What is finished needs no save any more. */
  const stop = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    waiting.current = undefined;
    await running.current;
  }, []);
  useEffect(() => {
    // Entries that are typed when the phone is put away are saved at once.
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') void flush().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      clearTimeout(timer.current);
    };
  }, [flush]);
  return { saving, save, flush, stop };
}
