/** Variables of texts that are no fields of the record. */
const OTHERS = /^(?:today|now|user(?:\.[\w-]+)?|company(?:\.[\w-]+)?|record\.(?:url|link)|webhook\.[\w-]+)$/u;

/** A variable of a text, with its name; a text may have filters of templates, which do nothing. */
export const TEXT_VARIABLE = /\{\{-?\s*([^|{}]*?)\s*(?:\|[^{}]*)?-?\}\}/gu;

/** The fields that a text names as variables, such as 'name' and 'account.name' in 'Call {{ name }} of {{ account.name }}', each once. */
export function listTextVariables(text: string): readonly string[] {
  const names = [...text.matchAll(TEXT_VARIABLE)].map(([, name = '']) => name.replace(/^record\./u, ''));
  return [...new Set(names)].filter((name) => name !== '' && !OTHERS.test(name));
}

/** The text with other names of its variables. */
export function renameTextVariables(text: string, nameOf: (name: string) => string): string {
  return text.replaceAll(
    /(\{\{-?\s*(?:record\.)?)([^|{}\s]+)/gu,
    (_, start: string, name: string) => start + (OTHERS.test(name) ? name : nameOf(name)),
  );
}
