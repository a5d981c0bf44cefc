/** The views that a layout can describe. */
export const LAYOUT_VIEWS = [
  'edit',
  'detail',
  'grid',
  'quick-create',
  'preview-panel',
  'popup-search',
  'popup-listview',
  'basic-search',
  'mass-update',
] as const;

/** One of the nine views that a layout can describe. */
export type LayoutView = (typeof LAYOUT_VIEWS)[number];

const MAX_LENGTH = 64;

/** The id of the layout that a module gets for a view without one of its own; a layout with this id replaces it. */
export function nameGeneratedLayout(moduleId: string, view: LayoutView): string {
  return `${moduleId}_${view}_generated`.slice(-MAX_LENGTH).replace(/^[^A-Za-z0-9]+/, '');
}
