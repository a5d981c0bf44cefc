import type { PreSaveContext } from '#engine';
import { PLANNED_START_REQUIRED } from '../../shared/planned-start-required.ts';

const WATCHED = ['confirmed_start_date', 'planned_start_date'] as const;

/** A start can only be confirmed if a start is planned, and the planned start cannot be cleared while the start is confirmed. */
export function requirePlannedStart(context: PreSaveContext<'placements'>): void {
  const { event, draft } = context;
  const isUnplanned = (draft.confirmed_start_date ?? null) !== null && (draft.planned_start_date ?? null) === null;
  // Values that a merge fills in were confirmed before.
  if (!isUnplanned || !event.isEdit() || event.changeSource === 'merge') return;
  const changed = event.changed();
  if (!WATCHED.some((field) => changed.has(field))) return;
  context.refuse('planned_start_required', {
    message: PLANNED_START_REQUIRED,
    details: [{ field: 'planned_start_date', code: 'planned_start_required', message: PLANNED_START_REQUIRED }],
  });
}
