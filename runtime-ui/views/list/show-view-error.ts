import { getErrorMessage } from '../../client/index.ts';
import { showNotice } from '../../kit/index.ts';

/** Shows an error notice for a view. */
export function showViewError(error: unknown): void {
  showNotice({ kind: 'error', text: getErrorMessage(error) });
}
