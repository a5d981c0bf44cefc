/** A well-formed UUIDv7 for a small number; ids sort in the order of the numbers. */
export function fixtureId(number: number): string {
  return `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}
