import type { CompiledModule } from '#engine/model/compiled';
import { allOf, type FilterNode } from '#engine/model/filter';
import { foldText, type JsonValue } from '#engine/model/values';
import type { AccessScope } from '../../access/index.ts';
import type { StorePort } from '../../ports/index.ts';
import { AUDIT_COLLECTION, AUDIT_KEYS, entriesOf, type ValueChange } from './audit-entry.ts';
import { readCurrentNames } from './read-audit.ts';

/** Rows that are read at once. */
const CHUNK = 500;

/** One audited save of a record, with the current names of its fields. */
export interface AuditRow {
  readonly _id: string;
  /** Id of the record. */
  readonly record: string;
  /** Name of the record; empty if it is sensitive. */
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
  /** Id of the user; null: nobody. */
  readonly by: string | null;
  readonly source: string;
  readonly entries: readonly ValueChange[];
}

/** Reads the audit of a module for the product itself, the latest row first, in chunks. */
export interface AuditRowReader {
  /** How many rows there are between two times. */
  count(since: number, until: number): Promise<number>;
  /** The rows between two times. */
  between(since: number, until: number): AsyncIterable<AuditRow>;
  /** The rows of one record after another row. */
  ofRecord(record: string, after: string): AsyncIterable<AuditRow>;
}

/** Creates a reader of the audit of a module. It passes every check: its caller makes sure that nobody sees more than they may. */
export function createAuditRowReader({ store }: { readonly store: StorePort }, scope: AccessScope, module: CompiledModule): AuditRowReader {
  const ofModule: FilterNode = { kind: 'equals', key: AUDIT_KEYS.module, values: [foldText(module.keyName)] };
  const between = (since: number, until: number): FilterNode =>
    allOf([ofModule, { kind: 'range', key: AUDIT_KEYS.at, gte: since, lte: until }]);
  return {
    count: async (since, until) => (await store.count({ collection: AUDIT_COLLECTION.name, filter: between(since, until) })).total,
    between: (since, until) => readRows(store, scope, between(since, until)),
    ofRecord: (record, after) =>
      readRows(
        store,
        scope,
        allOf([ofModule, { kind: 'equals', key: AUDIT_KEYS.record, values: [record] }, { kind: 'idRange', gt: after }]),
      ),
  };
}

/** Ids increase with time: the latest first. */
async function* readRows(store: StorePort, scope: AccessScope, filter: FilterNode): AsyncGenerator<AuditRow> {
  const names = readCurrentNames(scope);
  for (let before: string | undefined; ; ) {
    const found = await store.find({
      collection: AUDIT_COLLECTION.name,
      filter: before === undefined ? filter : allOf([filter, { kind: 'idRange', lt: before }]),
      sort: [{ kind: 'id', descending: true }],
      limit: CHUNK,
    });
    for (const { document } of found) {
      const entries = entriesOf(document, names);
      const [first] = entries;
      if (first === undefined) continue;
      yield {
        ...{ _id: document._id, record: first.record_id, name: first.record_name, at: first.date_created },
        ...{ by: first.changed_by, source: first.changeSource },
        entries: entries.map(({ field, previous_value, new_value }) => ({
          field,
          before: toValue(previous_value),
          after: toValue(new_value),
        })),
      };
    }
    before = found.at(-1)?.document._id;
    if (found.length < CHUNK) return;
  }
}

function toValue(value: JsonValue | undefined): JsonValue {
  return value ?? null;
}
