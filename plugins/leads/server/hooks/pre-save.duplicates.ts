import type { PreSaveContext } from '#engine';
import { makeDuplicateKeys, makeSearchKeys } from '../../shared/duplicate-keys.ts';
import { IDENTITY_FIELDS, readIdentity } from '../../shared/lead-identity.ts';
import { findDuplicates, listOfIds, type DuplicateSearch } from '../services/find-duplicates.ts';
import { showDuplicates } from '../services/show-duplicates.ts';

/** A merge and an undo set right what was found before: they neither ask nor remember. */
const SETTLED = ['merge', 'undo'];

/**
 * Stops a lead that seems to be there already, on create and on a change of who it is; `?duplicates=allow` keeps it and
 * remembers that the two are not the same.
 */
export async function checkDuplicates(context: PreSaveContext): Promise<void> {
  const { event, draft } = context;
  if (event.kind !== 'create' && event.kind !== 'update') return;
  const changed = event.changed();
  if (event.kind === 'update' && !IDENTITY_FIELDS.some((field) => changed.has(field))) return;
  const identity = readIdentity(draft);
  draft.duplicate_keys = makeDuplicateKeys(identity);
  if (SETTLED.includes(event.changeSource)) return;
  // A trusted bulk load vouches for its records; nothing is searched and nothing need be remembered.
  if (event.allowDuplicates && event.actor.kind === 'system') return;
  const dismissed = listOfIds(draft.not_duplicates);
  const keys = makeSearchKeys(identity);
  if (keys.length === 0) return;
  // Most leads are nobody else: the store looks for others at the commit, and only if there are any are they read.
  if (!event.allowDuplicates && !context.isRetry) return guardKeys(context, keys, dismissed);
  const search = await findDuplicates(context.unit, { lead: draft, id: event.id, dismissed });
  if (event.allowDuplicates) draft.not_duplicates = [...dismissed, ...search.found.map(({ record }) => record._id)];
  else await stopDuplicates(context, search, keys);
}

async function stopDuplicates(context: PreSaveContext, { found, seen }: DuplicateSearch, keys: readonly string[]): Promise<void> {
  if (found.length > 0) context.refuse('duplicate_detected', { data: { ...(await showDuplicates(context.records, context.actor, found)) } });
  // What was seen and is somebody else does not count; should it change meanwhile, its version is no longer the one read.
  guardKeys(context, keys, seen);
}

/** Two people who type in the same lead at once: the second one's save finds the first one's. */
function guardKeys(context: PreSaveContext, keys: readonly string[], exceptIds: readonly string[]): void {
  const key = context.event.module.fields.get('duplicate_keys')?.keys[0];
  if (key) context.guardAbsence('leads', { kind: 'equals', key, values: keys }, { exceptIds: [context.event.id, ...exceptIds], lockKeys: keys });
}
