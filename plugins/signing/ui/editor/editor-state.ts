import type { DocumentInput, DocumentPage, InputPlace } from '../../shared/document.ts';
import { alignPlaces, fitOnPage, type Alignment } from './geometry.ts';
import { createIds, createName, isRadioButton, listInputs } from './new-input.ts';

type Pages = readonly DocumentPage[];

/** What the editor of a document works on. */
export interface EditorState {
  readonly pages: Pages;
  /** Ids of the selected inputs. */
  readonly selected: readonly string[];
  /** Earlier pages, the latest last: what undo returns to. */
  readonly past: readonly Pages[];
  readonly future: readonly Pages[];
  /** Changes with the same step are undone together, such as those of one drag. */
  readonly step: string | undefined;
}

/** A change of the editor. */
export type EditorAction =
  | { readonly kind: 'load'; readonly pages: Pages }
  | { readonly kind: 'add'; readonly page: number; readonly input: DocumentInput }
  | { readonly kind: 'addAll'; readonly inputs: readonly { readonly page: number; readonly input: DocumentInput }[] }
  | { readonly kind: 'select'; readonly ids: readonly string[] }
  | { readonly kind: 'toggle'; readonly id: string }
  | { readonly kind: 'shift'; readonly x: number; readonly y: number; readonly step: string }
  | { readonly kind: 'resize'; readonly width: number; readonly height: number; readonly step: string }
  | { readonly kind: 'place'; readonly places: Readonly<Record<string, InputPlace>>; readonly step: string }
  | { readonly kind: 'change'; readonly id: string; readonly change: (input: DocumentInput) => DocumentInput; readonly step?: string }
  | { readonly kind: 'align'; readonly alignment: Alignment }
  | { readonly kind: 'copyToPages' }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'reorder'; readonly by: -1 | 1 }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' };

/** Steps that can be undone. */
const MAX_STEPS = 100;
/** Points by which a duplicate is beside its original. */
const BESIDE = 12;

export const EMPTY_EDITOR: EditorState = { pages: [], selected: [], past: [], future: [], step: undefined };

/** Applies a change to the pages, as a step that can be undone. */
function commit(state: EditorState, pages: Pages, step?: string, selected = state.selected): EditorState {
  const isSameStep = step !== undefined && step === state.step;
  const past = isSameStep ? state.past : [...state.past, state.pages].slice(-MAX_STEPS);
  return { pages, selected, past, future: [], step };
}

function mapInputs(pages: Pages, map: (input: DocumentInput, page: DocumentPage) => DocumentInput): Pages {
  return pages.map((page) => ({ ...page, inputs: page.inputs.map((input) => map(input, page)) }));
}

function insert(pages: Pages, added: readonly { readonly page: number; readonly input: DocumentInput }[]): Pages {
  return pages.map((page, index) => {
    const own = added.filter((one) => one.page === index).map(({ input }) => ({ ...input, place: fitOnPage(input.place, page) }));
    return own.length === 0 ? page : { ...page, inputs: [...page.inputs, ...own] };
  });
}

/** Copies inputs: each gets an id and a name of its own, but for the buttons of a radio group, which share their name. */
function copyInputs(
  pages: Pages,
  copies: readonly { readonly page: number; readonly input: DocumentInput; readonly beside?: boolean }[],
): readonly { readonly page: number; readonly input: DocumentInput }[] {
  const ids = createIds(pages, copies.length);
  const taken = listInputs(pages).map(({ field }) => field.name);
  return copies.map(({ page, input, beside = false }, index) => {
    const name = isRadioButton(input) ? input.field.name : createName(input.field.name.replace(/_\d+$/, ''), taken);
    taken.push(name);
    const place = beside ? { ...input.place, x: input.place.x + BESIDE, y: input.place.y + BESIDE } : input.place;
    return { page, input: { ...input, id: ids[index] ?? input.id, field: { ...input.field, name }, place } };
  });
}

const selectedOn = ({ pages, selected }: EditorState) =>
  pages.flatMap((page, index) => page.inputs.filter(({ id }) => selected.includes(id)).map((input) => ({ page: index, input })));

function duplicate(state: EditorState): EditorState {
  const copies = copyInputs(
    state.pages,
    selectedOn(state).map((one) => ({ ...one, beside: true })),
  );
  return commit(
    state,
    insert(state.pages, copies),
    undefined,
    copies.map(({ input }) => input.id),
  );
}

function copyToPages(state: EditorState): EditorState {
  const wanted = selectedOn(state).flatMap(({ page, input }) =>
    state.pages.flatMap((_, index) => (index === page ? [] : [{ page: index, input }])),
  );
  return wanted.length === 0 ? state : commit(state, insert(state.pages, copyInputs(state.pages, wanted)));
}

function align(state: EditorState, alignment: Alignment): EditorState {
  const pages = state.pages.map((page) => {
    const own = page.inputs.filter(({ id }) => state.selected.includes(id));
    if (own.length === 0) return page;
    const places = alignPlaces(
      own.map(({ place }) => place),
      alignment,
      page,
    );
    const placed = new Map(own.map(({ id }, index) => [id, places[index]]));
    return { ...page, inputs: page.inputs.map((input) => ({ ...input, place: placed.get(input.id) ?? input.place })) };
  });
  return commit(state, pages);
}

/** Moves the first selected input in the tab order of its page. */
function reorder(state: EditorState, by: -1 | 1): EditorState {
  const [id] = state.selected;
  const pages = state.pages.map((page) => {
    const at = page.inputs.findIndex((input) => input.id === id);
    const to = at + by;
    if (at === -1 || to < 0 || to >= page.inputs.length) return page;
    const inputs = [...page.inputs];
    inputs.splice(to, 0, ...inputs.splice(at, 1));
    return { ...page, inputs };
  });
  return commit(state, pages);
}

function remove(state: EditorState): EditorState {
  const pages = state.pages.map((page) => ({ ...page, inputs: page.inputs.filter(({ id }) => !state.selected.includes(id)) }));
  return commit(state, pages, undefined, []);
}

/** Goes to other pages; inputs that do not exist there are no longer selected. */
function travel(state: EditorState, pages: Pages | undefined, past: readonly Pages[], future: readonly Pages[]): EditorState {
  if (pages === undefined) return state;
  const ids = new Set(listInputs(pages).map(({ id }) => id));
  return { pages, past, future, selected: state.selected.filter((id) => ids.has(id)), step: undefined };
}

function add(state: EditorState, inputs: readonly { readonly page: number; readonly input: DocumentInput }[]): EditorState {
  if (inputs.length === 0) return state;
  return commit(
    state,
    insert(state.pages, inputs),
    undefined,
    inputs.map(({ input }) => input.id),
  );
}

type PlaceAction = Extract<EditorAction, { readonly kind: 'shift' | 'resize' | 'place' }>;

function placeInputs(state: EditorState, action: PlaceAction): EditorState {
  const place = ({ id, place: old }: DocumentInput): InputPlace => {
    if (action.kind === 'place') return action.places[id] ?? old;
    if (!state.selected.includes(id)) return old;
    if (action.kind === 'shift') return { ...old, x: old.x + action.x, y: old.y + action.y };
    return { ...old, width: old.width + action.width, height: old.height + action.height };
  };
  const pages = mapInputs(state.pages, (input, page) => {
    const next = place(input);
    return next === input.place ? input : { ...input, place: fitOnPage(next, page) };
  });
  return commit(state, pages, action.step);
}

function toggle({ selected }: EditorState, id: string): readonly string[] {
  return selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id];
}

function change(state: EditorState, { id, change: apply, step }: Extract<EditorAction, { readonly kind: 'change' }>): EditorState {
  return commit(
    state,
    mapInputs(state.pages, (input) => (input.id === id ? apply(input) : input)),
    step,
  );
}

/** The editor after a change. */
export function changeEditor(state: EditorState, action: EditorAction): EditorState {
  const isEmpty = state.selected.length === 0;
  switch (action.kind) {
    case 'load':
      return { ...EMPTY_EDITOR, pages: action.pages };
    case 'add':
      return add(state, [action]);
    case 'addAll':
      return add(state, action.inputs);
    case 'select':
      return { ...state, selected: action.ids, step: undefined };
    case 'toggle':
      return { ...state, selected: toggle(state, action.id), step: undefined };
    case 'shift':
    case 'resize':
    case 'place':
      return placeInputs(state, action);
    case 'change':
      return change(state, action);
    case 'align':
      return isEmpty ? state : align(state, action.alignment);
    case 'copyToPages':
      return copyToPages(state);
    case 'duplicate':
      return isEmpty ? state : duplicate(state);
    case 'delete':
      return isEmpty ? state : remove(state);
    case 'reorder':
      return isEmpty ? state : reorder(state, action.by);
    case 'undo':
      return travel(state, state.past.at(-1), state.past.slice(0, -1), [state.pages, ...state.future]);
    case 'redo':
      return travel(state, state.future[0], [...state.past, state.pages], state.future.slice(1));
  }
}
