import fc from 'fast-check';
import { inject } from 'vitest';
import { isFullRun } from './full-run.ts';

/** Milliseconds after which waiting for a component fails, on the reference machine. */
const TIMEOUT = 5_000;

// Generated values are the same in each run, so that a failure comes from a change of the code; a full run uses random values.
if (!isFullRun) fc.configureGlobal({ seed: 1 });

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: TIMEOUT * inject('timeoutFactor') });
}
