import { createCatalogue, type TextVariables, type Texts } from './catalogue.ts';
import { frameTexts } from './en/frame.ts';
import { generalTexts } from './en/general.ts';
import type { LAZY_TEXTS } from './lazy/lazy-texts.ts';
import { savedViewTexts } from './en/saved-views.ts';
import { sessionTexts } from './en/session.ts';
import { viewTexts } from './en/views.ts';

export type { Texts } from './catalogue.ts';

const EN = { ...generalTexts, ...sessionTexts, frame: frameTexts, views: viewTexts, saved: savedViewTexts } as const;

type Paths<T, Prefix extends string = ''> = { [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Paths<T[K], `${Prefix}${K}.`> }[keyof T & string];

/** A text with forms for one and for many is asked for by what they share; `count` picks the form. */
type WithoutCount<Key extends string> = Key extends `${infer Head}_${'zero' | 'one' | 'other'}` ? Head : Key;

/** Every text of the product by its path, such as `signIn.title`. */
export type TextKey = WithoutCount<Paths<typeof EN> | Paths<typeof LAZY_TEXTS>>;

const catalogue = createCatalogue();
catalogue.add('en', EN);
let language = 'en';
let lazyTexts: Promise<void> | undefined;

/** Brings the texts of what is loaded where it is first used; a failure is forgotten, so that the next asks again. */
export function loadLazyTexts(): Promise<void> {
  lazyTexts ??= import('./lazy/lazy-texts.ts').then(({ LAZY_TEXTS }) => catalogue.add('en', LAZY_TEXTS));
  lazyTexts.catch(() => { lazyTexts = undefined; });
  return lazyTexts;
}

/** The text of a key in the chosen language, with its variables filled in. */
export function t(key: TextKey, variables: TextVariables = {}): string {
  return catalogue.read(language, key, variables);
}

/** Adds texts of a plugin under its name; read them with {@link tPlugin}. */
export function addPluginTexts(name: string, texts: Texts, ofLanguage = 'en'): void {
  catalogue.add(ofLanguage, { [`plugin:${name}`]: texts });
}

/** A text that {@link addPluginTexts} brought. */
export function tPlugin(name: string, key: string, variables: TextVariables = {}): string {
  return catalogue.read(language, `plugin:${name}.${key}`, variables);
}

/** Adds the product's texts in another language and speaks it from the next rendering on. */
export function setLanguage(name: string, texts: Texts = {}): void {
  catalogue.add(name, texts);
  language = name;
  document.documentElement.lang = name;
}
