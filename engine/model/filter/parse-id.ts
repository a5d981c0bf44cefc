import { MATCH_ALL, MATCH_NONE, type FilterNode } from './filter-node.ts';
import { FILTER_BOUNDS, isPlainObject, refuse, step, type FilterPosition } from './filter-parsing.ts';
import { isVariable, readVariable } from './operand-variables.ts';
import { readBounds } from './parse-range.ts';

/** Parses one operator on `_id`, which compares exactly. */
export function parseIdOperator(operator: string, operand: unknown, position: FilterPosition): FilterNode {
  switch (operator) {
    case 'equals':
      return operand === null ? MATCH_NONE : idsNode(readIds(operand, position));
    case 'in':
      return idsNode(readIdList(operand, position));
    case 'exists':
      if (typeof operand !== 'boolean') refuse(position, 'true or false is due');
      return operand ? MATCH_ALL : MATCH_NONE;
    case 'range':
      return { kind: 'idRange', ...readBounds(operand, position, (bound, at) => oneId(readIds(bound, at), at)) };
    default:
      return refuse(position, '_id has the operators equals, in, range and exists');
  }
}

function readIdList(operand: unknown, position: FilterPosition): string[] {
  if (isVariable(operand)) return readIds(operand, position);
  if (!Array.isArray(operand) || operand.length === 0) refuse(position, 'a list with at least one value is due');
  if (operand.length > FILTER_BOUNDS.list) refuse(position, `a list has at most ${FILTER_BOUNDS.list} members`);
  return operand.flatMap((member, index) => (member === null ? [] : readIds(member, step(position, index))));
}

function readIds(operand: unknown, position: FilterPosition): string[] {
  if (isPlainObject(operand)) {
    const variable = readVariable(operand, position);
    return variable.kind === 'ids' ? [...variable.ids] : refuse(position, 'an id is due');
  }
  return typeof operand === 'string' ? [operand] : refuse(position, 'an id is due');
}

function oneId(ids: readonly string[], position: FilterPosition): string {
  return ids.length === 1 ? (ids[0] as string) : refuse(position, 'one id is due');
}

function idsNode(ids: readonly string[]): FilterNode {
  return ids.length === 0 ? MATCH_NONE : { kind: 'ids', ids: [...new Set(ids)] };
}
