import type { Upload } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';

/** The message of a failed upload; undefined while it is running. */
export function uploadError({ name, error, problem }: Upload): string | undefined {
  if (error !== undefined) return error;
  switch (problem?.kind) {
    case 'empty':
      return t('files.empty', { name });
    case 'tooLarge':
      return t('files.tooLarge', { name, limit: problem.limit });
    case 'notAccepted':
      return problem.extension === '' ? t('files.noExtension') : t('files.notAccepted', { extension: problem.extension });
    default:
      return undefined;
  }
}
