import type { Actor } from '../access/index.ts';
import type { RecordOperations, VisibleRecord } from '../records/index.ts';
import type { JsonObject } from '#engine/model';

/** Records held at once. */
const PAGE_SIZE = 200;

/** Who walks, and by what. */
export interface RecordPagerContext {
  readonly records: Pick<RecordOperations, 'find'>;
  readonly actor: Actor;
}

/** Records of a module that match, in rounds and each once, whatever is done with them meanwhile. */
export async function* paginateRecords({ records, actor }: RecordPagerContext, { module, filter, fields }: { readonly module: string; readonly filter: JsonObject; readonly fields: readonly string[] }): AsyncGenerator<readonly VisibleRecord[]> {
  let after: string | undefined;
  do {
    const rest: JsonObject = after === undefined ? {} : { _id: { range: { gt: after } } };
    const { data } = await records.find(actor, { module, filter: { and: [filter, rest] }, sort: [{ sortField: '_id', sortOrder: 'asc' }], fields, limit: PAGE_SIZE, totalLimit: 1 });
    if (data.length > 0) yield data;
    after = data.length < PAGE_SIZE ? undefined : data.at(-1)?._id;
  } while (after !== undefined);
}
