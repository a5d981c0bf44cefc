import { zoneClock } from '#engine/model/time';
import { timeZoneOf } from '../../../access/index.ts';
import type { PreparedSave } from '../../../records/index.ts';
import type { TimedWorkflow } from '../matching/compiled-workflows.ts';
import { computeDue } from './compute-due.ts';
import { TIMES_COLLECTION, timeIdOf } from './stored-time.ts';

/** The workflows whose times a save changes: their date changes, or the record is deleted or restored. Usually none. */
export function listAffected(timed: readonly TimedWorkflow[], { kind, after, changed }: PreparedSave): readonly TimedWorkflow[] {
  if (timed.length === 0) return timed;
  return timed.filter(({ time: { field } }) => {
    if (kind === 'create') return typeof after[field] === 'string';
    return kind === 'update' ? changed?.has(field) === true : true;
  });
}

/** Plans the times of a record in the commit of its save. */
export async function planSave(save: PreparedSave, workflows: readonly TimedWorkflow[]): Promise<void> {
  const { kind, module, id, after, scope, now, documents } = save;
  const isGone = kind === 'delete' || kind === 'remove' || after['deleted'] === true;
  const zone = zoneClock(timeZoneOf(scope.snapshot));
  for (const workflow of workflows) {
    const place = timeIdOf(workflow.id, id);
    const before = kind === 'create' ? undefined : await documents.load(TIMES_COLLECTION.name, place);
    const due = isGone ? undefined : computeDue(workflow, after[workflow.time.field], zone, now);
    const earlier = before?.['due'];
    if (due === earlier) continue;
    documents.put(
      TIMES_COLLECTION.name,
      place,
      { workflow: workflow.id, module: module.keyName, record_id: id, ...(due === undefined ? {} : { due }) },
      { due },
      { document: before, keys: { due: typeof earlier === 'number' ? earlier : undefined } },
    );
  }
}
