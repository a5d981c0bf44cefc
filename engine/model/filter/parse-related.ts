import type { CompiledModule, CompiledRelation } from '../compiled/compiled-module.ts';
import { moduleKeyOf } from '../field-types/field-type.ts';
import { allOf, type FilterNode, type RelationPath } from './filter-node.ts';
import {
  assertVisible,
  FILTER_BOUNDS,
  isPlainObject,
  ownMember,
  refuse,
  step,
  type EntriesParser,
  type FilterPosition,
} from './filter-parsing.ts';

/** Parses `related` on a forward or reverse relation; `undefined` when teams were removed and nothing of its filter remains. */
export function parseRelated(
  relation: CompiledRelation,
  operand: unknown,
  position: FilterPosition,
  entries: EntriesParser,
): FilterNode | undefined {
  if (position.relatedDepth >= FILTER_BOUNDS.related) refuse(position, `related nests at most ${FILTER_BOUNDS.related} deep`);
  const { other, filter, at } = readTarget(relation, operand, position);
  const path = relationPath(relation, position.module, other, position);
  const inner = entries(filter, { ...at, module: other, depth: position.depth + 1, relatedDepth: position.relatedDepth + 1 });
  return inner === undefined ? undefined : { kind: 'related', relation: path, node: allOf([inner, ...visibilityNodes(other, position)]) };
}

/** The nodes that exclude deleted records, and those the reader may not see, from `related`. */
function visibilityNodes(module: CompiledModule, position: FilterPosition): FilterNode[] {
  const nodes: FilterNode[] = [];
  const deleted = module.fields.get('deleted')?.keys[0];
  if (deleted !== undefined) nodes.push({ kind: 'equals', key: deleted, values: [0] });
  const visible = position.parse.context.visibilityFilter(module);
  if (visible !== undefined) nodes.push(visible);
  return nodes;
}

function readTarget(
  relation: CompiledRelation,
  operand: unknown,
  position: FilterPosition,
): { other: CompiledModule; filter: unknown; at: FilterPosition } {
  if (!(relation.flex && relation.direction === 'forward')) {
    return { other: findModule(relation.modules[0], position), filter: operand, at: position };
  }
  if (!isPlainObject(operand) || Object.keys(operand).some((name) => name !== 'module' && name !== 'filter'))
    refuse(position, 'expected an object of module and filter');
  const name = ownMember(operand, 'module');
  const other = findModule(name, step(position, 'module'));
  if (relation.modules.length > 0 && !relation.modules.includes(other.name))
    refuse(step(position, 'module'), 'the field does not point to this module');
  return { other, filter: ownMember(operand, 'filter') ?? refuse(position, 'filter is missing'), at: step(position, 'filter') };
}

function findModule(name: unknown, position: FilterPosition): CompiledModule {
  const module = typeof name === 'string' ? position.parse.context.catalog.modules.get(name) : undefined;
  return module ?? refuse(position, 'there is no such module');
}

function relationPath(relation: CompiledRelation, module: CompiledModule, other: CompiledModule, position: FilterPosition): RelationPath {
  const holder = relation.direction === 'forward' ? module : other;
  const owner = relation.direction === 'forward' ? other : module;
  const field = holder.fields.get(relation.fieldName);
  const key = field?.keys[0];
  if (field === undefined || key === undefined) return refuse(position, 'the relation cannot be searched');
  assertVisible(position, holder.name, relation.fieldName);
  const path = { direction: relation.direction, key, collection: other.storage.name };
  return relation.flex ? { ...path, prefix: `${moduleKeyOf(field, owner.name)}:` } : path;
}
