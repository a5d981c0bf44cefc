import { parseFormula } from '../../shared/formulas.ts';
import { ANYONE_ROLE, EVERYONE_ROLE, SENDER_ROLE, type DocumentInput, type DocumentPage } from '../../shared/document.ts';
import { isRadioButton, listInputs } from './new-input.ts';

/** Something that is missing in a document, or was checked and is right. */
export interface DocumentCheck {
  readonly id: string;
  /** `error`: the document cannot be published. */
  readonly kind: 'ok' | 'warning' | 'error';
  /** Key of its text. */
  readonly text:
    | 'everySigns'
    | 'noInputs'
    | 'noSignature'
    | 'noDate'
    | 'unusedRole'
    | 'noLabel'
    | 'noOptions'
    | 'noFormula'
    | 'badFormula'
    | 'noSystemField'
    | 'doubledName'
    | 'unknownField'
    | 'beyondPages';
  /** What the text names: the role or the label of the input. */
  readonly name: string;
  /** The input that it is about; undefined: there is none yet. */
  readonly inputId: string | undefined;
}

type Found = Omit<DocumentCheck, 'id'>;

const SHARED: readonly string[] = [SENDER_ROLE, ANYONE_ROLE, EVERYONE_ROLE];
const isOf = (inputs: readonly DocumentInput[], role: string, type: string): boolean =>
  inputs.some(({ assigned_to: of, type: { inputType } }) => inputType === type && (of === role || of === EVERYONE_ROLE));

function checkRoles(inputs: readonly DocumentInput[], roles: readonly string[]): readonly Found[] {
  const signers = [...new Set([...roles, ...inputs.map((input) => input.assigned_to)])].filter((role) => !SHARED.includes(role));
  const found = signers.flatMap((role): readonly Found[] => {
    const own = { name: role, inputId: undefined };
    if (!inputs.some((input) => input.assigned_to === role || input.assigned_to === EVERYONE_ROLE))
      return [{ ...own, kind: 'warning', text: 'unusedRole' }];
    if (!isOf(inputs, role, 'Signature')) return [{ ...own, kind: 'warning', text: 'noSignature' }];
    return isOf(inputs, role, 'Date Signed') ? [] : [{ ...own, kind: 'warning', text: 'noDate' }];
  });
  const isSigned = signers.length > 0 && found.every(({ text }) => text === 'noDate');
  return isSigned ? [{ kind: 'ok', text: 'everySigns', name: '', inputId: undefined }, ...found] : found;
}

function checkField({ id, type: { inputType }, field }: DocumentInput): readonly Found[] {
  const own = { name: field.label || inputType, inputId: id, kind: 'error' } as const;
  const isEmpty = (text: string | undefined): boolean => (text ?? '').trim() === '';
  const hasOptions = (field.options ?? []).length > 0 || !isEmpty(field.related_dropdown);
  return [
    ...(isEmpty(field.label) ? [{ ...own, text: 'noLabel' } as const] : []),
    ...((inputType === 'Dropdown' || inputType === 'Radio Group') && !hasOptions ? [{ ...own, text: 'noOptions' } as const] : []),
    ...(inputType === 'Formula' ? checkFormula(field.formula ?? '').map((text) => ({ ...own, text })) : []),
    ...(inputType === 'System Field' && isEmpty(field.systemFieldName) ? [{ ...own, text: 'noSystemField' } as const] : []),
  ];
}

function checkFormula(formula: string): readonly ('noFormula' | 'badFormula')[] {
  if (formula.trim() === '') return ['noFormula'];
  return 'problem' in parseFormula(formula) ? ['badFormula'] : [];
}

function namesOf(formula: string | undefined): readonly string[] {
  const parsed = parseFormula(formula ?? '');
  return 'problem' in parsed ? [] : parsed.names;
}

/** Whether a condition or a formula refers to an input that is gone. */
function refersToUnknown({ conditionsControl, field }: DocumentInput, known: ReadonlySet<string>): boolean {
  const names = [...(conditionsControl?.criteria.map(({ relatedField }) => relatedField) ?? []), ...namesOf(field.formula)];
  return names.some((name) => !known.has(name));
}

/** Checks a document before it is published. `pageCount`: pages of its PDF. */
export function checkDocument(pages: readonly DocumentPage[], roles: readonly string[], pageCount: number): readonly DocumentCheck[] {
  const inputs = listInputs(pages);
  const known = new Set(
    inputs.flatMap(({ field }) => [field.name, ...(field.systemFieldName === undefined ? [] : [field.systemFieldName])]),
  );
  const names = inputs.filter((input) => !isRadioButton(input)).map(({ field }) => field.name);
  const about = (input: DocumentInput, text: DocumentCheck['text'], isFound: boolean): readonly Found[] =>
    isFound ? [{ kind: 'error', text, name: input.field.label, inputId: input.id }] : [];
  const found: readonly Found[] = [
    ...(inputs.length === 0 ? [{ kind: 'error', text: 'noInputs', name: '', inputId: undefined } as const] : checkRoles(inputs, roles)),
    ...inputs.flatMap((input) => [
      ...checkField(input),
      ...about(input, 'doubledName', !isRadioButton(input) && names.filter((name) => name === input.field.name).length > 1),
      ...about(input, 'unknownField', refersToUnknown(input, known)),
    ]),
    ...pages.slice(pageCount).flatMap((page) => page.inputs.flatMap((input) => about(input, 'beyondPages', true))),
  ];
  return found.map((one, index) => ({ ...one, id: `${one.text}-${one.inputId ?? one.name}-${index}` }));
}
