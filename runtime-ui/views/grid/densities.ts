import type { JsonValue } from '#engine/model';

/** How tall rows are. */
export type Density = 'dense' | 'normal' | 'roomy';

/** CSS pixels of a row. */
export const ROW_HEIGHTS: { readonly [density in Density]: number } = { dense: 28, normal: 34, roomy: 44 };

export const DENSITIES: readonly Density[] = ['dense', 'normal', 'roomy'];

export function isDensity(value: JsonValue): value is Density {
  return DENSITIES.some((density) => density === value);
}
