import type { FilterContext, FilterProblem, FilterWarning, ParsedFilter } from './filter-context.ts';
import type { FilterNode } from './filter-node.ts';
import { allOf, anyOf, MATCH_ALL, notOf } from './build-node.ts';
import { FILTER_BOUNDS, FilterRefusal, isPlainObject, refuse, step, type FilterParse, type FilterPlace } from './filter-parsing.ts';
import { parseField } from './parse-field.ts';

const TEAMS_REMOVED: FilterWarning = {
  code: 'teams_removed',
  text: 'Teams were set that you do not have access to. They will be removed from search terms',
};

/**
 * Turns what a caller sent as a filter into a {@link FilterNode}: closed, bounded, names resolved to keys, operands to
 * keys, rights checked. `undefined` and null count as the empty filter, which matches everything. Never throws for
 * what the caller sent, whatever it is.
 */
export function parseFilter(input: unknown, context: FilterContext): ParsedFilter | FilterProblem {
  const parse: FilterParse = { context, entries: 0, usesClock: false, teamsRemoved: false };
  const place: FilterPlace = { parse, module: context.module, path: [], depth: 1, relatedDepth: 0 };
  try {
    const node = input === undefined || input === null ? MATCH_ALL : (parseEntries(input, place) ?? MATCH_ALL);
    return { ok: true, node, warnings: parse.teamsRemoved ? [TEAMS_REMOVED] : [], usesClock: parse.usesClock };
  } catch (error) {
    if (error instanceof FilterRefusal) return error.problem;
    throw error;
  }
}

/** One filter object; `undefined` when nothing is left of it after teams were removed. */
function parseEntries(input: unknown, place: FilterPlace): FilterNode | undefined {
  if (!isPlainObject(input)) refuse(place, 'a filter is an object');
  if (place.depth > FILTER_BOUNDS.depth) refuse(place, `filters nest at most ${FILTER_BOUNDS.depth} deep`);
  const names = Object.keys(input);
  place.parse.entries += names.length;
  if (place.parse.entries > FILTER_BOUNDS.entries) refuse(place, `a filter has at most ${FILTER_BOUNDS.entries} entries`);
  const nodes: FilterNode[] = [];
  for (const name of names) {
    const node = parseEntry(name, input[name], step(place, name));
    if (node !== undefined) nodes.push(node);
  }
  return nodes.length === 0 && names.length > 0 ? undefined : allOf(nodes);
}

function parseEntry(name: string, value: unknown, place: FilterPlace): FilterNode | undefined {
  if (name === 'and' || name === 'or') {
    const nodes = parseList(value, place);
    if (nodes.length === 0) return undefined;
    return name === 'and' ? allOf(nodes) : anyOf(nodes);
  }
  if (name === 'not') {
    const node = parseEntries(value, { ...place, depth: place.depth + 1 });
    return node === undefined ? undefined : notOf(node);
  }
  return parseField(name, value, place, parseEntries);
}

function parseList(value: unknown, place: FilterPlace): FilterNode[] {
  if (!Array.isArray(value) || value.length === 0) refuse(place, 'a list with at least one filter is due');
  if (value.length > FILTER_BOUNDS.list) refuse(place, `a list has at most ${FILTER_BOUNDS.list} members`);
  const nodes: FilterNode[] = [];
  for (const [index, member] of value.entries()) {
    const node = parseEntries(member, { ...step(place, index), depth: place.depth + 1 });
    if (node !== undefined) nodes.push(node);
  }
  return nodes;
}
