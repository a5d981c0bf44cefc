import type { Jobs } from '../automation/index.ts';
import type { AppliedFolder, ChangeSets } from '../change-sets/index.ts';
import { MusterError } from '../errors/index.ts';

/**
 * Makes the definitions those of an edited export, and lets the job run now that replaces the values of what this removes.
 * @throws as `ChangeSets.applyFolder`.
 */
export async function applyExport(
  { changeSets, jobs }: { readonly changeSets: ChangeSets; readonly jobs: Jobs },
  folder: string,
  values: Parameters<ChangeSets['applyFolder']>[1],
): Promise<AppliedFolder> {
  const applied = await changeSets.applyFolder(folder, values);
  if (applied.changes > 0) await wakeReplacements(jobs);
  return applied;
}

/**
 * Runs the job now that replaces the values of removed options, and removes the records of removed modules. If the queue is away the
 * schedule of the job runs it within minutes; a run that has not ended takes up what is new.
 */
export async function wakeReplacements(jobs: Pick<Jobs, 'runNow'>): Promise<void> {
  try {
    await jobs.runNow('muster/replace-removed-values');
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
  }
}
