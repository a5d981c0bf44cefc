import type { PreSaveContext } from '#engine';
import { buildDuplicateFilter, IDENTITY_FIELDS, readIdentity, type JobIdentity } from '../services/job-identity.ts';

/** The text is defined by the specification. */
const TEXT = 'Duplicate Job Title. Please Change!';
const CODE = 'duplicate_job_title';

/** Enough to find another job in addition to the job itself. */
const SEARCH_LIMIT = 2;

/**
 * Rejects a job with the title and ZIP of another job: on create, on an update of these fields, and on a restore, also
 * by an undo. Does not check merges: the user who merges decides about the values.
 */
export async function refuseDuplicateJob(context: PreSaveContext): Promise<void> {
  const { draft, isRetry } = context;
  if (!isDue(context)) return;
  const identity = readIdentity(draft['custom_job_title'], draft['zip']);
  if (identity === undefined) return;
  // Most titles are unique. The store checks for duplicates at the commit, and they are only loaded if the check fails.
  if (isRetry) await assertNoDuplicate(context, identity);
  // If two saves run at the same time, the second one finds the job of the first.
  context.requireAbsence('jobs', buildDuplicateFilter(identity), { lockKeys: [`${identity.title}|${identity.zip}`] });
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
