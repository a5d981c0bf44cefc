/** How long hands rest before what they typed goes from its input into the form, in milliseconds. */
const REST_MILLISECONDS = 150;

/** Texts that are being typed and not yet in their form: a keystroke costs its own input alone. */
export interface TypingRest {
  /** Calls `act` once the hands rest, in place of what was to be called for the field before; `isDue` when it cannot wait for a pause. */
  readonly hold: (field: string, act: (isDue: boolean) => void) => void;
  /** Calls all that is held, at once: the form is left, or saved. */
  readonly flush: () => void;
  /** Whether anything is held. */
  readonly isHolding: () => boolean;
}

/** Makes the rest of one form. */
export function createTypingRest(): TypingRest {
  const held = new Map<string, { readonly act: (isDue: boolean) => void; readonly timer: ReturnType<typeof setTimeout> }>();
  const release = (field: string, isDue: boolean): void => {
    const one = held.get(field);
    if (one === undefined) return;
    clearTimeout(one.timer);
    held.delete(field);
    one.act(isDue);
  };
  return {
    hold: (field, act) => {
      clearTimeout(held.get(field)?.timer);
      held.set(field, { act, timer: setTimeout(() => release(field, false), REST_MILLISECONDS) });
    },
    flush: () => { for (const field of [...held.keys()]) release(field, true); },
    isHolding: () => held.size > 0,
  };
}
