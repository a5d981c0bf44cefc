/**
 * Ten base-36 digits of two 32-bit FNV-1a hashes with different offsets: short keys make a small index; collisions are
 * detected by comparing.
 */
export function digestKey(text: string): string {
  let one = 0x811c9dc5;
  let two = 0x01000193;
  for (let index = 0; index < text.length; index++) {
    one = Math.imul(one ^ text.charCodeAt(index), 0x01000193);
    two = Math.imul(two ^ text.charCodeAt(index), 0x85ebca6b);
    two ^= two >>> 13;
  }
  return `${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}`;
}
