import { createInstance } from 'i18next';
import { frameTexts } from './en/frame.ts';
import { generalTexts } from './en/general.ts';
import { sessionTexts } from './en/session.ts';
import { viewTexts } from './en/views.ts';

const EN = { ...generalTexts, ...sessionTexts, frame: frameTexts, views: viewTexts } as const;

type Paths<T, Prefix extends string = ''> = { [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Paths<T[K], `${Prefix}${K}.`> }[keyof T & string];

/** Every text of the product by its path, such as `signIn.title`. */
export type TextKey = Paths<typeof EN>;

const catalogue = createInstance();
void catalogue.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: EN } },
  initAsync: false,
  // React escapes what it shows.
  interpolation: { escapeValue: false },
});

/** The text of a key in the chosen language, with its variables filled in. */
export function t(key: TextKey, variables: Readonly<Record<string, string | number>> = {}): string {
  return catalogue.t(key, variables);
}

/** Adds texts of a plugin under its name; read them with {@link tOf}. */
export function addTexts(name: string, texts: Readonly<Record<string, unknown>>, language = 'en'): void {
  catalogue.addResourceBundle(language, name, texts, true, true);
}

/** A text that {@link addTexts} brought. */
export function tOf(name: string, key: string, variables: Readonly<Record<string, string | number>> = {}): string {
  return catalogue.t(key, { ...variables, ns: name });
}
