import type { JsonValue } from '#engine/model';
import { checkValue } from '../../shared/check-value.ts';
import { resolveInputs, type InputState } from '../../shared/check-values.ts';
import type { InputValues } from '../../shared/conditions.ts';
import type { DocumentData, DocumentInput, DocumentPage } from '../../shared/document.ts';

/** A field that the recipient fills in; the choices of a radio group are one field. */
export interface FillField {
  readonly input: DocumentInput;
  /** All inputs that the field fills in: more than one in a radio group. */
  readonly inputs: readonly DocumentInput[];
  /** Of a radio group or a dropdown. */
  readonly options: readonly string[];
  readonly isRequired: boolean;
  readonly value: JsonValue | undefined;
}

/** A document that is being filled in. */
export interface FillState {
  /** By the ids of the inputs. */
  readonly states: ReadonlyMap<string, InputState>;
  /** What the recipient fills in now, in tab order: without hidden and disabled inputs. */
  readonly fields: readonly FillField[];
}

const isRadio = ({ type }: DocumentInput): boolean => type.inputType === 'Radio Group';

function toField(input: DocumentInput, own: readonly DocumentInput[], states: FillState['states']): FillField {
  const inputs = isRadio(input) ? own.filter((one) => isRadio(one) && one.field.name === input.field.name) : [input];
  const all = inputs.map(({ id }) => states.get(id));
  return {
    input,
    inputs,
    options: [...new Set(inputs.flatMap(({ field }) => field.options ?? []))],
    isRequired: all.some((state) => state?.isRequired === true),
    value: all.find((state) => state?.value !== undefined)?.value,
  };
}

/** What is shown and filled in with these values. `mine`: ids of the inputs of the recipient. */
export function readFillState(pages: readonly DocumentPage[], mine: readonly string[], values: InputValues): FillState {
  const data: DocumentData = { pages };
  const states = resolveInputs(data, values);
  const ids = new Set(mine);
  const own = pages
    .flatMap(({ inputs }) => inputs)
    .filter(({ id }) => ids.has(id) && states.get(id)?.isHidden === false && states.get(id)?.isDisabled === false);
  const first = own.filter((input) => !isRadio(input) || own.find((one) => isRadio(one) && one.field.name === input.field.name) === input);
  return { states, fields: first.map((input) => toField(input, own, states)) };
}

/** The problem of a field, for people; undefined: it has none. */
export function findProblem(
  { input, isRequired, options, value }: FillField,
  texts: { readonly required: (label: string) => string; readonly check: (label: string) => string },
): string | undefined {
  const { label } = input.field;
  if (value === undefined) {
    if (!isRequired) return undefined;
    return input.type.inputType === 'Checkbox' ? texts.check(label) : texts.required(label);
  }
  return checkValue({ ...input, field: { ...input.field, ...(options.length > 0 ? { options } : {}) } }, value);
}

/** Whether a field is filled in, as far as it has to be. */
export function isDone({ isRequired, value }: FillField): boolean {
  return value !== undefined || !isRequired;
}

/** The empty field behind another one, then any that has to be filled in; undefined: all of them are. */
export function findNext(fields: readonly FillField[], after: string | undefined): FillField | undefined {
  const at = fields.findIndex(({ input }) => input.id === after);
  return fields.slice(at + 1).find(({ value }) => value === undefined) ?? fields.find((field) => !isDone(field));
}
