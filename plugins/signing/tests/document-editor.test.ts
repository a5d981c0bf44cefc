import { describe, expect, it } from 'vitest';
import type { DocumentInput, DocumentPage } from '../shared/document.ts';
import { checkDocument } from '../ui/editor/check-document.ts';
import { changeEditor, EMPTY_EDITOR, type EditorAction, type EditorState } from '../ui/editor/editor-state.ts';
import { alignPlaces, snapPlace } from '../ui/editor/geometry.ts';
import { completePages, createInput, placeAround } from '../ui/editor/new-input.ts';
import { toInputs } from '../ui/editor/read-form-fields.ts';

const PAGE = { width: 612, height: 792 };
const EMPTY: readonly DocumentPage[] = [
  { ...PAGE, inputs: [] },
  { ...PAGE, inputs: [] },
];

const run = (state: EditorState, ...actions: readonly EditorAction[]): EditorState => actions.reduce(changeEditor, state);
const opened = (pages = EMPTY) => run(EMPTY_EDITOR, { kind: 'load', pages });
const inputs = ({ pages }: EditorState) => pages.flatMap((page) => page.inputs);

/** Adds an input of the first participant in the middle of the first page. */
function add(state: EditorState, type: DocumentInput['type']['inputType'] = 'Text', role = 'Participant 1'): EditorState {
  const input = createInput(state.pages, { type, role, place: placeAround(type, 300, 400) });
  return changeEditor(state, { kind: 'add', page: 0, input });
}

describe('The document editor', () => {
  it('adds inputs with ids and names of their own, moves them by keys, and keeps them on the page', () => {
    const state = add(add(opened()));
    expect(inputs(state).map(({ id, field }) => [id, field.name])).toEqual([
      ['input-1', 'text'],
      ['input-2', 'text_2'],
    ]);
    const [, second] = inputs(state);
    const moved = run(state, { kind: 'shift', x: -1_000, y: 5, step: 'keys' });
    expect(inputs(moved)[1]?.place).toEqual({ ...second?.place, x: 0, y: 395 });
    expect(inputs(moved)[0]).toEqual(inputs(state)[0]);
    const sized = run(moved, { kind: 'resize', width: 10_000, height: -10_000, step: 'size' });
    expect(inputs(sized)[1]?.place).toMatchObject({ width: 612, height: 8 });
  });

  it('undoes the steps of a drag or of held keys together, and redoes them until something else is changed', () => {
    const start = add(opened());
    const step: EditorAction = { kind: 'shift', x: 1, y: 0, step: 'keys' };
    const moved = run(start, step, step, step);
    expect(inputs(moved)[0]?.place.x).toBe(223);
    const undone = run(moved, { kind: 'undo' });
    expect(inputs(undone)[0]?.place.x).toBe(220);
    expect(inputs(run(undone, { kind: 'redo' }))[0]?.place.x).toBe(223);
    // Selecting ends a step: the next key is undone on its own.
    const again = run(moved, { kind: 'select', ids: ['input-1'] }, step, { kind: 'undo' });
    expect(inputs(again)[0]?.place.x).toBe(223);
    expect(run(undone, { kind: 'delete' }, { kind: 'redo' }).pages[0]?.inputs).toEqual([]);
    expect(run(undone, { kind: 'undo' }, { kind: 'undo' })).toMatchObject({ pages: EMPTY, selected: [] });
  });

  it('copies to all pages and duplicates; buttons of a radio group keep their common name', () => {
    const names = (state: EditorState) => inputs(state).map(({ field }) => field.name);
    const list = add(opened(), 'Radio Group');
    expect(names(run(list, { kind: 'duplicate' }))).toEqual(['radio_group', 'radio_group_2']);
    const button = run(list, { kind: 'change', id: 'input-1', change: (one) => ({ ...one, field: { ...one.field, options: ['W2'] } }) });
    expect(names(run(button, { kind: 'duplicate' }))).toEqual(['radio_group', 'radio_group']);
    const copied = run(add(opened(), 'Initials'), { kind: 'copyToPages' });
    expect(copied.pages.map((page) => page.inputs.map(({ id, field }) => [id, field.name]))).toEqual([
      [['input-1', 'initials']],
      [['input-2', 'initials_2']],
    ]);
    expect(copied.pages[1]?.inputs[0]?.place).toEqual(copied.pages[0]?.inputs[0]?.place);
  });

  it('aligns one input with its page and several with each other, and reorders for the Tab key', () => {
    const state = run(add(add(opened())), { kind: 'shift', x: 50, y: 80, step: 'a' }, { kind: 'toggle', id: 'input-1' });
    const left = run(state, { kind: 'align', alignment: 'left' });
    expect(inputs(left).map(({ place }) => place.x)).toEqual([220, 220]);
    expect(alignPlaces([{ x: 3, y: 4, width: 12, height: 10 }], 'right', PAGE)).toEqual([{ x: 600, y: 4, width: 12, height: 10 }]);
    const reordered = run(state, { kind: 'select', ids: ['input-2'] }, { kind: 'reorder', by: -1 });
    expect(inputs(reordered).map(({ id }) => id)).toEqual(['input-2', 'input-1']);
  });

  it('snaps to edges and middles of other inputs, and names them', () => {
    const other = { label: 'Grades', place: { x: 100, y: 300, width: 80, height: 20 } };
    const near = snapPlace({ x: 103, y: 500, width: 60, height: 20 }, PAGE, [other]);
    expect(near).toEqual({ place: { x: 100, y: 500, width: 60, height: 20 }, lines: [{ axis: 'x', at: 100, label: 'Grades' }] });
    expect(snapPlace({ x: 120, y: 500, width: 50, height: 20 }, PAGE, [other]).lines).toEqual([]);
  });

  it('gives inputs of earlier documents an id and a place, and loses none whose page is gone', () => {
    const earlier = {
      pages: [{ inputs: [{ field: { label: 'Sign', name: 's', type: { inputType: 'signature' } }, assigned_to: 'Participant 1' }] }],
    };
    const [page] = completePages(earlier, [PAGE, PAGE]);
    expect(page?.inputs[0]).toMatchObject({
      id: 'input-1',
      type: { inputType: 'Signature' },
      assigned_to: 'Participant 1',
      place: { x: 72 },
    });
    const second = { pages: [{ inputs: [] }, ...earlier.pages] };
    expect(completePages(second, [PAGE]).map((one) => one.inputs.length)).toEqual([0, 1]);
  });

  it('checks what is missing before a document is published', () => {
    const kinds = (pages: readonly DocumentPage[], roles: readonly string[]) =>
      checkDocument(pages, roles, 2).map(({ kind, text, name }) => [kind, text, name]);
    expect(kinds(EMPTY, [])).toEqual([['error', 'noInputs', '']]);
    const text = add(opened());
    expect(kinds(text.pages, ['Participant 1', 'Participant 2'])).toEqual([
      ['warning', 'noSignature', 'Participant 1'],
      ['warning', 'unusedRole', 'Participant 2'],
    ]);
    const signed = add(add(text, 'Signature'), 'Date Signed');
    expect(kinds(signed.pages, ['Participant 1'])).toEqual([['ok', 'everySigns', '']]);
    const condition = {
      whenOption: 'All',
      conditionActionResult: 'Show',
      criteria: [{ relatedField: 'gone', comparisonOperator: 'Empty' }],
    } as const;
    const broken = run(signed, { kind: 'change', id: 'input-1', change: (one) => ({ ...one, conditionsControl: condition }) });
    expect(kinds(broken.pages, [])).toContainEqual(['error', 'unknownField', 'Text']);
    const formula = run(add(signed, 'Formula'), {
      kind: 'change',
      id: 'input-4',
      change: (one) => ({ ...one, field: { ...one.field, formula: 'text * (2' } }),
    });
    expect(kinds(formula.pages, [])).toContainEqual(['error', 'badFormula', 'Formula']);
  });

  it('makes inputs of the form fields of a PDF', () => {
    const fields = [
      { subtype: 'Widget', fieldType: 'Tx', fieldName: 'form[0].Name[0]', rect: [72, 700, 272, 720], required: true, maxLen: 40 },
      { subtype: 'Widget', fieldType: 'Btn', checkBox: true, fieldName: 'agree', rect: [72, 650, 84, 662] },
      { subtype: 'Widget', fieldType: 'Btn', radioButton: true, fieldName: 'pay', buttonValue: 'W2', rect: [72, 600, 84, 612] },
      { subtype: 'Widget', fieldType: 'Btn', radioButton: true, fieldName: 'pay', buttonValue: '1099', rect: [92, 600, 104, 612] },
      { subtype: 'Widget', fieldType: 'Btn', pushButton: true, fieldName: 'print', rect: [0, 0, 10, 10] },
      { subtype: 'Link', rect: [0, 0, 10, 10] },
    ];
    const found = toInputs(fields, (x, y) => [x, 792 - y], 'Participant 1', EMPTY);
    expect(found.map(({ type, field }) => [type.inputType, field.name, field.options])).toEqual([
      ['Text', 'name', undefined],
      ['Checkbox', 'agree', undefined],
      ['Radio Group', 'pay', ['W2']],
      ['Radio Group', 'pay', ['1099']],
    ]);
    expect(found[0]).toMatchObject({ field: { required: true, maxLength: 40 }, place: { x: 72, y: 72, width: 200, height: 20 } });
  });
});
