import { useState } from 'react';
import { getErrorMessage } from '../client/index.ts';
import { showNotice } from '../kit/index.ts';

/** An action of a user that takes a while, such as a request. */
export interface Action {
  /** It is running: what starts it is disabled. */
  readonly isBusy: boolean;
  /** Runs it. Never rejects: an error is shown. */
  readonly run: (work: () => Promise<unknown>) => void;
}

/** What an action does besides its work. */
export interface ActionOptions {
  /** Shows the error of the work. Default: a notice with its text. */
  readonly onError?: (error: unknown) => void;
  /** Called when it ended, with or without an error. */
  readonly onEnd?: () => void;
}

function showError(error: unknown): void {
  showNotice({ kind: 'error', text: getErrorMessage(error) });
}

/** The state of an action: whether it is running, and how its error is shown. */
export function useAction({ onError = showError, onEnd }: ActionOptions = {}): Action {
  const [isBusy, setBusy] = useState(false);
  const run = (work: () => Promise<unknown>): void => {
    setBusy(true);
    work()
      .catch(onError)
      .finally(() => {
        setBusy(false);
        onEnd?.();
      });
  };
  return { isBusy, run };
}
