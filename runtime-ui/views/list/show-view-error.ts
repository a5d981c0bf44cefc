import { getErrorMessage } from '../../client/index.ts';
import { showNotice } from '../../kit/index.ts';

/** Says what went wrong with a view. */
export function showViewError(error: unknown): void {
  showNotice({ kind: 'error', text: getErrorMessage(error) });
}
