import type { Actor } from '../access/index.ts';
import type { RecordOperations, VisibleRecord } from '../records/index.ts';
import type { JsonObject } from '#engine/model';

/** Records held at once. */
const ROUND = 200;

/** Who walks, and by what. */
export interface Walker {
  readonly records: Pick<RecordOperations, 'find'>;
  readonly actor: Actor;
}

/** Records of a module that match, in rounds and each once, whatever is done with them meanwhile. */
export async function* walkRecords({ records, actor }: Walker, { module, filter, fields }: { readonly module: string; readonly filter: JsonObject; readonly fields: readonly string[] }): AsyncGenerator<readonly VisibleRecord[]> {
  let after: string | undefined;
  do {
    const rest: JsonObject = after === undefined ? {} : { _id: { range: { gt: after } } };
    const { data } = await records.find(actor, { module, filter: { and: [filter, rest] }, sort: [{ sortField: '_id', sortOrder: 'asc' }], fields, limit: ROUND, totalLimit: 1 });
    if (data.length > 0) yield data;
    after = data.length < ROUND ? undefined : data.at(-1)?._id;
  } while (after !== undefined);
}
