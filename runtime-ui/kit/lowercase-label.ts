/** Formats a label for use within a sentence: `PTO requests` is unchanged, `Leads` becomes `leads`. */
export function lowercaseLabel(label: string): string {
  return label
    .split(' ')
    .map((word) => (/^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLocaleLowerCase() : word))
    .join(' ');
}
