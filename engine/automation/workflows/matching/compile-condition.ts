import { evaluateCondition, listConditionVariables, type ConditionData } from '#engine/model/conditions';
import type { WorkflowCondition, WorkflowDefinition } from '#engine/model/definitions';
import type { JsonValue, RecordDocument } from '#engine/model/values';

/** A save, or a record at another time, for the conditions of workflows. */
export interface MatchInput {
  readonly before: RecordDocument | undefined;
  readonly record: RecordDocument;
  /** Names of the changed fields; undefined: the record is new. */
  readonly changed: ReadonlySet<string> | undefined;
  /** What rules see; built when the first rule is evaluated. */
  readonly data: () => ConditionData;
  /** Whether a related record has the value of a condition. */
  readonly related: (condition: RelatedCondition) => boolean;
}

/** A condition about records of a relation. */
export type RelatedCondition = Extract<WorkflowCondition, { readonly type: 'related-contains' }>;

/** Whether a condition holds. */
export type ConditionTest = (input: MatchInput) => boolean;

/** Compiles the conditions of a workflow to one function; without conditions it is always true. */
export function compileConditions({ conditions = [], match = 'all' }: Pick<WorkflowDefinition, 'conditions' | 'match'>): ConditionTest {
  return conditions.length === 0 ? () => true : combine(match, conditions.map(compileCondition));
}

/** Compiles one condition. */
export function compileCondition(condition: WorkflowCondition): ConditionTest {
  switch (condition.type) {
    case 'changes-to':
      return (input) => changesTo(input, condition);
    case 'record-changes':
      return () => true;
    case 'field-changes':
      return (input) => changes(input, condition.field);
    case 'related-contains':
      return (input) => input.related(condition);
    case 'rule':
      return (input) => evaluateCondition(condition.rule, input.data());
    case 'group':
      return combine(condition.match, condition.conditions.map(compileCondition));
  }
}

function combine(match: 'all' | 'any', tests: readonly ConditionTest[]): ConditionTest {
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return match === 'all' ? (input) => tests.every((test) => test(input)) : (input) => tests.some((test) => test(input));
}

function changes({ changed, record }: MatchInput, field: string): boolean {
  return changed === undefined ? record[field] !== undefined && record[field] !== null : changed.has(field);
}

/** On a new record only `to` is compared, because there is no earlier value. */
function changesTo(input: MatchInput, condition: Extract<WorkflowCondition, { readonly type: 'changes-to' }>): boolean {
  const { field } = condition;
  if (!changes(input, field)) return false;
  if (Object.hasOwn(condition, 'to') && !isValue(input.record[field], condition.to as JsonValue)) return false;
  if (input.changed === undefined) return Object.hasOwn(condition, 'to');
  return !Object.hasOwn(condition, 'from') || isValue(input.before?.[field], condition.from as JsonValue);
}

/** Whether a stored value is the value of a condition, or a list that contains it. */
export function isValue(stored: JsonValue | undefined, wanted: JsonValue): boolean {
  if (stored === undefined || stored === null || stored === '') return wanted === null || wanted === '';
  if (stored === wanted) return true;
  if (typeof stored !== 'object') return false;
  return (
    JSON.stringify(stored) === JSON.stringify(wanted) || (Array.isArray(stored) && stored.some((one) => isValue(one as JsonValue, wanted)))
  );
}

/** All conditions, also those inside groups. */
export function flattenConditions(conditions: readonly WorkflowCondition[] = []): readonly WorkflowCondition[] {
  return conditions.flatMap((condition) => (condition.type === 'group' ? flattenConditions(condition.conditions) : [condition]));
}

/** Names of the fields of the record that a condition reads. */
export function fieldsOf(condition: WorkflowCondition): readonly string[] {
  if (condition.type === 'changes-to' || condition.type === 'field-changes') return [condition.field];
  if (condition.type !== 'rule') return [];
  const names = listConditionVariables(condition.rule).flatMap(({ name }) => /^(?:record|old)\.([^.]+)/.exec(name)?.[1] ?? []);
  return [...new Set(names)];
}
