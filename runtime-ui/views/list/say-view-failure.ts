import { textOfError } from '../../client/index.ts';
import { showNotice } from '../../kit/index.ts';

/** Says what went wrong with a view. */
export function sayViewFailure(error: unknown): void {
  showNotice({ kind: 'error', text: textOfError(error) });
}
