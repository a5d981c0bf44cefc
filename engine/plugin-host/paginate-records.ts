import type { Actor } from '../access/index.ts';
import type { RecordOperations, VisibleRecord } from '../records/index.ts';
import type { JsonObject } from '#engine/model';

/** Records in memory at the same time. */
const PAGE_SIZE = 200;

/** The requester of the records and the operations to read them. */
export interface RecordPagerContext {
  readonly records: Pick<RecordOperations, 'find'>;
  readonly actor: Actor;
}

/** Yields the matching records of a module in pages, each record once, even if records are changed in the meantime. */
export async function* paginateRecords(
  { records, actor }: RecordPagerContext,
  { module, filter, fields }: { readonly module: string; readonly filter: JsonObject; readonly fields: readonly string[] },
): AsyncGenerator<readonly VisibleRecord[]> {
  let after: string | undefined;
  do {
    const rest: JsonObject = after === undefined ? {} : { _id: { range: { gt: after } } };
    const { data } = await records.find(actor, {
      module,
      filter: { and: [filter, rest] },
      sort: [{ sortField: '_id', sortOrder: 'asc' }],
      fields,
      limit: PAGE_SIZE,
      totalLimit: 1,
    });
    if (data.length > 0) yield data;
    after = data.length < PAGE_SIZE ? undefined : data.at(-1)?._id;
  } while (after !== undefined);
}
