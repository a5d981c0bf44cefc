import type { DocumentInput, DocumentPage, InputType } from '../../shared/document.ts';
import type { PDFDocumentProxy } from '../pages/open-pdf.ts';
import { createIds, createName, listInputs } from './new-input.ts';

/** What the reader says of a form field of a PDF. */
export interface FormAnnotation {
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldName?: string;
  readonly alternativeText?: string;
  readonly rect: readonly number[];
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly pushButton?: boolean;
  readonly multiLine?: boolean;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly maxLen?: number | null;
  readonly buttonValue?: string | null;
  readonly options?: readonly { readonly displayValue?: string }[];
}

function typeOf({ fieldType, checkBox, radioButton, fieldName = '' }: FormAnnotation): InputType | undefined {
  if (fieldType === 'Sig') return 'Signature';
  if (fieldType === 'Ch') return 'Dropdown';
  if (fieldType === 'Tx') return /initial/i.test(fieldName) ? 'Initials' : /signature/i.test(fieldName) ? 'Signature' : 'Text';
  if (fieldType !== 'Btn') return undefined;
  if (radioButton === true) return 'Radio Group';
  return checkBox === true ? 'Checkbox' : undefined;
}

function optionsOf(type: InputType, { options = [], buttonValue }: FormAnnotation): readonly string[] | undefined {
  if (type === 'Dropdown') return options.flatMap(({ displayValue = '' }) => (displayValue === '' ? [] : [displayValue]));
  return type === 'Radio Group' ? [buttonValue ?? 'Option 1'] : undefined;
}

/** An input for each form field of a page. `toView` turns points of the PDF into points from the top left corner of the page. */
export function toInputs(
  annotations: readonly FormAnnotation[],
  toView: (x: number, y: number) => readonly [number, number],
  role: string,
  pages: readonly DocumentPage[],
): readonly DocumentInput[] {
  const taken = listInputs(pages).map(({ field }) => field.name);
  const ids = createIds(pages, annotations.length);
  const groups = new Map<string, string>();
  return annotations.flatMap((one, index) => {
    const type = typeOf(one);
    if (one.subtype !== 'Widget' || type === undefined) return [];
    const label = (one.alternativeText || one.fieldName?.split('.').at(-1) || type).replace(/\[\d+\]/g, '');
    const group = type === 'Radio Group' ? groups.get(one.fieldName ?? '') : undefined;
    const name = group ?? createName(label, taken);
    taken.push(name);
    if (type === 'Radio Group') groups.set(one.fieldName ?? '', name);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = one.rect;
    const [[ax, ay], [bx, by]] = [toView(x1, y1), toView(x2, y2)];
    const options = optionsOf(type, one);
    return [
      {
        id: ids[index] ?? '',
        type: { inputType: type },
        field: {
          label,
          name,
          ...(one.required === true ? { required: true } : {}),
          ...(one.readOnly === true ? { readOnly: true } : {}),
          ...(options === undefined ? {} : { options }),
          ...(one.multiLine === true ? { overflow: 'Wrap' as const } : {}),
          ...(typeof one.maxLen === 'number' && one.maxLen > 0 ? { maxLength: one.maxLen } : {}),
        },
        assigned_to: role,
        place: { x: Math.min(ax, bx), y: Math.min(ay, by), width: Math.abs(bx - ax), height: Math.abs(by - ay) },
      },
    ];
  });
}

/** Inputs for the form fields of a PDF that no input covers yet. */
export async function readFormFields(
  pdf: PDFDocumentProxy,
  role: string,
  pages: readonly DocumentPage[],
): Promise<readonly { readonly page: number; readonly input: DocumentInput }[]> {
  let known = pages;
  const found: { readonly page: number; readonly input: DocumentInput }[] = [];
  for (let index = 0; index < Math.min(pdf.numPages, pages.length); index += 1) {
    const page = await pdf.getPage(index + 1);
    const viewport = page.getViewport({ scale: 1 });
    const annotations = (await page.getAnnotations()) as readonly FormAnnotation[];
    const toView = (x: number, y: number) => viewport.convertToViewportPoint(x, y) as [number, number];
    const own = toInputs(annotations, toView, role, known).filter((input) => !isCovered(input, pages[index]?.inputs ?? []));
    found.push(...own.map((input) => ({ page: index, input })));
    known = known.map((one, at) => (at === index ? { ...one, inputs: [...one.inputs, ...own] } : one));
  }
  return found;
}

function isCovered({ place }: DocumentInput, inputs: readonly DocumentInput[]): boolean {
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  return inputs.some(({ place: at }) => x >= at.x && x <= at.x + at.width && y >= at.y && y <= at.y + at.height);
}
