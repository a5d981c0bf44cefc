import type { JsonValue } from '#engine/model';
import { compareValues } from './compare-values.ts';
import type { ConditionCriterion, DocumentData, DocumentInput, InputCondition } from './document.ts';

/** Values of inputs by their ids; an input that it does not have has the value in the document. */
export interface InputValues {
  readonly [id: string]: JsonValue | undefined;
}

/** What the conditions of a document say about one input. */
export interface ConditionState {
  readonly isHidden: boolean;
  readonly isDisabled: boolean;
}

const FREE: ConditionState = { isHidden: false, isDisabled: false };

/** All inputs of a document, in the order of its pages. */
export function listInputs({ pages }: DocumentData): readonly DocumentInput[] {
  return pages.flatMap(({ inputs }) => inputs);
}

/** Finds the inputs that a criterion or a formula names, by `systemFieldName` or by name: those of a radio group share one. */
export function indexInputs(inputs: readonly DocumentInput[]): (name: string) => readonly DocumentInput[] {
  const byName = groupBy(inputs, ({ field }) => field.name);
  const bySystemName = groupBy(inputs, ({ field }) => field.systemFieldName ?? '');
  return (name) => (name === '' ? [] : (bySystemName.get(name) ?? byName.get(name) ?? []));
}

/**
 * Evaluates the conditions of all inputs. A hidden input counts as empty in the conditions of others. A comparison that is not possible (an
 * input that does not exist, nothing to compare with, conditions that depend on each other) passes.
 */
export function evaluateConditions(inputs: readonly DocumentInput[], values: InputValues = {}): ReadonlyMap<string, ConditionState> {
  const find = indexInputs(inputs);
  const circles = findCircles(inputs, find);
  const states = new Map<string, ConditionState>();
  const evaluate = (input: DocumentInput): ConditionState => {
    const known = states.get(input.id);
    if (known !== undefined) return known;
    const { conditionsControl: condition } = input;
    const state =
      condition === undefined
        ? FREE
        : applyCondition(
            condition,
            passesCondition(condition, (criterion) => passes(criterion, input)),
          );
    states.set(input.id, state);
    return state;
  };
  const passes = (criterion: ConditionCriterion, input: DocumentInput): boolean => {
    const related = find(criterion.relatedField);
    if (related.length === 0 || related.some((one) => isInCircle(circles, input, one))) return true;
    const value = related
      .map((one) => (isShownOrHidden(one) && evaluate(one).isHidden ? undefined : readValue(one, values)))
      .find((one) => one !== undefined && one !== null);
    return compareValues(criterion.comparisonOperator, value, criterion.comparisonValue) ?? true;
  };
  // Those that others depend on come first, so that a long chain of conditions needs no deep recursion.
  for (const input of [...circles.keys(), ...inputs]) evaluate(input);
  return states;
}

/** The value of an input among those given; otherwise that of the document. */
export function readValue({ id, value }: DocumentInput, values: InputValues): JsonValue | undefined {
  return Object.hasOwn(values, id) ? values[id] : value;
}

function passesCondition({ whenOption, criteria }: InputCondition, passes: (criterion: ConditionCriterion) => boolean): boolean {
  if (criteria.length === 0) return true;
  return whenOption === 'Any' ? criteria.some(passes) : criteria.every(passes);
}

function applyCondition({ conditionActionResult: result }: InputCondition, isPassed: boolean): ConditionState {
  return {
    isHidden: (result === 'Hide' && isPassed) || (result === 'Show' && !isPassed),
    isDisabled: (result === 'Disable' && isPassed) || (result === 'Enable' && !isPassed),
  };
}

/**
 * The number of its circle for each input that is shown or hidden by a condition: those with the same number depend on each other. In the
 * order of evaluation.
 */
type Circles = ReadonlyMap<DocumentInput, number>;

function isInCircle(circles: Circles, one: DocumentInput, other: DocumentInput): boolean {
  return circles.get(one) !== undefined && circles.get(one) === circles.get(other);
}

/**
 * Groups the inputs whose visibility depends on each other (Tarjan's strongly connected components), so that the result does not depend on
 * the order of the inputs. Only `Show` and `Hide` change what others see: an input that is disabled has its value.
 */
function findCircles(inputs: readonly DocumentInput[], find: ReturnType<typeof indexInputs>): Circles {
  const circles = new Map<DocumentInput, number>();
  const lowest = new Map<DocumentInput, number>();
  const path: DocumentInput[] = [];
  const visit = (input: DocumentInput): number => {
    const order = lowest.size;
    let low = order;
    lowest.set(input, order);
    path.push(input);
    for (const next of listRelated(input, find)) {
      if (!lowest.has(next)) low = Math.min(low, visit(next));
      else if (path.includes(next)) low = Math.min(low, lowest.get(next) ?? low);
    }
    lowest.set(input, low);
    if (low === order) for (const one of path.splice(path.indexOf(input))) circles.set(one, order);
    return low;
  };
  for (const input of inputs) if (isShownOrHidden(input) && !lowest.has(input)) visit(input);
  return circles;
}

function listRelated({ conditionsControl }: DocumentInput, find: ReturnType<typeof indexInputs>): readonly DocumentInput[] {
  return (conditionsControl?.criteria ?? []).flatMap(({ relatedField }) => find(relatedField)).filter(isShownOrHidden);
}

function isShownOrHidden({ conditionsControl }: DocumentInput): boolean {
  return conditionsControl?.conditionActionResult === 'Show' || conditionsControl?.conditionActionResult === 'Hide';
}

function groupBy(inputs: readonly DocumentInput[], read: (input: DocumentInput) => string): Map<string, DocumentInput[]> {
  const groups = new Map<string, DocumentInput[]>();
  for (const input of inputs) {
    const name = read(input);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [input]);
    else group.push(input);
  }
  return groups;
}
