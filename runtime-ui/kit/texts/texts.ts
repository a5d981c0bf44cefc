import { createCatalogue, type TextVariables, type Texts } from './catalogue.ts';
import { frameTexts } from './en/frame.ts';
import { generalTexts } from './en/general.ts';
import { sessionTexts } from './en/session.ts';
import { viewTexts } from './en/views.ts';

export type { Texts } from './catalogue.ts';

const EN = { ...generalTexts, ...sessionTexts, frame: frameTexts, views: viewTexts } as const;

type Paths<T, Prefix extends string = ''> = { [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Paths<T[K], `${Prefix}${K}.`> }[keyof T & string];

/** Every text of the product by its path, such as `signIn.title`. */
export type TextKey = Paths<typeof EN>;

const catalogue = createCatalogue();
catalogue.add('en', EN);
let language = 'en';

/** The text of a key in the chosen language, with its variables filled in. */
export function t(key: TextKey, variables: TextVariables = {}): string {
  return catalogue.read(language, key, variables);
}

/** Adds texts of a plugin under its name; read them with {@link tOf}. */
export function addTexts(name: string, texts: Texts, ofLanguage = 'en'): void {
  catalogue.add(ofLanguage, { [`plugin:${name}`]: texts });
}

/** A text that {@link addTexts} brought. */
export function tOf(name: string, key: string, variables: TextVariables = {}): string {
  return catalogue.read(language, `plugin:${name}.${key}`, variables);
}

/** Adds the product's texts in another language and speaks it from the next rendering on. */
export function chooseLanguage(name: string, texts: Texts = {}): void {
  catalogue.add(name, texts);
  language = name;
  document.documentElement.lang = name;
}
