import type { PreSaveContext } from '#engine';

/** Whether a save writes one of these fields, so that the values computed from them must be recalculated. */
export function needsRecalculation({ event }: Pick<PreSaveContext, 'event'>, fields: readonly string[]): boolean {
  if (event.kind !== 'create' && event.kind !== 'update') return false;
  const changed: ReadonlySet<string> = event.changed();
  return event.kind === 'create' || fields.some((field) => changed.has(field));
}
