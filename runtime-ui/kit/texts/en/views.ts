/** Grids, records, forms and related lists of any module. */
export const viewTexts = {
  none: 'None',
} as const;
