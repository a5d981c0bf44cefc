import { defineBackfill } from '../backfill-records.ts';
import type { PluginJob, PluginRouteDefinition } from '../manifest.ts';
import type { PreSaveContext } from '../../records/index.ts';
import type { ModuleExtension } from '../../registry/index.ts';
import { createDuplicateRoutes } from './duplicate-routes.ts';
import { NOT_DUPLICATES_FIELD, KEYS_FIELD, type DuplicateRule } from './find-duplicates.ts';
import { rejectDuplicates } from './reject-duplicates.ts';

/** The parts of a duplicate rule that go into a plugin's manifest. */
export interface DuplicateCheck {
  /**
   * The fields for the keys of a record and for the records that are not its duplicates: internal, so that no endpoint returns or accepts
   * them.
   */
  readonly extension: ModuleExtension;
  /** The pre-save rule, for the plugin's hook `duplicates`. */
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
