import fc from 'fast-check';
import { isFullRun } from './full-run.ts';

// Generated values are the same in each run, so that a failure comes from a change of the code; a full run uses random values.
if (!isFullRun) fc.configureGlobal({ seed: 1 });

if (typeof document !== 'undefined') {
  const { prepareDocument } = await import('./prepare-document.ts');
  prepareDocument();
}
