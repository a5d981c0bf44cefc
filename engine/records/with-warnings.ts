import type { OperationWarning } from './contract.ts';

/** A response body with the warnings as `_warnings`; the body itself if there are none. */
export function withWarnings<T extends object>(
  body: T,
  warnings: readonly OperationWarning[],
): T & { readonly _warnings?: readonly OperationWarning[] } {
  return warnings.length === 0 ? body : { ...body, _warnings: warnings };
}
