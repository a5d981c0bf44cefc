import { MusterError } from '../../../errors/index.ts';

/** For a read of a record: undefined if it does not exist or may not be seen; rethrows every other error. */
export function hideMissing(error: unknown): undefined {
  if (error instanceof MusterError && error.status === 404) return undefined;
  throw error;
}
