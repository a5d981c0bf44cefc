import type { PreSaveContext } from '#engine';
import { buildDuplicateFilter, IDENTITY_FIELDS, buildDuplicateNode, readIdentity, type JobIdentity } from '../services/job-identity.ts';

/** The text is the specification's own. */
const TEXT = 'Duplicate Job Title. Please Change!';
const CODE = 'duplicate_job_title';

/** Another job's id, and its own. */
const SEARCH_LIMIT = 2;

/**
 * Stops a job of a title and ZIP that another one has: a new one, one that comes to be called so, and one that was deleted
 * and comes back, by an undo too. What a merge makes of jobs is for who merges them to say.
 */
export async function refuseDuplicateJob(context: PreSaveContext): Promise<void> {
  const { event, draft, isRetry } = context;
  if (!isDue(context)) return;
  const identity = readIdentity(draft['custom_job_title'], draft['zip']);
  if (identity === undefined) return;
  // Most titles are new: the store looks for the others at the commit, and only if there are any are they read.
  if (isRetry) await assertNoDuplicate(context, identity);
  const node = buildDuplicateNode(identity, event.module);
  // Of two that are saved at once one comes later, and finds the other.
  if (node !== undefined) context.requireAbsence('jobs', node, { exceptIds: [event.id], lockKeys: [`${identity.title}|${identity.zip}`] });
}

function isDue({ event, draft }: PreSaveContext): boolean {
  if (event.changeSource === 'merge' || draft['deleted'] === true) return false;
  if (event.kind === 'create') return !event.isBulkLoad;
  if (event.kind === 'restore') return true;
  const changed: ReadonlySet<string> = event.changed();
  return event.kind === 'update' && IDENTITY_FIELDS.some((field) => changed.has(field));
}

async function assertNoDuplicate(context: PreSaveContext, identity: JobIdentity): Promise<void> {
  const { event, unit } = context;
  const found = await unit.find('jobs', buildDuplicateFilter(identity), { limit: SEARCH_LIMIT });
  if (found.every(({ _id }) => _id === event.id)) return;
  context.refuse(CODE, { message: TEXT, details: IDENTITY_FIELDS.map((field) => ({ field, code: CODE, message: TEXT })) });
}
