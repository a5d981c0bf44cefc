import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from './imports-of.ts';
import { checkImport, packageOf } from './import-rules.js';
import { PACKAGES } from './packages.js';
import { makeOverview } from './overview.ts';
import { listFiles, listSources, REPOSITORY_ROOT } from './sources.ts';

const TOP_FOLDERS = new Set(['engine', 'runtime-ui', 'definitions', 'plugins', 'migrations', 'tests']);
const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common)(\/|\.[^/]+$)/;
/** The shared schema parts of definitions, named after the specification's own term. */
const NAME_EXCEPTIONS = new Set(['engine/model/definitions/common.ts']);

describe('the architecture', () => {
  const sources = listSources();

  it('has no unknown top-level folder', () => {
    const folders = new Set(
      listFiles()
        .filter((file) => file.includes('/'))
        .map((file) => file.split('/')[0] ?? ''),
    );
    expect([...folders].filter((folder) => !TOP_FOLDERS.has(folder) && !folder.startsWith('.'))).toEqual([]);
  });

  it('lets each file import only what its package may, through entry points', () => {
    const problems = sources.flatMap((file) =>
      importsOf(file).flatMap((specifier) => {
        const problem = checkImport(file, specifier);
        return problem === undefined ? [] : [`${file}: ${problem}`];
      }),
    );
    expect(problems).toEqual([]);
  });

  it('recognizes a forbidden import', () => {
    expect(checkImport('engine/model/x.ts', '../records/index.ts')).toContain('may not import');
    expect(checkImport('engine/api/x.ts', '../records/save/write.ts')).toContain('through its entry point');
    expect(checkImport('plugins/leads/plugin.ts', '../pto/plugin.ts')).toContain('may not import the plugin');
    expect(checkImport('engine/records/x.ts', '#engine/model')).toContain('is for plugins');
    expect(checkImport('engine/records/x.ts', '#engine/model/unknown')).toContain('through its entry point');
    expect(checkImport('plugins/leads/plugin.ts', '#engine/model/filter')).toContain('may only import #engine/model');
    expect(checkImport('definitions/seeds/x.ts', '../../engine/model/filter/index.ts')).toContain('may only import #engine/model');
    expect(checkImport('runtime-ui/views/x.ts', '../kit/styles/index.ts')).toContain('through its entry point');
    expect(checkImport('engine/records/x.ts', 'mongodb')).toContain('may not use the npm package');
  });

  it('accepts the index files and the parts of a package', () => {
    expect(checkImport('engine/records/x.ts', '#engine/model/filter')).toBeUndefined();
    expect(checkImport('plugins/leads/plugin.ts', '#engine/model')).toBeUndefined();
    expect(checkImport('runtime-ui/views/x.ts', '../fields/values/index.ts')).toBeUndefined();
    const missing = PACKAGES.flatMap((pkg) => (pkg.parts ?? []).map((part) => `${pkg.path}/${part}/index.ts`)).filter(
      (file) => !existsSync(path.join(REPOSITORY_ROOT, file)),
    );
    expect(missing).toEqual([]);
  });

  it('assigns each source file to a package', () => {
    expect(sources.filter((file) => !packageOf(file))).toEqual([]);
  });

  it('sets the title of the window in one place', () => {
    const setters = sources.filter((file) => /document\.title = /u.test(readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8')));
    const ofProduct = setters.filter((file) => /^(runtime-ui|plugins)\//u.test(file) && !/\.test\.tsx?$/u.test(file));
    expect(ofProduct).toEqual(['runtime-ui/kit/use-page-title.ts']);
  });

  it('limits file lengths and enforces naming rules', () => {
    const long = sources.filter((file) => readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8').split('\n').length > 401);
    const named = sources.filter((file) => FORBIDDEN_NAMES.test(file) && !NAME_EXCEPTIONS.has(file));
    const cased = sources.filter((file) => !/^[a-z0-9]+([-.][a-z0-9]+)*\.tsx?$/.test(path.basename(file)));
    expect({ long, named, cased }).toEqual({ long: [], named: [], cased: [] });
  });

  it('has a current overview in the README of each package', () => {
    const wrong = PACKAGES.filter((pkg) => existsSync(path.join(REPOSITORY_ROOT, pkg.path))).filter((pkg) => {
      const overview = path.join(REPOSITORY_ROOT, pkg.path, 'README.md');
      return !existsSync(overview) || !readFileSync(overview, 'utf8').startsWith(makeOverview(pkg));
    });
    expect(wrong.map((pkg) => pkg.path)).toEqual([]);
  });
});
