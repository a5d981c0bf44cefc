import type { FilterContext, FilterProblem, FilterWarning, ParsedFilter } from './filter-context.ts';
import type { FilterNode } from './filter-node.ts';
import { allOf, anyOf, MATCH_ALL, notOf } from './build-node.ts';
import {
  FILTER_BOUNDS,
  FilterParseError,
  isPlainObject,
  refuse,
  step,
  type FilterParseState,
  type FilterPosition,
} from './filter-parsing.ts';
import { parseField } from './parse-field.ts';

const TEAMS_REMOVED: FilterWarning = {
  code: 'teams_removed',
  text: 'Teams were set that you do not have access to. They will be removed from search terms',
};

/**
 * Parses the filter of a request to a {@link FilterNode}: closed, bounded, names resolved to keys, operands to keys,
 * rights checked. `undefined` and null count as the empty filter, which matches everything. Never throws, for any input.
 */
export function parseFilter(input: unknown, context: FilterContext): ParsedFilter | FilterProblem {
  const parse: FilterParseState = { context, entries: 0, usesClock: false, teamsRemoved: false };
  const position: FilterPosition = { parse, module: context.module, path: [], depth: 1, relatedDepth: 0 };
  try {
    const node = input === undefined || input === null ? MATCH_ALL : (parseEntries(input, position) ?? MATCH_ALL);
    return { ok: true, node, warnings: parse.teamsRemoved ? [TEAMS_REMOVED] : [], usesClock: parse.usesClock };
  } catch (error) {
    if (error instanceof FilterParseError) return error.problem;
    throw error;
  }
}

/** Parses one filter object; `undefined` when nothing of it remains after teams were removed. */
function parseEntries(input: unknown, position: FilterPosition): FilterNode | undefined {
  if (!isPlainObject(input)) refuse(position, 'a filter is an object');
  if (position.depth > FILTER_BOUNDS.depth) refuse(position, `filters nest at most ${FILTER_BOUNDS.depth} deep`);
  const names = Object.keys(input);
  position.parse.entries += names.length;
  if (position.parse.entries > FILTER_BOUNDS.entries) refuse(position, `a filter has at most ${FILTER_BOUNDS.entries} entries`);
  const nodes: FilterNode[] = [];
  for (const name of names) {
    const node = parseEntry(name, input[name], step(position, name));
    if (node !== undefined) nodes.push(node);
  }
  return nodes.length === 0 && names.length > 0 ? undefined : allOf(nodes);
}

function parseEntry(name: string, value: unknown, position: FilterPosition): FilterNode | undefined {
  if (name === 'and' || name === 'or') {
    const nodes = parseList(value, position);
    if (nodes.length === 0) return undefined;
    return name === 'and' ? allOf(nodes) : anyOf(nodes);
  }
  if (name === 'not') {
    const node = parseEntries(value, { ...position, depth: position.depth + 1 });
    return node === undefined ? undefined : notOf(node);
  }
  return parseField(name, value, position, parseEntries);
}

function parseList(value: unknown, position: FilterPosition): FilterNode[] {
  if (!Array.isArray(value) || value.length === 0) refuse(position, 'a list with at least one filter is due');
  if (value.length > FILTER_BOUNDS.list) refuse(position, `a list has at most ${FILTER_BOUNDS.list} members`);
  const nodes: FilterNode[] = [];
  for (const [index, member] of value.entries()) {
    const node = parseEntries(member, { ...step(position, index), depth: position.depth + 1 });
    if (node !== undefined) nodes.push(node);
  }
  return nodes;
}
