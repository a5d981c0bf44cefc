/** Whether a value is a text that is not blank, such as a reason, an id or a day. */
export function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
