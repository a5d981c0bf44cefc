/** Formats a label for use within a sentence: `ISBN list` is unchanged, `Books` becomes `books`. */
export function lowercaseLabel(label: string): string {
  return label
    .split(' ')
    .map((word) => (/^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLocaleLowerCase() : word))
    .join(' ');
}
