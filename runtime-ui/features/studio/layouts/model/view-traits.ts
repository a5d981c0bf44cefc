import type { LayoutView } from '#engine/model/definitions';

/**
 * How the canvas shows a layout: the form, the values of a record, the columns of a list, the search above a list, the popup that finds a
 * record, or the dialog of the mass update.
 */
export type CanvasLook = 'form' | 'detail' | 'columns' | 'search' | 'popup' | 'mass';

/** What a layout of a view can define. */
export interface ViewTraits {
  readonly look: CanvasLook;
  /** Its sections have headings, and can be tabs. */
  readonly hasSections: boolean;
  /** Its sections can have two columns, and its fields both of them. */
  readonly hasTwoColumns: boolean;
  /** Fields can be read-only. */
  readonly hasReadOnly: boolean;
  /** Order and page size. */
  readonly hasOrder: boolean;
  /** Related lists and panels. */
  readonly hasSidePane: boolean;
  /** Each field has a cost: a list is sorted or searched by it. */
  readonly cost: 'sort' | 'filter' | undefined;
}

const FORM: ViewTraits = {
  look: 'form',
  hasSections: true,
  hasTwoColumns: true,
  hasReadOnly: true,
  hasOrder: false,
  hasSidePane: false,
  cost: undefined,
};
const COLUMNS: ViewTraits = {
  look: 'columns',
  hasSections: false,
  hasTwoColumns: false,
  hasReadOnly: false,
  hasOrder: true,
  hasSidePane: false,
  cost: 'sort',
};
const SEARCH: ViewTraits = { ...COLUMNS, look: 'search', hasOrder: false, cost: 'filter' };

export const VIEW_TRAITS: { readonly [view in LayoutView]: ViewTraits } = {
  edit: FORM,
  'quick-create': FORM,
  detail: { ...FORM, look: 'detail', hasSidePane: true },
  'preview-panel': { ...FORM, look: 'detail', hasTwoColumns: false },
  grid: COLUMNS,
  'popup-listview': COLUMNS,
  'basic-search': SEARCH,
  'popup-search': { ...SEARCH, look: 'popup' },
  'mass-update': { ...SEARCH, look: 'mass', cost: undefined },
};
