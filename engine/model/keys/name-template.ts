/** A place of a template: the first of the fields that holds something, and the text that stands before it. */
export interface NamePart {
  readonly before: string;
  readonly fields: readonly string[];
}

/** A name as a module makes it from the fields of a record: '{leads_subs} – {jobs_subs|accounts_subs}'. */
export interface NameTemplate {
  readonly parts: readonly NamePart[];
  readonly after: string;
  /** All fields that it names, each once. */
  readonly fields: readonly string[];
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** As much as a TextField holds. */
const MAX_LENGTH = 1000;

/** Reads a template. What stands outside of braces is text. Pure. */
export function readNameTemplate(text: string): NameTemplate {
  const parts: NamePart[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    parts.push({ before: text.slice(end, match.index), fields: (match[1] ?? '').split('|').map((name) => name.trim()) });
    end = match.index + match[0].length;
  }
  return { parts, after: text.slice(end), fields: [...new Set(parts.flatMap((part) => part.fields))] };
}

/**
 * The name that a record gets: `textOf` answers the text of a field for people, '' when it holds nothing. A place that
 * holds nothing goes with the text before it; `undefined` when all of them do.
 */
export function fillNameTemplate(template: NameTemplate, textOf: (fieldName: string) => string): string | undefined {
  let name = '';
  for (const [index, { before, fields }] of template.parts.entries()) {
    const text = fields.map(textOf).find((one) => one !== '');
    if (text !== undefined) name += `${name === '' && index > 0 ? '' : before}${text}`;
  }
  return name === '' ? undefined : [...`${name}${template.after}`.trim()].slice(0, MAX_LENGTH).join('');
}
