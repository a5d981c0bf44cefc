import type { ModuleView } from '#engine/model';
import { callApiFully, hideNotice, NOTICE_DURATIONS, showNotice, textOfError, undoBatch } from '#ui';
import { tLeads } from '../texts.ts';
import type { MergeBody } from './use-merge.ts';

type DropRecords = (modules: readonly string[]) => Promise<void>;

/** Merges, says so, and offers to undo it. Rejects with ApiError when the merge is refused. */
export async function saveMerge(module: ModuleView, body: MergeBody, drop: DropRecords): Promise<void> {
  const progress = showNotice({ text: tLeads('notices.updating'), duration: 60_000 });
  try {
    const { batchId } = await callApiFully('POST', `${module.path}/merge-duplicates`, { body });
    await drop([module.name, 'activities']);
    const undo = batchId === undefined ? {} : { action: { label: tLeads('notices.undo'), onPress: () => void undoMerge(module, batchId, drop), undoes: true } };
    showNotice({ text: tLeads('notices.merged'), kind: 'ok', duration: NOTICE_DURATIONS.undo, ...undo });
  } finally {
    hideNotice(progress);
  }
}

async function undoMerge(module: ModuleView, batchId: string, drop: DropRecords): Promise<void> {
  try {
    const { left } = await undoBatch(batchId);
    await drop([module.name, 'activities']);
    showNotice(left.length === 0 ? { text: tLeads('notices.undone'), kind: 'ok' } : { text: tLeads('notices.left', { count: left.length }), kind: 'warning' });
  } catch (error) {
    showNotice({ text: textOfError(error), kind: 'error' });
  }
}
