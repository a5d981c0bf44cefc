import type { AccessScope } from '../../access/index.ts';
import type { StorePort } from '../../ports/index.ts';
import { allOf, compileMatcher, parseFilter, type FilterNode } from '#engine/model/filter';
import { makeKeys } from '#engine/model/keys';
import type { CompiledModule, RecordKeys } from '#engine/model/compiled';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import type { ReadServices } from '../record-services.ts';
import { createFilterError, deletedNode, filterContext } from './read-query.ts';

/** Checks single records against filters, including deleted or removed ones, for actions that follow from a save. */
export interface RecordMatcher {
  /** Errors: `filter_invalid`, `unknown_field`. */
  assertFilter(scope: AccessScope, module: CompiledModule, filter: JsonValue): void;
  /** Whether a decrypted record matches, with the current state of its related records. Errors: as above. */
  matches(scope: AccessScope, module: CompiledModule, filter: JsonValue, record: RecordDocument): Promise<boolean>;
}

export function createRecordMatcher(options: Pick<ReadServices, 'store' | 'clock'>): RecordMatcher {
  const parse = (scope: AccessScope, module: CompiledModule, filter: JsonValue): FilterNode => {
    const parsed = parseFilter(filter, filterContext(options, scope, module));
    if (!parsed.ok) throw createFilterError(parsed);
    return parsed.node;
  };
  return {
    assertFilter: (scope, module, filter) => void parse(scope, module, filter),
    matches: async (scope, module, filter, record) => matchesWithRelated(options.store, parse(scope, module, filter), module, record),
  };
}

/**
 * Whether the actor would see an earlier state of a record, with the current state of its related records. Needed for a
 * row rule on related records, which cannot be checked in memory. They may have changed since, so `false` is not
 * certain.
 */
export async function couldSeeRecord(
  store: StorePort,
  scope: AccessScope,
  module: CompiledModule,
  before: RecordDocument,
): Promise<boolean> {
  const access = scope.rights.visibilityFilter(module);
  return matchesWithRelated(store, allOf([deletedNode(scope, module, true), ...(access === undefined ? [] : [access])]), module, before);
}

/** Whether a record matches a filter, with the current state of its related records. */
async function matchesWithRelated(store: StorePort, filter: FilterNode, module: CompiledModule, record: RecordDocument): Promise<boolean> {
  const keys = makeKeys(module, record);
  return compileMatcher(await resolveRelated(store, filter, record._id, keys))(record._id, keys);
}

/** The same filter for this one record, with all conditions on related records replaced by their results. */
async function resolveRelated(store: StorePort, node: FilterNode, id: string, keys: RecordKeys): Promise<FilterNode> {
  switch (node.kind) {
    case 'all':
    case 'any':
      return { kind: node.kind, nodes: await Promise.all(node.nodes.map((one) => resolveRelated(store, one, id, keys))) };
    case 'not':
      return { kind: 'not', node: await resolveRelated(store, node.node, id, keys) };
    case 'related':
      return { kind: 'constant', value: await isRelated(store, node, id, keys) };
    default:
      return node;
  }
}

async function isRelated(
  store: StorePort,
  { relation, node }: Extract<FilterNode, { readonly kind: 'related' }>,
  id: string,
  keys: RecordKeys,
): Promise<boolean> {
  const { direction, key, collection, prefix = '' } = relation;
  const reached: FilterNode =
    direction === 'reverse' ? { kind: 'equals', key, values: [`${prefix}${id}`] } : { kind: 'ids', ids: idsIn(keys[key.id], prefix) };
  const found = await store.findIds({ collection, filter: allOf([reached, node]), sort: [], limit: 1 });
  return found.length > 0;
}

function idsIn(value: RecordKeys[string], prefix: string): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.flatMap((one) => (typeof one === 'string' && one.startsWith(prefix) ? [one.slice(prefix.length)] : []));
}
