import type { JsonValue } from '#engine/model/values';

/** Row density of a table. */
export type Density = 'dense' | 'normal' | 'roomy';

/** Row height in CSS pixels. */
export const ROW_HEIGHTS: { readonly [density in Density]: number } = { dense: 28, normal: 34, roomy: 44 };

export const DENSITIES: readonly Density[] = ['dense', 'normal', 'roomy'];

export function isDensity(value: JsonValue): value is Density {
  return DENSITIES.some((density) => density === value);
}
