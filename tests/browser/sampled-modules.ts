import { isFullRun } from '../support/full-run.ts';

/** A run that is not full shows all screens of one in so many modules. */
const ONE_IN = 3;

/** Of which modules of a list all screens are shown: in a full run of all; the records of the others are shown in every run. */
export function showsAllScreens(index: number): boolean {
  return isFullRun || index % ONE_IN === 0;
}
