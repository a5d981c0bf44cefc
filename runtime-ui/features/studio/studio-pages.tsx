import type { ComponentType } from 'react';

/** A page of the studio, loaded when it is opened. */
export interface StudioPage {
  /** Below `/admin/studio`. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
}

/** The pages of the studio. */
export const STUDIO_PAGES: readonly StudioPage[] = [
  { path: 'layouts', load: async () => (await import('./layouts/layout-list-page.tsx')).LayoutListPage },
  { path: 'layouts/:id', load: async () => (await import('./layouts/layout-editor-page.tsx')).LayoutEditorPage },
];
