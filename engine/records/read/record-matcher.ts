import type { AccessScope } from '../../access/index.ts';
import { parseFilter, type CompiledModule, type FilterNode, type JsonValue, type RecordDocument } from '#engine/model';
import type { RecordOptions } from '../record-services.ts';
import { filterContext, createFilterError } from './read-query.ts';
import { matchesWithRelated } from './match-with-related.ts';

/** Checks single records against filters, including deleted or removed ones, for actions that follow from a save. */
export interface RecordMatcher {
  /** Errors: `filter_invalid`, `field_not_visible`. */
  assertFilter(scope: AccessScope, module: CompiledModule, filter: JsonValue): void;
  /** Whether a decrypted record matches, with the current state of its related records. Errors: as above. */
  matches(scope: AccessScope, module: CompiledModule, filter: JsonValue, record: RecordDocument): Promise<boolean>;
}

export function createRecordMatcher(options: Pick<RecordOptions, 'store' | 'clock'>): RecordMatcher {
  const parse = (scope: AccessScope, module: CompiledModule, filter: JsonValue): FilterNode => {
    const parsed = parseFilter(filter, filterContext(options, scope, module));
    if (!parsed.ok) throw createFilterError(scope, parsed);
    return parsed.node;
  };
  return {
    assertFilter: (scope, module, filter) => void parse(scope, module, filter),
    matches: async (scope, module, filter, record) => matchesWithRelated(options.store, parse(scope, module, filter), module, record),
  };
}
