import { MongoError, MongoServerError } from 'mongodb';
import { MusterError } from '../../errors/index.ts';

const DISK_FULL = 14031;
const NO_RIGHTS = [13, 18, 8000];

/** Translates a driver error to a `MusterError`; returns any other error unchanged. */
export function translateMongoError(error: unknown): unknown {
  if (!(error instanceof MongoError)) return error;
  if (error instanceof MongoServerError) {
    if (error.code === DISK_FULL || /no space left|disk space/i.test(error.message)) return new MusterError('store_full', { cause: error });
    if (NO_RIGHTS.includes(Number(error.code))) return new MusterError('store_read_only', { cause: error });
  }
  return new MusterError('store_unavailable', { cause: error });
}

/** Runs driver calls and translates their errors. */
export async function withTranslatedErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw translateMongoError(error);
  }
}
