import type { PreSaveContext } from '../../records/index.ts';
import { NOT_DUPLICATES_FIELD, KEYS_FIELD, listIds, type DuplicateRule } from './duplicate-rule.ts';
import { findDuplicates, type DuplicateSearch } from './find-duplicates.ts';
import { showDuplicates } from './show-duplicates.ts';

/** A merge and an undo set right what was found before: they neither ask nor remember. */
const SKIPPED_SOURCES: readonly string[] = ['merge', 'undo'];

/** The keys of the record that is being saved. */
interface SavedKeys {
  readonly search: readonly string[];
  /** Those of two records that may be the same have one in common, whichever finds the other. */
  readonly locks: readonly string[];
}

/**
 * A pre-save rule: stops a record that seems to be there already, on create and on a change of what it is;
 * `?duplicates=allow` keeps it and remembers that the two are not the same.
 */
export async function rejectDuplicates<Identity>(rule: DuplicateRule<Identity>, context: PreSaveContext): Promise<void> {
  const { event, draft } = context;
  if (event.kind !== 'create' && event.kind !== 'update') return;
  const changed = event.changed();
  if (event.kind === 'update' && !rule.identityFields.some((field) => changed.has(field))) return;
  const identity = rule.readIdentity(draft);
  const own = [...rule.makeKeys(identity)];
  draft[KEYS_FIELD] = own;
  if (SKIPPED_SOURCES.includes(event.changeSource)) return;
  // Nothing is searched and nothing need be remembered.
  if (event.isBulkLoad) return;
  const excludedIds = listIds(draft[NOT_DUPLICATES_FIELD]);
  const search = rule.makeSearchKeys(identity);
  if (search.length === 0) return;
  const keys = { search, locks: [...new Set([...search, ...own])] };
  // Most records are new: the store looks for others at the commit, and only if there are any are they read.
  if (!event.allowDuplicates && !context.isRetry) return guardKeys(context, keys, excludedIds);
  const found = await findDuplicates(rule, context.unit, { record: draft, id: event.id, excludedIds });
  if (event.allowDuplicates) draft[NOT_DUPLICATES_FIELD] = [...excludedIds, ...found.found.map(({ record }) => record._id)];
  else await refuseOrGuard(rule, context, found, keys);
}

async function refuseOrGuard<Identity>(rule: DuplicateRule<Identity>, context: PreSaveContext, { found, candidateIds }: DuplicateSearch, keys: SavedKeys): Promise<void> {
  if (found.length > 0) context.refuse(rule.code, { data: { ...(await showDuplicates(rule, context.records, context.actor, found)) } });
  // What was seen and is another does not count; should it change meanwhile, its version is no longer the one read.
  guardKeys(context, keys, candidateIds);
}

/** Two people who type in the same record at once: the second one's save finds the first one's. */
function guardKeys(context: PreSaveContext, { search, locks }: SavedKeys, exceptIds: readonly string[]): void {
  const { event } = context;
  const key = event.module.fields.get(KEYS_FIELD)?.keys[0];
  if (key) context.requireAbsence(event.module.name, { kind: 'equals', key, values: [...search] }, { exceptIds: [event.id, ...exceptIds], lockKeys: locks });
}
