/** Milliseconds without a keystroke after which a typed text is written to the form. */
const DEBOUNCE_MILLISECONDS = 150;

/** Debounces typed texts before they are written to the form, so that a keystroke only renders its own input. */
export interface InputDebouncer {
  /** Calls `act` after a pause, replacing the pending call of the field; `isDue` is true if it is called before the pause. */
  readonly schedule: (field: string, act: (isDue: boolean) => void) => void;
  /** Calls all pending functions at once, when the form is left or saved. */
  readonly flush: () => void;
  /** Whether a call is pending. */
  readonly isPending: () => boolean;
}

/** Creates the debouncer of one form. */
export function createInputDebouncer(): InputDebouncer {
  const pending = new Map<string, { readonly act: (isDue: boolean) => void; readonly timer: ReturnType<typeof setTimeout> }>();
  const run = (field: string, isDue: boolean): void => {
    const one = pending.get(field);
    if (one === undefined) return;
    clearTimeout(one.timer);
    pending.delete(field);
    one.act(isDue);
  };
  return {
    schedule: (field, act) => {
      clearTimeout(pending.get(field)?.timer);
      pending.set(field, { act, timer: setTimeout(() => run(field, false), DEBOUNCE_MILLISECONDS) });
    },
    flush: () => {
      for (const field of [...pending.keys()]) run(field, true);
    },
    isPending: () => pending.size > 0,
  };
}
