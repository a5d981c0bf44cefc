import { useCallback, useMemo, useRef, useState } from 'react';
import type { JsonValue } from '#engine/model';
import type { InputValues } from '../../shared/conditions.ts';
import { checkValue } from '../../shared/check-value.ts';
import type { DocumentInput, DocumentPage } from '../../shared/document.ts';
import type { PictureUse, StoredPicture } from './fill-contract.ts';
import { findNext, findProblem, isDone, readFillState, type FillField, type FillState } from './fill-fields.ts';
import { tFill } from './texts.ts';

/** What a recipient is doing: reading, at a field, or at the end. */
export type FillStep = { readonly kind: 'start' | 'ready' } | { readonly kind: 'field'; readonly id: string };

/** Problems of fields by the ids of their inputs. */
type Problems = Readonly<Record<string, string>>;

/** A document that a recipient fills in, field by field. */
export interface Fill {
  readonly pages: readonly DocumentPage[];
  readonly state: FillState;
  /** What was changed, for the server. */
  readonly values: InputValues;
  readonly step: FillStep;
  /** The field of the step. */
  readonly field: FillField | undefined;
  readonly problems: Problems;
  readonly pictures: readonly StoredPicture[];
  readonly setValue: (field: FillField, value: JsonValue | undefined) => void;
  readonly addPicture: (picture: StoredPicture) => void;
  readonly go: (step: FillStep) => void;
  /** Goes to the next field. `isPlaced`: the value was just set, and needs no check. */
  readonly next: (isPlaced?: boolean) => void;
  readonly back: () => void;
  /** Checks all fields; goes to the first one with a problem. Returns whether there is none. */
  readonly check: () => boolean;
  /** Shows problems that the server found, by the ids of the inputs. */
  readonly showProblems: (problems: Problems) => void;
}

interface FillInput {
  readonly pages: readonly DocumentPage[];
  readonly mine: readonly string[];
  readonly pictures: readonly StoredPicture[];
  /** Suggestions for the kinds of inputs that say who signs. */
  readonly person: { readonly name: string; readonly email: string };
  /** Called with all values that were changed. */
  readonly onChange: (values: InputValues) => void;
}

const TEXTS = {
  required: (label: string) => tFill('isRequired', { label }),
  check: (label: string) => tFill('checkIt', { label }),
};
const SUGGESTED: Readonly<Record<string, 'name' | 'email'>> = { 'Full Name': 'name', Email: 'email' };

/** The next field after one whose value was just placed: that of this moment does not have it yet. */
function nextAfter(fields: readonly FillField[], id: string | undefined, isPlaced: boolean): FillField | undefined {
  const others = isPlaced ? fields.map((field) => (field.input.id === id ? { ...field, value: true } : field)) : fields;
  return findNext(others, id);
}

/** Of the buttons of a radio group, the one with the chosen option has the value. */
function valueFor({ type, field }: DocumentInput, value: JsonValue | undefined): JsonValue {
  if (value === undefined) return null;
  return type.inputType === 'Radio Group' && field.options?.some((option) => option === value) !== true ? null : value;
}

/**
 * Values for the server: inputs that are hidden now are empty. Those that are disabled now are left out, and so is what is not accepted,
 * such as half of a phone number.
 */
function toSent(pages: readonly DocumentPage[], mine: readonly string[], values: InputValues): InputValues {
  const { states } = readFillState(pages, mine, values);
  const inputs = pages.flatMap((page) => page.inputs).filter(({ id }) => Object.hasOwn(values, id) && states.get(id)?.isDisabled === false);
  return Object.fromEntries(
    inputs.flatMap((input) => {
      const value = states.get(input.id)?.value;
      if (value === undefined) return [[input.id, null] as const];
      return checkValue(input, value) === undefined ? [[input.id, value] as const] : [];
    }),
  );
}

/** The values that were changed, and the problems of fields. */
function useValues({ pages, mine, onChange }: Pick<FillInput, 'pages' | 'mine' | 'onChange'>) {
  const [values, setValues] = useState<InputValues>({});
  const [problems, setProblems] = useState<Problems>({});
  const latest = useRef(values);
  const change = useCallback(
    (of: FillField, value: JsonValue | undefined) => {
      latest.current = { ...latest.current, ...Object.fromEntries(of.inputs.map((input) => [input.id, valueFor(input, value)])) };
      setValues(latest.current);
      onChange(toSent(pages, mine, latest.current));
      setProblems(({ [of.input.id]: _, ...others }) => others);
    },
    [onChange, pages, mine],
  );
  return { values, problems, setProblems, change };
}

function findProblems(fields: readonly FillField[]): Problems {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const problem = findProblem(field, TEXTS);
      return problem === undefined ? [] : [[field.input.id, problem] as const];
    }),
  );
}

/** The state of a document that is being filled in. */
export function useFill({ pages, mine, pictures: given, person, onChange }: FillInput): Fill {
  const { values, problems, setProblems, change } = useValues({ pages, mine, onChange });
  const [step, setStep] = useState<FillStep>({ kind: 'start' });
  const [added, setAdded] = useState<readonly StoredPicture[]>([]);
  const state = useMemo(() => readFillState(pages, mine, values), [pages, mine, values]);
  const field = step.kind === 'field' ? state.fields.find(({ input }) => input.id === step.id) : undefined;
  const goTo = (target: FillField | undefined): void => {
    if (target === undefined) return setStep({ kind: 'ready' });
    const suggested = SUGGESTED[target.input.type.inputType];
    if (suggested !== undefined && target.value === undefined && person[suggested] !== '') change(target, person[suggested]);
    setStep({ kind: 'field', id: target.input.id });
  };
  const next = (isPlaced = false): void => {
    const problem = field === undefined || isPlaced ? undefined : findProblem(field, TEXTS);
    if (field !== undefined && problem !== undefined) return setProblems({ ...problems, [field.input.id]: problem });
    goTo(nextAfter(state.fields, field?.input.id, isPlaced));
  };
  const back = (): void => {
    const at = state.fields.findIndex(({ input }) => input.id === field?.input.id);
    const before = at === -1 ? state.fields.at(-1) : state.fields[at - 1];
    setStep(before === undefined ? { kind: 'start' } : { kind: 'field', id: before.input.id });
  };
  const showProblems = (found: Problems): void => {
    setProblems(found);
    goTo(state.fields.find(({ inputs }) => inputs.some(({ id }) => found[id] !== undefined)));
  };
  const check = (): boolean => {
    const found = findProblems(state.fields);
    if (Object.keys(found).length === 0) return true;
    showProblems(found);
    return false;
  };
  return {
    pages,
    state,
    values: toSent(pages, mine, values),
    step,
    field,
    problems,
    pictures: [...added, ...given],
    setValue: change,
    addPicture: (picture) => setAdded((all) => [picture, ...all]),
    go: (to) => (to.kind === 'field' ? goTo(state.fields.find(({ input }) => input.id === to.id)) : setStep(to)),
    next,
    back,
    check,
    showProblems,
  };
}

/** How many fields are done, and how many there are. */
export function countDone({ fields }: FillState): { readonly done: number; readonly total: number } {
  return { done: fields.filter(isDone).length, total: fields.length };
}

/** Whether the recipient has initials to make. */
export function hasUse({ fields }: FillState, use: PictureUse): boolean {
  return fields.some(({ input }) => input.type.inputType === use);
}
