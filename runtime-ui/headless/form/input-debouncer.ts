/** How long hands rest before what they typed goes from its input into the form, in milliseconds. */
const DEBOUNCE_MILLISECONDS = 150;

/** Texts that are being typed and not yet in their form: a keystroke costs its own input alone. */
export interface InputDebouncer {
  /** Calls `act` once the hands rest, in place of what was to be called for the field before; `isDue` when it cannot wait for a pause. */
  readonly schedule: (field: string, act: (isDue: boolean) => void) => void;
  /** Calls all that is held, at once: the form is left, or saved. */
  readonly flush: () => void;
  /** Whether anything is held. */
  readonly isPending: () => boolean;
}

/** Makes the rest of one form. */
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
    flush: () => { for (const field of [...pending.keys()]) run(field, true); },
    isPending: () => pending.size > 0,
  };
}
