import type { FilterNode } from './filter-node.ts';

/** Matches every record. */
export const MATCH_ALL: FilterNode = { kind: 'constant', value: true };

/** Matches no record. */
export const MATCH_NONE: FilterNode = { kind: 'constant', value: false };

/** All of the nodes must match; without nodes: every record. Flattened, constants simplified. */
export function allOf(nodes: readonly FilterNode[]): FilterNode {
  const flattened: FilterNode[] = [];
  for (const node of nodes) {
    if (node.kind === 'constant') {
      if (!node.value) return MATCH_NONE;
    } else if (node.kind === 'all') flattened.push(...node.nodes);
    else flattened.push(node);
  }
  return flattened.length === 0 ? MATCH_ALL : flattened.length === 1 ? (flattened[0] as FilterNode) : { kind: 'all', nodes: flattened };
}

/** At least one of the nodes must match; without nodes: no record. Flattened, constants simplified. */
export function anyOf(nodes: readonly FilterNode[]): FilterNode {
  const flattened: FilterNode[] = [];
  for (const node of nodes) {
    if (node.kind === 'constant') {
      if (node.value) return MATCH_ALL;
    } else if (node.kind === 'any') flattened.push(...node.nodes);
    else flattened.push(node);
  }
  return flattened.length === 0 ? MATCH_NONE : flattened.length === 1 ? (flattened[0] as FilterNode) : { kind: 'any', nodes: flattened };
}

/** The node must not match. */
export function notOf(node: FilterNode): FilterNode {
  if (node.kind === 'constant') return node.value ? MATCH_NONE : MATCH_ALL;
  return node.kind === 'not' ? node.node : { kind: 'not', node };
}

/** Whether a filter depends on other records, so that its result can change without the record itself being saved. */
export function usesRelated(node: FilterNode): boolean {
  if (node.kind === 'related') return true;
  if (node.kind === 'all' || node.kind === 'any') return node.nodes.some(usesRelated);
  return node.kind === 'not' && usesRelated(node.node);
}
