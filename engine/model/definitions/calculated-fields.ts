/** What a roll-up calculates of the related records. */
export const ROLL_UP_OPERATIONS = ['count', 'sum', 'min', 'max', 'avg'] as const;

/** Whether the product calculates the values of a field, by a formula or a roll-up. */
export function isCalculated(field: { readonly formula?: unknown; readonly rollUp?: unknown }): boolean {
  return field.formula !== undefined || field.rollUp !== undefined;
}
