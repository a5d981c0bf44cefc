import type { CompiledModule, CompiledRelation } from '../compiled/index.ts';
import { allOf } from './build-node.ts';
import type { FilterNode, RelationPath } from './filter-node.ts';
import { assertVisible, FILTER_BOUNDS, isPlainObject, ownMember, refuse, step, type FilterPlace } from './filter-parsing.ts';
import type { EntriesParser } from './parse-field.ts';

/** `related` on a forward or reverse relation; `undefined` when teams were removed and nothing is left of its filter. */
export function parseRelated(relation: CompiledRelation, operand: unknown, place: FilterPlace, entries: EntriesParser): FilterNode | undefined {
  if (place.relatedDepth >= FILTER_BOUNDS.related) refuse(place, `related nests at most ${FILTER_BOUNDS.related} deep`);
  const { other, filter, at } = readTarget(relation, operand, place);
  const path = relationPath(relation, place.module, other, place);
  const inner = entries(filter, { ...at, module: other, depth: place.depth + 1, relatedDepth: place.relatedDepth + 1 });
  return inner === undefined ? undefined : { kind: 'related', relation: path, node: allOf([inner, ...seen(other, place)]) };
}

/** What keeps deleted records, and those out of the reader's sight, out of `related`. */
function seen(module: CompiledModule, place: FilterPlace): FilterNode[] {
  const nodes: FilterNode[] = [];
  const deleted = module.fields.get('deleted')?.keys[0];
  if (deleted !== undefined) nodes.push({ kind: 'equals', key: deleted, values: [0] });
  const visible = place.parse.context.visible(module);
  if (visible !== undefined) nodes.push(visible);
  return nodes;
}

function readTarget(relation: CompiledRelation, operand: unknown, place: FilterPlace): { other: CompiledModule; filter: unknown; at: FilterPlace } {
  if (!(relation.flex && relation.direction === 'forward')) {
    return { other: findModule(relation.modules[0], place), filter: operand, at: place };
  }
  if (!isPlainObject(operand) || Object.keys(operand).some((name) => name !== 'module' && name !== 'filter')) refuse(place, 'an object of module and filter is due');
  const name = ownMember(operand, 'module');
  const other = findModule(name, step(place, 'module'));
  if (relation.modules.length > 0 && !relation.modules.includes(other.name)) refuse(step(place, 'module'), 'the field does not point to this module');
  return { other, filter: ownMember(operand, 'filter') ?? refuse(place, 'filter is missing'), at: step(place, 'filter') };
}

function findModule(name: unknown, place: FilterPlace): CompiledModule {
  const module = typeof name === 'string' ? place.parse.context.catalog.modules.get(name) : undefined;
  return module ?? refuse(place, 'there is no such module');
}

function relationPath(relation: CompiledRelation, module: CompiledModule, other: CompiledModule, place: FilterPlace): RelationPath {
  const holder = relation.direction === 'forward' ? module : other;
  const held = relation.direction === 'forward' ? other : module;
  const key = holder.fields.get(relation.fieldName)?.keys[0];
  if (key === undefined) return refuse(place, 'the relation cannot be searched');
  assertVisible(place, holder.name, relation.fieldName);
  const path = { direction: relation.direction, key, collection: other.storage.name };
  return relation.flex ? { ...path, prefix: `${held.name}:` } : path;
}
