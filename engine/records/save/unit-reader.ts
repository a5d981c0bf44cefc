import { variablesOf, type AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { allOf, compileMatcher, parseFilter, usesRelated, type FilterNode } from '#engine/model/filter';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue, RecordDocument, RecordOf } from '#engine/model/values';
import { findModule } from '../access/record-access.ts';
import { decodeRecord } from '../encryption/encrypt-record.ts';
import type { UnitReader } from '../hooks.ts';
import { notDeleted } from '../module-metadata.ts';
import type { SaveAttempt } from './write-context.ts';

const DEFAULT_LIMIT = 1000;

/** Reads for hooks: without access checks, including the unit's own writes. All reads are tracked. */
export function createUnitReader(attempt: SaveAttempt): UnitReader {
  const { unit, scope } = attempt;
  return {
    async get<Module extends string>(name: Module, id: string) {
      const module = findModule(scope, name);
      const [record] = await unit.load(module, [id]);
      unit.addVersionCheck(module, id, record === undefined ? null : record.document._version);
      // The records of a module match its definition, which the type is generated from.
      return record?.document as RecordOf<Module> | undefined;
    },
    find: async <Module extends string>(name: Module, filter: JsonValue, options?: { readonly limit?: number }) =>
      (await findInUnit(attempt, findModule(scope, name), filter, options?.limit ?? DEFAULT_LIMIT)) as readonly RecordOf<Module>[],
  };
}

async function findInUnit(
  attempt: SaveAttempt,
  module: CompiledModule,
  filter: JsonValue,
  limit: number,
): Promise<readonly RecordDocument[]> {
  return findMatchingInUnit(attempt, module, allOf([parseTrusted(attempt, module, filter), ...notDeleted(module)]), limit);
}

/** The records that match a filter, with the unit's own writes, without access checks. Their versions are checked at the commit. */
async function findMatchingInUnit(
  attempt: SaveAttempt,
  module: CompiledModule,
  node: FilterNode,
  limit: number,
): Promise<readonly RecordDocument[]> {
  const { services, unit, scope } = attempt;
  const stored = await services.store.find({ collection: module.storage.name, filter: node, sort: [], limit });
  const found = stored.map((record) => decodeRecord(services, scope, module, record));
  const documents = mergePending(attempt, module, node, found).slice(0, limit);
  for (const document of documents) unit.addVersionCheck(module, document._id, document._version);
  return documents;
}

/** Records of the store that are read at once. */
const PAGE = 200;

/**
 * All records that match a filter, with the unit's own writes, without access checks, a page at a time. Their versions are checked at the
 * commit.
 */
export async function* iterateMatchingInUnit(
  attempt: SaveAttempt,
  module: CompiledModule,
  node: FilterNode,
): AsyncGenerator<readonly RecordDocument[]> {
  const { services, unit, scope } = attempt;
  let filter = node;
  for (;;) {
    const stored = await services.store.find({ collection: module.storage.name, filter, sort: [], limit: PAGE });
    const found = stored.map((record) => decodeRecord(services, scope, module, record));
    const documents = found.filter(({ _id }) => !unit.hasWritten(module, _id));
    for (const { _id, _version } of documents) unit.addVersionCheck(module, _id, _version);
    yield documents;
    const last = stored.at(-1)?.document._id;
    if (last === undefined || stored.length < PAGE) break;
    filter = allOf([node, { kind: 'idRange', gt: last }]);
  }
  yield mergePending(attempt, module, node, []);
}

/** The store's results, with the unit's own writes applied. A filter on related records is only evaluated by the store. */
function mergePending(
  { unit }: SaveAttempt,
  module: CompiledModule,
  node: FilterNode,
  found: readonly RecordDocument[],
): readonly RecordDocument[] {
  const pending = unit.pendingIn(module);
  if (pending.length === 0 || usesRelated(node)) return found;
  const matches = compileMatcher(node);
  const changed = new Map(pending.map((record) => [record.document._id, record]));
  const unchanged = found.filter((document) => !changed.has(document._id));
  const own = pending.filter((record) => !record.removed && matches(record.document._id, record.keys)).map((record) => record.document);
  return [...unchanged, ...own];
}

/**
 * Parses the filter of `requireAbsence`, without deleted records. Errors: `filter_invalid`, also for a search of related records: their
 * changes do not conflict with the save.
 */
export function parseAbsenceFilter(attempt: SaveAttempt, module: CompiledModule, filter: JsonValue): FilterNode {
  const node = parseTrusted(attempt, module, filter);
  if (usesRelated(node))
    throw new MusterError('filter_invalid', {
      values: { path: 'related', reason: 'requireAbsence compares only fields of the module' },
    });
  return allOf([node, ...notDeleted(module)]);
}

/** Parses a filter of a plugin: rights are not checked. Errors: `filter_invalid`. */
export function parseTrusted({ scope, services }: SaveAttempt, module: CompiledModule, filter: JsonValue): FilterNode {
  return parseTrustedFilter(scope, module, filter, services.clock.now());
}

/** Parses a filter of the product or a plugin: rights are not checked. Errors: `filter_invalid`. */
function parseTrustedFilter(scope: AccessScope, module: CompiledModule, filter: JsonValue, now: number): FilterNode {
  const parsed = parseFilter(filter, {
    module,
    catalog: scope.snapshot,
    variables: variablesOf(scope.rights, scope.snapshot, { now: () => now }),
    canFilter: () => true,
    visibilityFilter: () => undefined,
  });
  if (!parsed.ok) throw new MusterError('filter_invalid', { values: { path: parsed.path, reason: parsed.reason } });
  return parsed.node;
}
