import { MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerError } from 'mongodb';
import { MusterError } from '../../errors/index.ts';

const MAX_TIME_EXPIRED = 50;
const DISK_FULL = 14031;
const UNAUTHORIZED = [13, 18, 8000];
/** Not primary, primary stepped down, shutting down, interrupted, no majority. */
const UNAVAILABLE = [6, 7, 64, 79, 89, 91, 100, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436];

/** The catalogue's error for one of the driver's; what is no driver's error passes as it is. */
export function translateError(error: unknown): unknown {
  if (isSocketError(error)) return new MusterError('store_unavailable', { cause: error });
  if (!(error instanceof MongoError)) return error;
  if (error instanceof MongoServerError) {
    if (error.code === MAX_TIME_EXPIRED) return new MusterError('filter_too_costly', { cause: error });
    if (error.code === DISK_FULL || /no space left|disk space/i.test(error.message)) return new MusterError('store_full', { cause: error });
    if (UNAUTHORIZED.includes(Number(error.code)) || /read.only/i.test(error.message)) return new MusterError('store_read_only', { cause: error });
    if (!UNAVAILABLE.includes(Number(error.code)) && !isTransient(error)) return new MusterError('internal_error', { cause: error });
  }
  return new MusterError('store_unavailable', { cause: error });
}

/** Runs a call of the driver with its errors translated. */
export async function withTranslatedErrors<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw translateError(error);
  }
}

/** Whether the same may well succeed when it is tried again. */
export function isTransient(error: unknown): boolean {
  if (isSocketError(error)) return true;
  if (!(error instanceof MongoError)) return false;
  // A batch of writes that lost its server says neither why nor that it may be tried again.
  if (error instanceof MongoBulkWriteError && error.code === undefined) return true;
  return error instanceof MongoNetworkError || error.hasErrorLabel('TransientTransactionError') || error.hasErrorLabel('RetryableWriteError');
}

/** Whether the server may have heard a commit that failed so. The driver marks neither a connection that ends while it is sent nor one that was about to. */
export function mayHaveCommitted(error: unknown): boolean {
  if (isSocketError(error) || error instanceof MongoNetworkError) return true;
  return error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult');
}

/** What Node says of a connection that just ended: the driver passes it on as it is when it was about to write. */
export function isSocketError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof MongoError) return false;
  return /^(EPIPE|ECONNRESET|ECONNREFUSED|ECONNABORTED|ETIMEDOUT|ERR_STREAM_DESTROYED|ERR_STREAM_WRITE_AFTER_END|ERR_SOCKET_CLOSED)$/.test(String((error as NodeJS.ErrnoException).code));
}

/** The server no longer keeps, or cannot show, the state that was asked for: after an index was made, or when it was long ago. */
export function isSnapshotGone(error: unknown): boolean {
  return error instanceof MongoServerError && [239, 246].includes(Number(error.code));
}
