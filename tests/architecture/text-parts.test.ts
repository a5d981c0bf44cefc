import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { frameTexts } from '../../runtime-ui/kit/texts/en/frame.ts';
import { generalTexts } from '../../runtime-ui/kit/texts/en/general.ts';
import { savedViewTexts } from '../../runtime-ui/kit/texts/en/saved-views.ts';
import { sessionTexts } from '../../runtime-ui/kit/texts/en/session.ts';
import { viewTexts } from '../../runtime-ui/kit/texts/en/views.ts';
import { ADMIN_TEXTS } from '../../runtime-ui/kit/texts/lazy/admin-texts.ts';
import { HOME_PAGE_TEXTS } from '../../runtime-ui/kit/texts/lazy/home-page-texts.ts';
import { IMPORT_TEXTS } from '../../runtime-ui/kit/texts/lazy/import-texts.ts';
import { listSources, REPOSITORY_ROOT } from './sources.ts';

/** Texts that only some pages load: what loads them, and the folders whose code may use them. */
const PARTS = [
  {
    texts: ADMIN_TEXTS,
    load: 'loadAdminTexts',
    folders: ['runtime-ui/features/administration/', 'runtime-ui/features/studio/', 'runtime-ui/app/'],
  },
  { texts: IMPORT_TEXTS, load: 'loadImportTexts', folders: ['runtime-ui/features/imports/', 'runtime-ui/app/'] },
] as const;

/** The code of the first page, and of what accompanies every page. */
const FIRST_PAGE =
  /^runtime-ui\/(app\/(area|session-watch)|features\/(dashboard|idle|impersonation|live|own-records)\/|features\/shell\/bell|fields\/dates\/days-late|kit\/tiles\/tile-grid|views\/(bulk\/offer-undo|cards\/|inline\/use-save-feedback|record\/communication-links))/u;

/** The paths of texts, those of plural forms without their ending. */
const pathsOf = (texts: object, prefix = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key.replace(/_(zero|one|other)$/u, '')}`] : pathsOf(value as object, `${prefix}${key}.`),
  );

describe('the texts that only some pages load', () => {
  const sources = listSources()
    .filter((file) => /^(runtime-ui|plugins)\/.*\.tsx?$/u.test(file) && !file.startsWith('runtime-ui/kit/texts/'))
    .map((file) => ({ file, code: readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8') }));

  it.each(PARTS.flatMap(({ texts, folders }) => Object.keys(texts).map((name) => ({ name, folders }))))(
    '$name is used by these pages alone',
    ({ name, folders }) => {
      const uses = sources.filter(({ code }) => new RegExp(`\\bt\\(\\s*['"\`]${name}\\.`, 'u').test(code)).map(({ file }) => file);
      expect(uses.length, 'it is used').toBeGreaterThan(0);
      expect(uses.filter((file) => !folders.some((folder) => file.startsWith(folder)))).toEqual([]);
    },
  );

  it.each(PARTS)('are loaded with $load where code of these pages is loaded lazily', ({ load, folders }) => {
    const names = folders.flatMap((folder) => /features\/[a-z]+/u.exec(folder) ?? []).join('|');
    const loading = sources.filter(({ code }) => new RegExp(`import\\('[./]*(${names})/`, 'u').test(code));
    expect(loading.length, 'they are loaded lazily').toBeGreaterThan(0);
    expect(loading.filter(({ code }) => !code.includes(`${load}()`)).map(({ file }) => file)).toEqual([]);
  });

  it('are not used by the first page, which loads its own', () => {
    const loaded = [
      ...pathsOf({ ...generalTexts, ...sessionTexts, frame: frameTexts, views: viewTexts, saved: savedViewTexts }),
      ...pathsOf(HOME_PAGE_TEXTS),
    ];
    const uses = sources
      .filter(({ file }) => FIRST_PAGE.test(file) && !file.includes('.test.'))
      .flatMap(({ file, code }) => [...code.matchAll(/\bt\(\s*['"`]([\w.]+)/gu)].map(([, key = '']) => ({ file, key })));
    expect(uses.length, 'it has texts').toBeGreaterThan(50);
    // A key that ends with a dot is the start of a key that is put together.
    expect(uses.filter(({ key }) => !loaded.some((path) => (key.endsWith('.') ? path.startsWith(key) : path === key)))).toEqual([]);
  });
});
