import { createCatalogue, type TextVariables, type Texts } from './catalogue.ts';
import { frameTexts } from './en/frame.ts';
import { generalTexts } from './en/general.ts';
import type { ADMIN_TEXTS } from './lazy/admin-texts.ts';
import type { HOME_PAGE_TEXTS } from './lazy/home-page-texts.ts';
import type { IMPORT_TEXTS } from './lazy/import-texts.ts';
import type { LAZY_TEXTS } from './lazy/lazy-texts.ts';
import { savedViewTexts } from './en/saved-views.ts';
import { sessionTexts } from './en/session.ts';
import { viewTexts } from './en/views.ts';

export type { Texts } from './catalogue.ts';

const EN = { ...generalTexts, ...sessionTexts, frame: frameTexts, views: viewTexts, saved: savedViewTexts } as const;

/** The paths of all texts in a nested object, joined by dots. */
type Paths<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Paths<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** A text with plural forms is read by their common key; `count` selects the form. */
type WithoutCount<Key extends string> = Key extends `${infer Head}_${'zero' | 'one' | 'other'}` ? Head : Key;

/** Every text of the product by its path, such as `signIn.title`. */
export type TextKey = WithoutCount<
  Paths<typeof EN> | Paths<typeof HOME_PAGE_TEXTS> | Paths<typeof LAZY_TEXTS> | Paths<typeof ADMIN_TEXTS> | Paths<typeof IMPORT_TEXTS>
>;

const catalogue = createCatalogue();
catalogue.add('en', EN);
let language = 'en';

/** Loads texts once; a failure is not cached, so that the next call tries again. */
function createTextLoader(load: () => Promise<Texts>): () => Promise<void> {
  let loading: Promise<void> | undefined;
  return () => {
    loading ??= load().then((texts) => catalogue.add('en', texts));
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
}

/** Loads the texts of the first page and of what accompanies every page. */
export const loadHomePageTexts = createTextLoader(async () => (await import('./lazy/home-page-texts.ts')).HOME_PAGE_TEXTS);

const loadOnlyLazy = createTextLoader(async () => (await import('./lazy/lazy-texts.ts')).LAZY_TEXTS);
const loadOnlyAdmin = createTextLoader(async () => (await import('./lazy/admin-texts.ts')).ADMIN_TEXTS);
const loadOnlyImports = createTextLoader(async () => (await import('./lazy/import-texts.ts')).IMPORT_TEXTS);

/** Loads the texts of lazily loaded components, and those of the first page. */
export async function loadLazyTexts(): Promise<void> {
  await Promise.all([loadHomePageTexts(), loadOnlyLazy()]);
}

/** Loads the texts of the administration and the studio, and those of lazily loaded components. */
export async function loadAdminTexts(): Promise<void> {
  await Promise.all([loadLazyTexts(), loadOnlyAdmin()]);
}

/** Loads the texts of the pages of imports, and those of lazily loaded components. */
export async function loadImportTexts(): Promise<void> {
  await Promise.all([loadLazyTexts(), loadOnlyImports()]);
}

/** The text of a key in the current language, with its variables filled in: `t("views.list.create", { module })`. */
export function t(key: TextKey, variables: TextVariables = {}): string {
  return catalogue.read(language, key, variables);
}

/**
 * Adds the texts of a plugin, and returns the function that reads them in the current language, else in English. Its keys are the paths of
 * the texts; `variables` fill their `{{name}}` placeholders, and `count` selects the plural form (`…_one`, `…_other`), whose ending the key
 * does not have. `translations` are the same texts in other languages, by their tags, such as 'de'.
 */
export function createPluginTexts<const T extends Texts>(
  plugin: string,
  texts: T,
  translations: { readonly [language: string]: Texts } = {},
): (key: WithoutCount<Paths<T>>, variables?: TextVariables) => string {
  const scope = `plugin:${plugin}`;
  catalogue.add('en', { [scope]: texts });
  for (const [tag, translated] of Object.entries(translations)) catalogue.add(tag, { [scope]: translated });
  return (key, variables = {}) => catalogue.read(language, `${scope}.${key}`, variables);
}

/** Adds the product's texts in another language and uses it from the next render on. */
export function setLanguage(name: string, texts: Texts = {}): void {
  catalogue.add(name, texts);
  language = name;
  document.documentElement.lang = name;
}
