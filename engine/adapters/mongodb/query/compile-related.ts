import type { Document } from 'mongodb';
import type { FilterNode, RelationPath } from '#engine/model/filter';
import type { CompileContext, CompiledFilter } from './compile-context.ts';
import { keyPath } from '../schema/key-path.ts';

type Compile = (node: FilterNode, collection: string, context: CompileContext) => Promise<CompiledFilter>;

/**
 * Compiles `related`: first queries the related records and puts their ids into the filter, which an index then serves.
 * When they are too many for that, each record is looked up instead.
 */
export async function compileRelated(
  node: FilterNode & { readonly kind: 'related' },
  context: CompileContext,
  compile: Compile,
): Promise<CompiledFilter> {
  const inner = await compile(node.node, node.relation.collection, context);
  const values = await resolveValues(node.relation, inner, context);
  return values === undefined ? compileLookup(node.relation, inner, context) : { match: matchValues(node.relation, values), stages: [] };
}

/** The possible values of the relating key (forward), or the ids that it contains (reverse); `undefined` when there are too many. */
async function resolveValues(relation: RelationPath, inner: CompiledFilter, context: CompileContext): Promise<string[] | undefined> {
  const { relatedLimit, session, deadline } = context;
  const pipeline: Document[] = [...inner.stages, { $match: inner.match }];
  if (relation.direction === 'forward') pipeline.push({ $project: { _id: 1 } });
  else {
    const path = `$${keyPath(relation.key.id)}`;
    pipeline.push({ $project: { linked: path } }, { $unwind: '$linked' });
    if (relation.prefix !== undefined) pipeline.push({ $match: { linked: { $gte: relation.prefix, $lt: nextPrefix(relation.prefix) } } });
    pipeline.push({ $group: { _id: '$linked' } });
  }
  pipeline.push({ $limit: relatedLimit + 1 });
  context.onQuery?.(relation.collection, pipeline);
  const found = await context.schemaRegistry
    .collection(relation.collection)
    .aggregate<{ _id: string }>(pipeline, {
      maxTimeMS: deadline,
      batchSize: relatedLimit + 1,
      ...(session === undefined ? {} : { session }),
    })
    .toArray();
  return found.length > relatedLimit ? undefined : found.map((one) => one._id);
}

function matchValues(relation: RelationPath, values: readonly string[]): Document {
  const prefix = relation.prefix ?? '';
  if (relation.direction === 'forward')
    return { [keyPath(relation.key.id)]: oneOf(prefix === '' ? values : values.map((id) => prefix + id)) };
  return { _id: oneOf(prefix === '' ? values : values.map((value) => value.slice(prefix.length))) };
}

function oneOf(values: readonly string[]): unknown {
  return values.length === 1 ? values[0] : { $in: values };
}

/** Prefixes end with ':', and ';' is the next character. */
function nextPrefix(prefix: string): string {
  return `${prefix.slice(0, -1)};`;
}

function compileLookup(relation: RelationPath, inner: CompiledFilter, context: CompileContext): CompiledFilter {
  const number = (context.next += 1);
  const [found, local] = [`_r${number}`, `_l${number}`];
  const path = keyPath(relation.key.id);
  const forward = relation.direction === 'forward';
  const own = forward ? path : '_id';
  const lookup = {
    from: relation.collection,
    localField: relation.prefix === undefined ? own : local,
    foreignField: forward ? '_id' : path,
    as: found,
    pipeline: [...inner.stages, { $match: inner.match }, { $limit: 1 }, { $project: { _id: 1 } }],
  };
  const stages =
    relation.prefix === undefined
      ? [{ $lookup: lookup }]
      : [
          { $set: { [local]: forward ? withoutPrefix(`$${path}`, relation.prefix) : { $concat: [relation.prefix, '$_id'] } } },
          { $lookup: lookup },
        ];
  return { match: { [`${found}.0`]: { $exists: true } }, stages };
}

/** The ids after a prefix, from one or several `module:id` keys. */
function withoutPrefix(field: string, prefix: string): Document {
  const keys = { $cond: [{ $isArray: field }, field, [field]] };
  return {
    $map: {
      input: { $filter: { input: keys, cond: { $eq: [{ $indexOfCP: ['$$this', { $literal: prefix }] }, 0] } } },
      in: { $substrCP: ['$$this', prefix.length, 200] },
    },
  };
}
