import type { SaveTraceSummary, ShellView, TraceOutcome } from '#engine/model/wire';
import { findModule } from '../../../client/index.ts';
import { t, type PillHue } from '../../../kit/index.ts';

export const TRACES_ROUTE = '/admin/save-traces';

export const OUTCOME_HUES: { readonly [outcome in TraceOutcome]: PillHue } = { saved: 'green', refused: 'red' };

/** Such as `12.3 ms`. */
export function formatMilliseconds(value: number): string {
  return `${value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 })} ms`;
}

/** Such as `Change in Leads`. */
export function formatTracedSave({ kind, module }: Pick<SaveTraceSummary, 'kind' | 'module'>, shell: ShellView | undefined): string {
  return t(`saveTraces.kind.${kind}`, { module: findModule(shell, module)?.label ?? module });
}

/** The name of the user who saved. */
export function formatTracedUser({ user, userName }: Pick<SaveTraceSummary, 'user' | 'userName'>): string {
  return user === null ? t('saveTraces.system') : userName;
}
