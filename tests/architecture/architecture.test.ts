import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from './imports-of.ts';
import { checkImport, roomOf } from './law.js';
import { ROOMS } from './rooms.js';
import { makeCard } from './card.ts';
import { listFiles, listSources, TOP } from './sources.ts';

const TOP_FOLDERS = new Set(['engine', 'runtime-ui', 'definitions', 'plugins', 'migrations', 'tests']);
const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common)(\/|\.[^/]+$)/;
/** The shared schema pieces of definitions are named for what they are in the specification's own word. */
const NAME_EXCEPTIONS = new Set(['engine/model/definitions/common.ts']);

describe('the house', () => {
  const sources = listSources();

  it('has no top-level folder that the law does not name', () => {
    const folders = new Set(listFiles().filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? ''));
    expect([...folders].filter((folder) => !TOP_FOLDERS.has(folder) && !folder.startsWith('.'))).toEqual([]);
  });

  it('lets each file import only what its room may see, by the doors', () => {
    const problems = sources.flatMap((file) => importsOf(file).flatMap((specifier) => {
      const problem = checkImport(file, specifier);
      return problem === undefined ? [] : [`${file}: ${problem}`];
    }));
    expect(problems).toEqual([]);
  });

  it('recognises an import that breaks the law', () => {
    expect(checkImport('engine/model/x.ts', '../records/index.ts')).toContain('may not look into');
    expect(checkImport('engine/api/x.ts', '../records/stages/write.ts')).toContain('entered by its door');
    expect(checkImport('plugins/leads/plugin.ts', '../pto/plugin.ts')).toContain('may not look into the plugin');
    expect(checkImport('engine/records/x.ts', 'mongodb')).toContain('may not use the package');
  });

  it('puts each source file in a room', () => {
    expect(sources.filter((file) => !roomOf(file))).toEqual([]);
  });

  it('keeps files short and their names plain', () => {
    const long = sources.filter((file) => readFileSync(path.join(TOP, file), 'utf8').split('\n').length > 401);
    const named = sources.filter((file) => FORBIDDEN_NAMES.test(file) && !NAME_EXCEPTIONS.has(file));
    const cased = sources.filter((file) => !/^[a-z0-9]+([-.][a-z0-9]+)*\.tsx?$/.test(path.basename(file)));
    expect({ long, named, cased }).toEqual({ long: [], named: [], cased: [] });
  });

  it('has a true card in each room', () => {
    const wrong = ROOMS.filter((room) => existsSync(path.join(TOP, room.path))).filter((room) => {
      const card = path.join(TOP, room.path, 'README.md');
      return !existsSync(card) || !readFileSync(card, 'utf8').startsWith(makeCard(room));
    });
    expect(wrong.map((room) => room.path)).toEqual([]);
  });
});
