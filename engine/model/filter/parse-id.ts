import type { FilterNode } from './filter-node.ts';
import { MATCH_ALL, MATCH_NONE } from './build-node.ts';
import { FILTER_BOUNDS, isPlainObject, refuse, step, type FilterPlace } from './filter-parsing.ts';
import { isVariable, readVariable } from './operand-variables.ts';
import { readBounds } from './read-bounds.ts';

/** One operator on `_id`, which compares exactly. */
export function parseIdOperator(operator: string, operand: unknown, place: FilterPlace): FilterNode {
  switch (operator) {
    case 'equals':
      return operand === null ? MATCH_NONE : idsNode(readIds(operand, place));
    case 'in':
      return idsNode(readIdList(operand, place));
    case 'exists':
      if (typeof operand !== 'boolean') refuse(place, 'true or false is due');
      return operand ? MATCH_ALL : MATCH_NONE;
    case 'range':
      return { kind: 'idRange', ...readBounds(operand, place, (bound, at) => oneId(readIds(bound, at), at)) };
    default:
      return refuse(place, '_id has the operators equals, in, range and exists');
  }
}

function readIdList(operand: unknown, place: FilterPlace): string[] {
  if (isVariable(operand)) return readIds(operand, place);
  if (!Array.isArray(operand) || operand.length === 0) refuse(place, 'a list with at least one value is due');
  if (operand.length > FILTER_BOUNDS.list) refuse(place, `a list has at most ${FILTER_BOUNDS.list} members`);
  return operand.flatMap((member, index) => (member === null ? [] : readIds(member, step(place, index))));
}

function readIds(operand: unknown, place: FilterPlace): string[] {
  if (isPlainObject(operand)) {
    const variable = readVariable(operand, place);
    return variable.kind === 'ids' ? [...variable.ids] : refuse(place, 'an id is due');
  }
  return typeof operand === 'string' ? [operand] : refuse(place, 'an id is due');
}

function oneId(ids: readonly string[], place: FilterPlace): string {
  return ids.length === 1 ? (ids[0] as string) : refuse(place, 'one id is due');
}

function idsNode(ids: readonly string[]): FilterNode {
  return ids.length === 0 ? MATCH_NONE : { kind: 'ids', ids: [...new Set(ids)] };
}
