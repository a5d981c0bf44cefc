import type { ComponentType } from 'react';

/** A page of the studio, loaded when it is opened. */
export interface StudioPage {
  /** Below `/admin/studio`. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
}

/** The pages of the studio. */
export const STUDIO_PAGES: readonly StudioPage[] = [];
