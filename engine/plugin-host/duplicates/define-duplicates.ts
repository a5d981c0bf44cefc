import { defineBackfill } from '../backfill-records.ts';
import type { PluginJob, PluginRouteDefinition } from '../manifest.ts';
import type { PreSaveContext } from '../../records/index.ts';
import type { ModuleExtension } from '../../registry/index.ts';
import { showDuplicates } from './compare-candidates.ts';
import { createDuplicateRoutes } from './duplicate-routes.ts';
import type { DuplicateRule } from './duplicate-rule.ts';
import { NOT_DUPLICATES_FIELD, KEYS_FIELD, listIds, findDuplicates, listSearchKeys, type DuplicateSearch } from './find-duplicates.ts';

/** The parts of a duplicate rule that go into a plugin's manifest. */
export interface DuplicateCheck {
  /**
   * The fields for the keys of a record and for the records that are not its duplicates: internal, so that no endpoint returns or accepts
   * them.
   */
  readonly extension: ModuleExtension;
  /**
   * The pre-save rule, for the plugin's hook `duplicates`.
   * @throws the `code` of the rule with the matches, for a possible duplicate that the save does not allow.
   */
  readonly check: (context: PreSaveContext) => Promise<void>;
  /** `dup-check` and `{id}/not-duplicates`. */
  readonly routes: readonly PluginRouteDefinition[];
  /** Writes the keys of records that were stored before the rule existed, so that other records find them. */
  readonly jobs: readonly PluginJob[];
  /** The fields that the rule writes. */
  readonly writes: readonly string[];
}

/** Declares which records of a module are duplicates. `path` is the path of the module's endpoints, such as '/api/tickets'. */
export function defineDuplicates<Identity>(rule: DuplicateRule<Identity>, path: string): DuplicateCheck {
  const { module } = rule;
  return {
    extension: {
      module,
      fields: [
        {
          id: `${module}_${KEYS_FIELD}`,
          fieldName: KEYS_FIELD,
          label: 'Duplicate keys',
          inputType: 'ListField',
          readOnly: true,
          internal: true,
          description: 'What other records that may be the same are found by.',
        },
        {
          id: `${module}_${NOT_DUPLICATES_FIELD}`,
          fieldName: NOT_DUPLICATES_FIELD,
          label: 'Not duplicates',
          inputType: 'MultiRelate',
          ref: module,
          readOnly: true,
          internal: true,
          description: 'Records that someone looked at and found to be others.',
        },
      ],
    },
    check: (context) => rejectDuplicates(rule, context),
    routes: createDuplicateRoutes(rule, path),
    jobs: [fillKeys(rule)],
    writes: [KEYS_FIELD, NOT_DUPLICATES_FIELD].map((field) => `${module}.${field}`),
  };
}

function fillKeys<Identity>(rule: DuplicateRule<Identity>): PluginJob {
  return defineBackfill({
    name: 'duplicate-keys',
    module: rule.module,
    field: KEYS_FIELD,
    reads: rule.identityFields,
    compute: (record) => {
      const keys = rule.makeKeys(rule.readIdentity(record));
      return keys.length === 0 ? undefined : [...keys];
    },
  });
}

/** A merge and an undo restore earlier records: they neither check nor store excluded ids. */
const SKIPPED_SOURCES: readonly string[] = ['merge', 'undo'];

/** The keys of the record that is being saved. */
interface SavedKeys {
  /** Those that possible duplicates would be stored with. */
  readonly search: readonly string[];
  /** Those that are stored. Any two possible duplicates have one of both lists in common, whichever of them finds the other. */
  readonly own: readonly string[];
}

/**
 * A pre-save rule: rejects a possible duplicate, on create and on a change of an identity field; `?duplicates=allow` saves it and stores
 * that the two are not duplicates.
 */
async function rejectDuplicates<Identity>(rule: DuplicateRule<Identity>, context: PreSaveContext): Promise<void> {
  const { event, draft } = context;
  if (event.kind !== 'create' && event.kind !== 'update') return;
  const changed = event.changed();
  if (event.kind === 'update' && !rule.identityFields.some((field) => changed.has(field))) return;
  const own = [...rule.makeKeys(rule.readIdentity(draft))];
  draft[KEYS_FIELD] = own;
  if (SKIPPED_SOURCES.includes(event.changeSource)) return;
  // A bulk load neither searches nor stores excluded ids.
  if (event.isBulkLoad) return;
  const search = listSearchKeys(rule, context.rights, draft);
  if (search.length === 0) return;
  // Most records are new: the store checks for others at the commit, and only if there are any are they read.
  if (!event.allowDuplicates && !context.isRetry) return guardKeys(context, { search, own }, []);
  const excludedIds = listIds(draft[NOT_DUPLICATES_FIELD]);
  const found = await findDuplicates(rule, context.unit, context, { record: draft, id: event.id, excludedIds });
  // Only what the requester was told about is stored: they have not seen the others.
  if (event.allowDuplicates) draft[NOT_DUPLICATES_FIELD] = [...excludedIds, ...found.found.map(({ _id }) => _id), ...found.hiddenIds];
  else await refuseOrGuard(rule, context, found, own);
}

async function refuseOrGuard<Identity>(
  rule: DuplicateRule<Identity>,
  context: PreSaveContext,
  search: DuplicateSearch,
  own: readonly string[],
): Promise<void> {
  if (search.found.length + search.hiddenIds.length > 0)
    context.refuse(rule.code, { data: { ...(await showDuplicates(rule, context, search)) } });
  // Candidates that are not duplicates are excepted; if one changes in the meantime, its version no longer matches the one that was read.
  guardKeys(context, { search: search.keys, own }, search.candidateIds);
}

/** If two users enter the same record at the same time, the second save finds the first one. */
function guardKeys(context: PreSaveContext, { search, own }: SavedKeys, exceptIds: readonly string[]): void {
  const { event } = context;
  const lockKeys = [...new Set([...search, ...own])];
  context.requireAbsence(event.module.name, { [KEYS_FIELD]: { in: [...search] } }, { exceptIds, lockKeys });
}
