import { allOf, MATCH_NONE, type CompiledModule, type CompiledRelation, type FilterNode } from '#engine/model';

/** A reverse relation of a record: which records of `other` refer to it. */
export interface RelationEnd {
  readonly module: CompiledModule;
  readonly id: string;
  readonly relation: CompiledRelation;
  readonly other: CompiledModule;
}

/** Narrows a filter on the other module to the records that refer to the id by a reverse relation. */
export function relationFilter(filter: FilterNode, { module, id, relation, other }: RelationEnd): FilterNode {
  const key = other.fields.get(relation.fieldName)?.keys[0];
  if (key === undefined) return MATCH_NONE;
  return allOf([filter, { kind: 'equals', key, values: [relation.flex ? `${module.name}:${id}` : id] }]);
}
