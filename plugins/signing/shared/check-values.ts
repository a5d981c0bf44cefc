import type { JsonValue } from '#engine/model';
import { isEmpty } from './compare-values.ts';
import { checkValue } from './check-value.ts';
import {
  evaluateConditions,
  indexInputs,
  listInputs,
  readSharedValue,
  readValue,
  type ConditionState,
  type InputValues,
} from './conditions.ts';
import { ANYONE_ROLE, EVERYONE_ROLE, type DocumentData, type DocumentInput } from './document.ts';
import { parseFormula } from './formulas.ts';

/** Formulas that need the values of other formulas. */
const MAX_FORMULA_CHAIN = 100;

/** What an input is at this moment, with the values that were given. */
export interface InputState {
  /** It is not shown, and has no value. */
  readonly isHidden: boolean;
  /** It is shown, and nobody can change it: by a condition, because it is read only, or because its value is calculated. */
  readonly isDisabled: boolean;
  /** The document cannot be completed without its value. */
  readonly isRequired: boolean;
  /** The value, also that of a formula; undefined: it is empty or hidden. */
  readonly value: JsonValue | undefined;
}

/** Who fills a document in: one recipient of an instance. */
export interface FillingRecipient {
  readonly recipientId: string;
  /** The role, such as `Participant 1`. */
  readonly role: string;
}

/** Why a value is not accepted. */
export interface ValueProblem {
  /** Id of the input. */
  readonly id: string;
  readonly label: string;
  readonly code: 'unknown' | 'not_yours' | 'hidden' | 'disabled' | 'required' | 'invalid';
  /** For people. */
  readonly text: string;
}

/** Evaluates conditions and formulas of a document. Values that are not given are those of the document. */
export function resolveInputs(data: DocumentData, values: InputValues = {}): ReadonlyMap<string, InputState> {
  const inputs = listInputs(data);
  const conditions = evaluateConditions(inputs, values);
  const readNumber = createNumberReader(inputs, conditions, values);
  const readChoice = createChoiceReader(inputs, values);
  return new Map(
    inputs.map((input) => {
      const { isHidden, isDisabled } = conditions.get(input.id) ?? { isHidden: false, isDisabled: false };
      const value = input.type.inputType === 'Formula' ? readNumber(input) : readChoice(input);
      const isFixed = isDisabled || input.field.readOnly === true || isCalculated(input);
      return [
        input.id,
        {
          isHidden,
          isDisabled: !isHidden && isFixed,
          isRequired: input.field.required === true && !isHidden && !isFixed,
          value: isHidden || isEmpty(value) ? undefined : value,
        },
      ];
    }),
  );
}

/** The value of a formula, and the day of a signature, which the server knows. */
function isCalculated({ type }: DocumentInput): boolean {
  return type.inputType === 'Formula' || type.inputType === 'Date Signed';
}

/** Reads values; the buttons of a radio group share one. */
function createChoiceReader(inputs: readonly DocumentInput[], values: InputValues): (input: DocumentInput) => JsonValue | undefined {
  const find = indexInputs(inputs.filter(isRadio));
  return (input) => (isRadio(input) ? readSharedValue(find(input.field.name), values) : readValue(input, values));
}

function isRadio({ type }: DocumentInput): boolean {
  return type.inputType === 'Radio Group';
}

/** All options of a radio group; those of another input. */
function withAllOptions(input: DocumentInput, inputs: readonly DocumentInput[]): DocumentInput {
  if (!isRadio(input)) return input;
  const group = inputs.filter((one) => isRadio(one) && one.field.name === input.field.name);
  const options = group.flatMap(({ field }) => field.options ?? []);
  return options.length === 0 ? input : { ...input, field: { ...input.field, options } };
}

/** Reads the numbers of formulas, each once; formulas that need each other have no value. */
function createNumberReader(
  inputs: readonly DocumentInput[],
  conditions: ReadonlyMap<string, ConditionState>,
  values: InputValues,
): (input: DocumentInput) => number | undefined {
  const find = indexInputs(inputs);
  const results = new Map<string, number | undefined>();
  let depth = 0;
  const readInput = (input: DocumentInput): number | undefined => {
    if (input.type.inputType !== 'Formula') return toNumber(readValue(input, values));
    if (!results.has(input.id) && depth < MAX_FORMULA_CHAIN) {
      results.set(input.id, undefined);
      depth += 1;
      const formula = parseFormula(input.field.formula ?? '');
      results.set(input.id, 'problem' in formula || !hasValue(formula.names) ? undefined : formula.evaluate(readName));
      depth -= 1;
    }
    return results.get(input.id);
  };
  const readName = (name: string): number | undefined => {
    const [input] = find(name);
    if (input === undefined) return undefined;
    return conditions.get(input.id)?.isHidden === true ? 0 : readInput(input);
  };
  /** A formula over inputs that are all empty is empty, and not 0. */
  const hasValue = (names: readonly string[]): boolean =>
    names.length === 0 ||
    names.some((name) => find(name).some((one) => one.type.inputType === 'Formula' || !isEmpty(readValue(one, values))));
  return readInput;
}

/** An empty input counts as 0 in a formula, a checked one as 1. */
function toNumber(value: JsonValue | undefined): number | undefined {
  if (value === true) return 1;
  if (isEmpty(value)) return 0;
  const number = typeof value === 'string' ? Number(value.replaceAll(',', '')) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Whether a recipient fills in an input: it is theirs by id or role, or everyone's, or anyone's. */
export function isInputOf({ assigned_to, recipient_id }: DocumentInput, { recipientId, role }: FillingRecipient): boolean {
  if (recipient_id !== undefined && recipient_id !== '') return recipient_id === recipientId;
  return assigned_to === role || assigned_to === ANYONE_ROLE || assigned_to === EVERYONE_ROLE;
}

/**
 * Checks what a recipient sends. `isComplete`: they finish, so that required inputs of theirs must have a value; otherwise they save to go
 * on later. Returns all problems; none: the values can be stored with {@link applyValues}.
 */
export function checkValues(
  data: DocumentData,
  values: InputValues,
  recipient: FillingRecipient,
  { isComplete }: { readonly isComplete: boolean },
): readonly ValueProblem[] {
  const inputs = listInputs(data);
  const states = resolveInputs(data, values);
  const known = new Set(inputs.map(({ id }) => id));
  const chosen = new Set(inputs.filter((input) => isRadio(input) && states.get(input.id)?.value !== undefined).map(({ field }) => field.name));
  const problems: ValueProblem[] = Object.keys(values)
    .filter((id) => !known.has(id))
    .map((id) => ({ id, label: id, code: 'unknown', text: 'The document has no such input.' }));
  for (const input of inputs) {
    const state = states.get(input.id);
    const isGiven = Object.hasOwn(values, input.id);
    const problem =
      state &&
      ((isGiven ? checkGiven(withAllOptions(input, inputs), values[input.id], state, recipient) : undefined) ??
        checkRequired(input, state));
    if (problem === undefined || (problem.code === 'required' && (!isComplete || !isInputOf(input, recipient)))) continue;
    // Of several buttons of a radio group, one is enough.
    if (problem.code === 'required' && isRadio(input) && chosen.has(input.field.name)) continue;
    problems.push({ id: input.id, label: input.field.label, ...problem });
  }
  return problems;
}

type Problem = Pick<ValueProblem, 'code' | 'text'>;

function checkGiven(
  input: DocumentInput,
  value: JsonValue | undefined,
  { isHidden, isDisabled }: InputState,
  recipient: FillingRecipient,
): Problem | undefined {
  if (!isInputOf(input, recipient)) return { code: 'not_yours', text: `${input.field.label} is filled in by somebody else.` };
  if (value === undefined || isEmpty(value)) return undefined;
  if (isHidden) return { code: 'hidden', text: `${input.field.label} is not part of the document with these values.` };
  if (isDisabled && !isSame(value, input.value)) return { code: 'disabled', text: `${input.field.label} cannot be changed.` };
  const text = isDisabled ? undefined : checkValue(input, value);
  return text === undefined ? undefined : { code: 'invalid', text };
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function checkRequired({ field, type }: DocumentInput, { isRequired, value }: InputState): Problem | undefined {
  if (!isRequired || value !== undefined) return undefined;
  const text = type.inputType === 'Checkbox' ? `Check ${field.label}.` : `${field.label} is required.`;
  return { code: 'required', text };
}

/** The document with values: hidden inputs are empty, formulas calculated, texts as their formatting says. */
export function applyValues(data: DocumentData, values: InputValues): DocumentData {
  const states = resolveInputs(data, values);
  const apply = (input: DocumentInput): DocumentInput => {
    const { value: _, ...rest } = input;
    const value = states.get(input.id)?.value;
    if (value === undefined) return rest;
    return { ...rest, value: input.field.formatting === 'Uppercase' && typeof value === 'string' ? value.toUpperCase() : value };
  };
  return { pages: data.pages.map((page) => ({ ...page, inputs: page.inputs.map(apply) })) };
}
