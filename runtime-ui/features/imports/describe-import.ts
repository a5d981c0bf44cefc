import { formatBytes } from '#engine/model/values';
import type { ImportFileView, ImportRowState, ImportState, ImportSummary, ImportView } from '#engine/model/wire';
import { t, type PillHue } from '../../kit/index.ts';

/** Name and size of a file: 'people.csv, 612 KB'. */
export function describeFile({ name, size }: Pick<ImportFileView, 'name' | 'size'>): string {
  return `${name}, ${formatBytes(size)}`;
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** How long an import is expected to take. */
export function describeSeconds(seconds: number): string {
  if (seconds < 60) return t('imports.seconds', { count: Math.max(1, Math.round(seconds)) });
  return t('imports.minutes', { count: Math.round(seconds / 60) });
}

/** The number of rows that the import would save. */
export function countSaved(summary: ImportSummary): number {
  return summary.new + summary.update;
}

/** The pill of a row's result. */
export const ROW_HUES: { readonly [state in ImportRowState]: PillHue } = {
  new: 'green',
  update: 'blue',
  unchanged: 'gray',
  skip: 'gray',
  problem: 'red',
};

/** The pill of an import's state. */
export const STATE_HUES: { readonly [state in ImportState]: PillHue } = {
  draft: 'gray',
  checking: 'blue',
  checked: 'blue',
  running: 'blue',
  paused: 'amber',
  done: 'green',
  cancelled: 'gray',
  failed: 'red',
};

const STARTED: ReadonlySet<ImportState> = new Set<ImportState>(['running', 'paused', 'done', 'cancelled']);

/** Whether rows were or are being saved, so that its choices cannot change; that of a program always. */
export function isStarted({ state, batchId, source }: Pick<ImportView, 'state' | 'batchId' | 'source'>): boolean {
  return source === 'program' || STARTED.has(state) || batchId !== null;
}

/** Whether a check runs, or ended with an error: its choices can change once it is cancelled. */
export function isCheckOpen(view: Pick<ImportView, 'state' | 'batchId' | 'source'>): boolean {
  return view.state === 'checking' || (view.state === 'failed' && !isStarted(view));
}

/** What a screen reader is to hear about an import; '' if nothing. Progress in tenths, so that it is not interrupted all the time. */
export function announce({ state, progress, summary, problem }: ImportView): string {
  const tenths = progress.total === 0 ? 0 : Math.floor((progress.done / progress.total) * 10) * 10;
  switch (state) {
    case 'checking':
      return t('imports.said.checking', { percent: tenths });
    case 'checked':
      return t('imports.said.checked', { count: summary?.problem ?? 0 });
    case 'running':
      return t('imports.said.running', { percent: tenths });
    case 'failed':
      return problem?.text ?? t('imports.states.failed');
    case 'draft':
      return '';
    default:
      return t(`imports.said.${state}`);
  }
}
