import type { Document } from 'mongodb';
import type { StoredRecord, StoreQuery } from '../../../ports/index.ts';
import { fromStored, type StoredDocument } from '../schema/stored-document.ts';
import { DEFAULT_DEADLINE, planQuery, RECORD, type QueryContext } from './plan-query.ts';

type Found = StoredDocument & { readonly branch: number };

/** Runs queries on several collections as one aggregation: `$unionWith` appends the results of each. */
export async function findAcross(queries: readonly StoreQuery[], context: QueryContext): Promise<readonly (readonly StoredRecord[])[]> {
  const results: StoredRecord[][] = queries.map(() => []);
  const branches = await Promise.all(
    queries.map(async (query, at) => (query.limit > 0 ? { query, pipeline: await compileBranch(query, at, context) } : undefined)),
  );
  const [first, ...others] = branches.filter((branch) => branch !== undefined);
  if (first === undefined) return results;
  const nameOf = (query: StoreQuery): string => context.schemaRegistry.collection(query.collection).collectionName;
  const pipeline = [
    ...first.pipeline,
    ...others.map(({ query, pipeline: own }): Document => ({ $unionWith: { coll: nameOf(query), pipeline: own } })),
  ];
  const found = await context.schemaRegistry
    .collection(first.query.collection)
    .aggregate<Found>(pipeline, {
      maxTimeMS: Math.min(...queries.map(({ deadline }) => deadline ?? DEFAULT_DEADLINE)),
      ...(context.session === undefined ? {} : { session: context.session }),
    })
    .toArray();
  for (const { branch, ...stored } of found) results[branch]?.push(fromStored(stored));
  return results;
}

/** The stages of one query; each of its records has the number of the query. */
async function compileBranch(query: StoreQuery, at: number, context: QueryContext): Promise<Document[]> {
  const planned = await planQuery(query, context, 'records', false);
  const mark: Document = { $addFields: { branch: at } };
  if (planned.kind === 'aggregate') return [...planned.pipeline, mark];
  return [
    ...planned.ranges.map(({ filter }) => ({ $match: filter })),
    ...(planned.sort === undefined ? [] : [{ $sort: planned.sort }]),
    ...(planned.skip > 0 ? [{ $skip: planned.skip }] : []),
    ...(Number.isFinite(planned.limit) ? [{ $limit: planned.limit }] : []),
    { $project: RECORD },
    mark,
  ];
}
