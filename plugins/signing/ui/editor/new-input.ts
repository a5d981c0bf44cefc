import type { DocumentData, DocumentInput, DocumentPage, InputPlace, InputType } from '../../shared/document.ts';

/** Width and height in points of a new input. */
const SIZES: { readonly [type in InputType]: readonly [number, number] } = {
  Signature: [180, 40],
  Initials: [60, 30],
  'Date Signed': [100, 20],
  Text: [160, 20],
  Number: [90, 20],
  Checkbox: [16, 16],
  'Radio Group': [120, 36],
  Dropdown: [140, 20],
  File: [140, 24],
  'Full Name': [180, 20],
  Email: [180, 20],
  Title: [140, 20],
  'System Field': [160, 20],
  Formula: [90, 20],
};

/** Inputs that are filled in unless somebody unchecks Required. */
const REQUIRED: readonly InputType[] = ['Signature', 'Initials', 'Date Signed', 'Full Name'];

/** Whether an input is one button of a radio group, which shares its name with the others; a list of options is a group by itself. */
export function isRadioButton({ type, field }: DocumentInput): boolean {
  return type.inputType === 'Radio Group' && (field.options ?? []).length < 2;
}

/** All inputs of a document, in tab order. */
export function listInputs(pages: readonly DocumentPage[]): readonly DocumentInput[] {
  return pages.flatMap(({ inputs }) => inputs);
}

/** The highest number in the ids of inputs. */
function lastNumber(inputs: readonly { readonly id?: string }[]): number {
  return Math.max(0, ...inputs.map(({ id = '' }) => Number(/^input-(\d+)$/.exec(id)?.[1] ?? 0)));
}

/** Ids that no input of the pages has. */
export function createIds(pages: readonly DocumentPage[], count: number): readonly string[] {
  const last = lastNumber(listInputs(pages));
  return Array.from({ length: count }, (_, index) => `input-${last + index + 1}`);
}

/** A name made of a label that no other input has: `first_day`, `first_day_2`. */
export function createName(label: string, taken: readonly string[]): string {
  const base =
    label
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '') || 'input';
  let name = base;
  for (let count = 2; taken.includes(name); count += 1) name = `${base}_${count}`;
  return name;
}

/** The place of a new input with its middle at a point. */
export function placeAround(type: InputType, x: number, y: number): InputPlace {
  const [width, height] = SIZES[type];
  return { x: x - width / 2, y: y - height / 2, width, height };
}

interface NewInput {
  readonly type: InputType;
  readonly role: string;
  readonly place: InputPlace;
  /** Default: the name of its kind. */
  readonly label?: string;
  readonly systemFieldName?: string;
}

/** A new input of a role. */
export function createInput(pages: readonly DocumentPage[], { type, role, place, label = type, systemFieldName }: NewInput): DocumentInput {
  const [id = ''] = createIds(pages, 1);
  const name = createName(
    label,
    listInputs(pages).map(({ field }) => field.name),
  );
  const options = type === 'Dropdown' ? ['Yes', 'No'] : type === 'Radio Group' ? ['Option 1', 'Option 2'] : undefined;
  return {
    id,
    type: { inputType: type },
    field: {
      label,
      name,
      required: REQUIRED.includes(type),
      ...(options === undefined ? {} : { options }),
      ...(systemFieldName === undefined ? {} : { systemFieldName }),
    },
    assigned_to: role,
    place,
  };
}

/** Of documents from before inputs had places: they are put below each other. */
const FIRST = 72;
const STEP = 48;

type LoosePage = { readonly width?: number; readonly height?: number; readonly inputs?: readonly Partial<DocumentInput>[] };

function completeInput(input: Partial<DocumentInput>, index: number, id: string): DocumentInput {
  const given =
    (input.type ?? (input.field as unknown as { readonly type?: { readonly inputType?: string } } | undefined)?.type)?.inputType ?? 'Text';
  const known = (Object.keys(SIZES) as InputType[]).find((type) => type.toLowerCase() === given.toLowerCase()) ?? 'Text';
  const [width, height] = SIZES[known];
  const label = input.field?.label ?? known;
  return {
    ...input,
    id: input.id ?? id,
    type: { inputType: known },
    field: { ...input.field, label, name: input.field?.name ?? createName(label, []) },
    assigned_to: input.assigned_to ?? 'Anyone',
    place: input.place ?? { x: FIRST, y: FIRST + STEP * index, width, height },
  };
}

/**
 * The pages of a document with the sizes of its PDF: missing pages are added, and inputs that lack an id or a place get one. Pages that the
 * PDF does not have stay if they have inputs, so that nothing is lost.
 */
export function completePages(data: unknown, sizes: readonly { readonly width: number; readonly height: number }[]): DocumentData['pages'] {
  const stored = ((data as { readonly pages?: readonly LoosePage[] } | null | undefined)?.pages ?? []).map((page) => page ?? {});
  const used = stored.findLastIndex(({ inputs = [] }) => inputs.length > 0) + 1;
  const count = Math.max(sizes.length, sizes.length === 0 ? stored.length : used);
  let last = lastNumber(stored.flatMap(({ inputs = [] }) => inputs));
  return Array.from({ length: count }, (_, index) => {
    const page = stored[index] ?? {};
    const size = sizes[index] ?? { width: page.width ?? 612, height: page.height ?? 792 };
    const inputs = (page.inputs ?? []).map((input, at) => completeInput(input, at, `input-${(last += 1)}`));
    return { ...page, width: size.width, height: size.height, inputs };
  });
}
