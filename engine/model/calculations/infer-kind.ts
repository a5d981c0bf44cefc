import type { InputType } from '../definitions/index.ts';
import { STRICT_OPERATORS } from './formula-operators.ts';

/** The kind of value that a part of a formula results in; `any`: it is not known before the formula is evaluated. */
export type ValueKind = 'number' | 'text' | 'boolean' | 'list' | 'any';

/** A part of a formula that cannot give a result, and its path. */
export interface KindProblem {
  readonly path: string;
  readonly message: string;
}

const KINDS: { readonly [inputType in InputType]?: ValueKind } = {
  Number: 'number',
  Currency: 'number',
  AutoIncrement: 'number',
  Checkbox: 'boolean',
  TextField: 'text',
  TextArea: 'text',
  Url: 'text',
  Phone: 'text',
  Date: 'text',
  DateTime: 'text',
  Dropdown: 'text',
  Relate: 'text',
  Module: 'text',
  MultiSelect: 'list',
  MultiRelate: 'list',
  MultiFlexRelate: 'list',
  MultiModule: 'list',
  ListField: 'list',
  EmailAddress: 'list',
  MessageListField: 'list',
  Array: 'list',
};

/** The kind of the values of an input type. */
export function kindOf(inputType: InputType): ValueKind {
  return KINDS[inputType] ?? 'any';
}

const NUMERIC: ReadonlySet<string> = new Set([...Object.keys(STRICT_OPERATORS), 'round', 'floor', 'ceil', 'abs']);

/** The kind of the operands that these operators need. */
const NEEDED: { readonly [operator: string]: ValueKind } = {
  upper: 'text',
  lower: 'text',
  trim: 'text',
  year: 'text',
  month: 'text',
  days_between: 'text',
};

const RESULTS: { readonly [operator: string]: ValueKind } = {
  cat: 'text',
  substr: 'text',
  upper: 'text',
  lower: 'text',
  trim: 'text',
  day: 'text',
  add_days: 'text',
  add_months: 'text',
  type_of: 'text',
  length: 'number',
  year: 'number',
  month: 'number',
  days_between: 'number',
  merge: 'list',
  filter: 'list',
  texts: 'list',
  ids: 'list',
  missing: 'list',
  missing_some: 'list',
  or: 'any',
  and: 'any',
};

/** The kind of a formula's result, and the operands that its operators cannot use. `kindOfVariable` returns the kind of a variable. */
export function inferKind(
  formula: unknown,
  kindOfVariable: (name: string) => ValueKind,
): { readonly kind: ValueKind; readonly problems: readonly KindProblem[] } {
  const problems: KindProblem[] = [];
  return { kind: inferNode(formula, '', { kindOfVariable, problems }), problems };
}

interface Inference {
  readonly kindOfVariable: (name: string) => ValueKind;
  readonly problems: KindProblem[];
}

function inferNode(node: unknown, path: string, inference: Inference): ValueKind {
  if (typeof node === 'number') return 'number';
  if (typeof node === 'string') return 'text';
  if (typeof node === 'boolean') return 'boolean';
  if (Array.isArray(node)) return 'list';
  if (typeof node !== 'object' || node === null) return 'any';
  const [operator, given] = (Object.entries(node)[0] ?? ['', []]) as readonly [string, unknown];
  const operands: readonly unknown[] = Array.isArray(given) ? (given as readonly unknown[]) : [given];
  if (operator === 'var') return operands.length > 1 ? 'any' : inference.kindOfVariable(String(operands[0]));
  const here = path === '' ? operator : `${path}/${operator}`;
  if (ITERATING.has(operator)) return operator === 'filter' ? 'list' : 'boolean';
  const kinds = operands.map((operand, index) => inferNode(operand, `${here}/${index}`, inference));
  checkOperands(operator, kinds, here, inference);
  if (NUMERIC.has(operator)) return 'number';
  if (operator === 'if' || operator === '?:') return commonKind(kinds.filter((_kind, index) => isBranch(index, kinds.length)));
  return RESULTS[operator] ?? 'boolean';
}

/** Operators whose second operand sees the entries of a list. */
const ITERATING: ReadonlySet<string> = new Set(['some', 'all', 'none', 'filter']);

function checkOperands(operator: string, kinds: readonly ValueKind[], path: string, { problems }: Inference): void {
  const needed = NUMERIC.has(operator) ? 'number' : NEEDED[operator];
  if (needed === undefined) return;
  kinds.forEach((kind, index) => {
    const isFit = kind === needed || kind === 'any' || (kind === 'list' && needed === 'number');
    if (!isFit) problems.push({ path: `${path}/${index}`, message: `${operator} needs a ${needed}, and this is a ${kind}.` });
  });
}

/** The operands of an `if` that it may result in: every second one, and the last one of an odd number. */
function isBranch(index: number, count: number): boolean {
  return index % 2 === 1 || (index === count - 1 && count % 2 === 1);
}

function commonKind(kinds: readonly ValueKind[]): ValueKind {
  const known = new Set(kinds.filter((kind) => kind !== 'any'));
  const [only = 'any'] = known;
  return known.size === 1 && kinds.every((kind) => kind !== 'any') ? only : 'any';
}

/** Why a field of an input type cannot have results of this kind; undefined: it can. */
export function explainMisfit(inputType: InputType, kind: ValueKind): string | undefined {
  const wanted = kindOf(inputType);
  const isFit =
    kind === 'any' || inputType === 'Checkbox' || kind === wanted || (wanted === 'text' && kind === 'number' && TEXTS.has(inputType));
  return isFit ? undefined : `The formula results in a ${kind}, and a ${inputType} needs a ${wanted}.`;
}

/** Types that store a number as its digits. */
const TEXTS: ReadonlySet<InputType> = new Set<InputType>(['TextField', 'TextArea']);
