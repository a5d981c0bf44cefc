import type { OperationWarning } from './contract.ts';

/** An answer with what there is to warn of, as `_warnings`; the answer itself where there is nothing. */
export function withWarnings<T extends object>(body: T, warnings: readonly OperationWarning[]): T & { readonly _warnings?: readonly OperationWarning[] } {
  return warnings.length === 0 ? body : { ...body, _warnings: warnings };
}
