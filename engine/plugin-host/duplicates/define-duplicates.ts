import { defineBackfill } from '../backfill-records.ts';
import type { PluginJob, PluginRouteDefinition } from '../manifest.ts';
import type { PreSaveContext } from '../../records/index.ts';
import type { ModuleExtension } from '../../registry/index.ts';
import { createDuplicateRoutes } from './duplicate-routes.ts';
import { NOT_DUPLICATES_FIELD, KEYS_FIELD, type DuplicateRule } from './duplicate-rule.ts';
import { rejectDuplicates } from './reject-duplicates.ts';

/** What a plugin's manifest takes of its rule of duplicates. */
export interface DuplicateCheck {
  /** What a record is found by, and whom it was told apart from: internal, so that no endpoint shows or accepts them. */
  readonly extension: ModuleExtension;
  /** The pre-save rule, for the plugin's hook `duplicates`. */
  readonly check: (context: PreSaveContext) => Promise<void>;
  /** `dup-check` and `{id}/not-duplicates`. */
  readonly routes: readonly PluginRouteDefinition[];
  /** Gives keys to records that were stored before the rule was: others find them then. */
  readonly jobs: readonly PluginJob[];
  /** The fields that it writes. */
  readonly writes: readonly string[];
}

/** Declares what makes two records of a module the same. `path` is where the module's calls are, such as '/api/leads'. */
export function defineDuplicates<Identity>(rule: DuplicateRule<Identity>, path: string): DuplicateCheck {
  const { module } = rule;
  return {
    extension: {
      module,
      fields: [
        { id: `${module}_${KEYS_FIELD}`, fieldName: KEYS_FIELD, label: 'Duplicate keys', inputType: 'ListField', readOnly: true, internal: true, description: 'What other records that may be the same are found by.' },
        { id: `${module}_${NOT_DUPLICATES_FIELD}`, fieldName: NOT_DUPLICATES_FIELD, label: 'Not duplicates', inputType: 'MultiRelate', ref: module, readOnly: true, internal: true, description: 'Records that someone looked at and found to be others.' },
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
    name: 'duplicate-keys', module: rule.module, field: KEYS_FIELD, reads: rule.identityFields,
    compute: (record) => {
      const keys = rule.makeKeys(rule.readIdentity(record));
      return keys.length === 0 ? undefined : [...keys];
    },
  });
}
