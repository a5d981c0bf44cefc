/** A text as one line, cut to a length: a line break in a subject would begin another header. */
export function toOneLine(text: string, length: number): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, length);
}
