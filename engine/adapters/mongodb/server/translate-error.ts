import { MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerError } from 'mongodb';
import { MusterError } from '../../../errors/index.ts';

const MAX_TIME_EXPIRED = 50;
const DISK_FULL = 14031;
/** An error of the file system within another one, too little space for an operation, and the quota of a hosted database. */
const DISK_FULL_TEXT = /no space left|disk space|disk quota|space quota|out of disk/i;
const UNAUTHORIZED = [13, 18, 8000];
/** Not primary, primary stepped down, shutting down, interrupted, no majority. */
const UNAVAILABLE = [6, 7, 64, 79, 89, 91, 100, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436];

/** Translates a driver error to a `MusterError`; returns any other error unchanged. */
export function translateError(error: unknown): unknown {
  if (isSocketError(error)) return new MusterError('store_unavailable', { cause: error });
  if (!(error instanceof MongoError)) return error;
  if (error instanceof MongoServerError) {
    if (error.code === MAX_TIME_EXPIRED) return new MusterError('filter_too_costly', { cause: error });
    if (error.code === DISK_FULL || DISK_FULL_TEXT.test(error.message)) return new MusterError('store_full', { cause: error });
    if (UNAUTHORIZED.includes(Number(error.code)) || /read.only/i.test(error.message))
      return new MusterError('store_read_only', { cause: error });
    if (!UNAVAILABLE.includes(Number(error.code)) && !isTransient(error)) return new MusterError('internal_error', { cause: error });
  }
  return new MusterError('store_unavailable', { cause: error });
}

/** Runs a driver call and translates its errors. */
export async function withTranslatedErrors<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw translateError(error);
  }
}

/** Whether a retry may succeed. */
export function isTransient(error: unknown): boolean {
  if (isSocketError(error)) return true;
  if (!(error instanceof MongoError)) return false;
  // A bulk write that lost its server has neither a code nor a retry label.
  if (error instanceof MongoBulkWriteError && error.code === undefined) return true;
  return (
    error instanceof MongoNetworkError || error.hasErrorLabel('TransientTransactionError') || error.hasErrorLabel('RetryableWriteError')
  );
}

/**
 * Whether the server may have received a commit that failed with this error. The driver labels neither a connection that
 * ends while the commit is sent nor one that ended just before.
 */
export function mayHaveCommitted(error: unknown): boolean {
  if (isSocketError(error) || error instanceof MongoNetworkError) return true;
  return error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult');
}

/** Whether it is Node's error for a connection that just ended: the driver passes it on unchanged when it was about to write. */
export function isSocketError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof MongoError) return false;
  return /^(EPIPE|ECONNRESET|ECONNREFUSED|ECONNABORTED|ETIMEDOUT|ERR_STREAM_DESTROYED|ERR_STREAM_WRITE_AFTER_END|ERR_SOCKET_CLOSED)$/.test(
    String((error as NodeJS.ErrnoException).code),
  );
}

/** Whether the server no longer has the requested snapshot, or cannot read it: it is too old, or an index was created after it. */
export function isSnapshotGone(error: unknown): boolean {
  return error instanceof MongoServerError && [239, 246].includes(Number(error.code));
}
