import fc from 'fast-check';
import { inject } from 'vitest';
import { isFullRun } from './full-run.ts';

/** Milliseconds after which a component that was waited for is taken not to come, on the machine that bounds are meant for. */
const TIMEOUT = 5_000;

// Generated values are the same in each run, so that a change fails by what it does; a full run looks further.
if (!isFullRun) fc.configureGlobal({ seed: 1 });

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: TIMEOUT * inject('timeoutFactor') });
}
