import { MusterError } from '../../../errors/index.ts';

interface DriverError {
  readonly code: string;
  readonly message: string;
}

/** Whether the driver reports that another process holds the write lock. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY') || codeOf(error).startsWith('SQLITE_LOCKED');
}

export function codeOf(error: unknown): string {
  const code = (error as DriverError | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

/** Translates a driver error to a `MusterError`; returns our own errors and programming errors unchanged. */
export function translateError(error: unknown, where: string): unknown {
  if (error instanceof MusterError) return error;
  const code = codeOf(error);
  if (error instanceof TypeError && error.message.includes('connection is not open'))
    return new MusterError('store_unavailable', { cause: error });
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') return new MusterError('store_full', { cause: error });
  if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM' || code === 'EROFS')
    return new MusterError('store_read_only', { cause: error });
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')) return refuse(error, where);
  if (/^SQLITE_(IOERR|CANTOPEN|BUSY|LOCKED|PROTOCOL|NOMEM|INTERRUPT)/.test(code))
    return new MusterError('store_unavailable', { cause: error });
  if (code.startsWith('SQLITE_')) return refuse(error, where);
  return error;
}

function refuse(error: unknown, where: string): MusterError {
  return new MusterError('store_refused', { values: { where, cause: (error as DriverError).message }, cause: error });
}
