import { importTexts } from './imports.ts';

/** Texts of the pages of imports; loaded with them. */
export const IMPORT_TEXTS = { imports: importTexts } as const;
