import { MusterError } from '#engine';

/** How often a change is made again that others have overtaken. */
const ATTEMPTS = 5;

/** Whether somebody else changed a record meanwhile. */
export function isVersionConflict(error: unknown): boolean {
  return error instanceof MusterError && error.code === 'version_conflict';
}

/** Runs a change that reads its record, again if somebody else changed the record meanwhile. Errors: those of the change. */
export async function retryOnConflict(change: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (attempt === ATTEMPTS || !isVersionConflict(error)) throw error;
    }
  }
}
