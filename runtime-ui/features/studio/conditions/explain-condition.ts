import { evaluateCondition, type ConditionData } from '#engine/model/conditions';
import type { ConditionGroup, ConditionItem, ConditionPart, ConditionTest } from './condition-tree.ts';
import { writeItem, type FindSubject } from './write-condition.ts';

/** A test or a part of a condition, and whether it is true for a record. */
export interface ExplainedPart {
  readonly item: ConditionTest | ConditionPart;
  readonly holds: boolean;
}

/** What a condition gives for a record. */
export interface ConditionResult {
  readonly holds: boolean;
  /** The parts that decide: one of them alone if it suffices, else all that are needed. */
  readonly deciding: readonly ExplainedPart[];
  /** Parts that are true, of all. */
  readonly met: number;
  readonly total: number;
}

/** What a condition gives for a record, and why; undefined: it has no complete test. */
export function explainCondition(group: ConditionGroup, find: FindSubject, data: ConditionData): ConditionResult | undefined {
  return explainItem(group, find, data);
}

function explainItem(item: ConditionItem, find: FindSubject, data: ConditionData): ConditionResult | undefined {
  if (item.kind === 'group') return explainGroup(item, find, data);
  const rule = writeItem(item, find);
  if (rule === undefined) return undefined;
  const holds = evaluateCondition(rule, data);
  return { holds, deciding: [{ item, holds }], met: holds ? 1 : 0, total: 1 };
}

function explainGroup({ match, negated, items }: ConditionGroup, find: FindSubject, data: ConditionData): ConditionResult | undefined {
  const results = items.map((item) => explainItem(item, find, data)).filter((one) => one !== undefined);
  if (results.length === 0) return undefined;
  const isAll = match === 'all';
  const inner = isAll ? results.every(({ holds }) => holds) : results.some(({ holds }) => holds);
  // One false part refuses "all", one true part is enough for "any"; otherwise every part is needed.
  const deciding = results.filter(({ holds }) => holds === inner).flatMap((one) => one.deciding);
  const sum = (count: (one: ConditionResult) => number) => results.reduce((total, one) => total + count(one), 0);
  return { holds: negated ? !inner : inner, deciding, met: sum(({ met }) => met), total: sum(({ total }) => total) };
}
