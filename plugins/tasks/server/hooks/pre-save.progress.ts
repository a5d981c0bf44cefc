import type { PreSaveContext } from '#engine';
import { describeProgress } from '../../shared/checklist.ts';

/** Lists and boards show how much of the checklist is done. */
export function countChecklist({ event, draft }: PreSaveContext<'tasks'>): void {
  if (event.kind === 'create' || event.changed().has('checklist')) draft.checklist_progress = describeProgress(draft.checklist) ?? null;
}
