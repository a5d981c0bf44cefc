/** A label as it stands inside a sentence: `PTO requests` stays, `Leads` becomes `leads`. */
export function lowercaseLabel(label: string): string {
  return label.split(' ').map((word) => (/^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLocaleLowerCase() : word)).join(' ');
}
