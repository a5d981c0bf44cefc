/**
 * Texts by key, in groups of any depth. A text with plural forms has the keys `{key}_one` and `{key}_other` (and others that its language
 * needs).
 */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** Values for the placeholders of a text, such as `{{name}}`. */
export type TextVariables = Readonly<Record<string, string | number>>;

const FALLBACK = 'en';

/** Texts of several languages, by path. */
export interface Catalogue {
  /** Adds texts to a language; an existing path is replaced. */
  add(language: string, texts: Texts): void;
  /** The text in the language, else in English, else the path itself. */
  read(language: string, path: string, variables: TextVariables): string;
}

function flatten(texts: Texts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );
}

/** Counts are written as the language does: 30,000. Other numbers, such as versions, are as they are. */
function fillIn(language: string, text: string, variables: TextVariables): string {
  return text.replace(/\{\{(\w+)\}\}/gu, (whole, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : whole;
    return name === 'count' && typeof value === 'number' ? value.toLocaleString(language) : String(value);
  });
}

/** Creates an empty catalogue. */
export function createCatalogue(): Catalogue {
  const languages = new Map<string, Map<string, string>>();

  function find(language: string, path: string, count: string | number | undefined): string | undefined {
    const texts = languages.get(language);
    const form = typeof count === 'number' ? texts?.get(`${path}_${new Intl.PluralRules(language).select(count)}`) : undefined;
    return form ?? texts?.get(path);
  }

  return {
    add(language, texts) {
      const known = languages.get(language) ?? new Map<string, string>();
      for (const [path, text] of flatten(texts)) known.set(path, text);
      languages.set(language, known);
    },
    read(language, path, variables) {
      const text = find(language, path, variables['count']) ?? find(FALLBACK, path, variables['count']);
      return text === undefined ? path : fillIn(language, text, variables);
    },
  };
}
