import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ADMIN_TEXTS } from '../../runtime-ui/kit/texts/lazy/admin-texts.ts';
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
});
