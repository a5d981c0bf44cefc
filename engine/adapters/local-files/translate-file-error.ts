import { MusterError, type ErrorCode } from '../../errors/index.ts';

const CODES: { readonly [code: string]: ErrorCode } = {
  ENOENT: 'file_not_found',
  ENOSPC: 'store_full',
  EDQUOT: 'store_full',
  EFBIG: 'store_full',
  EROFS: 'store_read_only',
  EACCES: 'store_read_only',
  EPERM: 'store_read_only',
};

/** Translates a file system error to a `MusterError`. */
export function translateFileError(error: unknown): MusterError {
  if (error instanceof MusterError) return error;
  return new MusterError(CODES[(error as NodeJS.ErrnoException).code ?? ''] ?? 'store_unavailable', { cause: error });
}

/** Runs file system calls and translates their errors. */
export async function withTranslatedErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw translateFileError(error);
  }
}
