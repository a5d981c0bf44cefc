import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isFullRun } from '../support/full-run.ts';
import { readService } from '../support/services.ts';
import { copySources, type SourceCopy, type CommandResult } from '../support/source-copy.ts';
import { planModule } from './plan-module.ts';
import { planPlugin } from './plan-plugin.ts';
import { applyChanges, readBlocks } from './read-tutorial.ts';

/** The checks of the architecture and of the generated files. */
const REPOSITORY_TESTS = [
  'tests/architecture/architecture.test.ts',
  'tests/architecture/errors.test.ts',
  'tests/registry/generated-files.test.ts',
  'tests/registry/shipped-definitions.test.ts',
];

// All in one copy, so that types, lint and tests, which are slow, run once for everything that was created.
describe('An integrator', () => {
  let tree: SourceCopy;
  beforeAll(() => {
    tree = copySources();
  });
  afterAll(() => tree.remove());
  const read = (file: string): string => readFileSync(path.join(tree.folder, file), 'utf8');
  const blocks = readBlocks(readFileSync('plugins/TUTORIAL.md', 'utf8'));
  /** Tests of the whole repository that the created files must pass. They are slow, like types and lint: only in a full run. */
  const repositoryTests = isFullRun ? REPOSITORY_TESTS : [];
  /** Files that the checks of the tutorial include in addition to its own plugin: those that new:plugin and new:module created. */
  const ALSO_CHECKED: { readonly [line: string]: readonly string[] } = {
    'npx biome': ['plugins/yard-visits'],
    'npx eslint': ['plugins/yard-visits', '--max-warnings', '0'],
    'npx vitest': ['plugins/yard-visits', ...repositoryTests],
  };
  const isForFullRun = (line: string): boolean => /^npx (tsc|eslint) /.test(line);

  // The tests of the created plugins run on each store.
  const mongodb = readService('MONGODB_URL', 'plugins/TUTORIAL.md on MongoDB');

  /** Fails if a command did not succeed. */
  async function runLine(line: string): Promise<CommandResult> {
    const more = ALSO_CHECKED[line.split(' ').slice(0, 2).join(' ')] ?? [];
    const ended = await tree.shell([line, ...more].join(' '), { MONGODB_URL: mongodb ?? '', MUSTER_REQUIRE_SERVICES: '', NO_COLOR: '1' });
    expect(ended.code, `${line}\n${ended.output}`).toBe(0);
    return ended;
  }

  it(
    'creates a plugin and a module that pass their own tests on each store with new:plugin, new:module and plugins/TUTORIAL.md, formatted, in a full run also types, lint and the repository checks',
    async () => {
      const plugin = await tree.script('new:plugin', ['yard-visits']);
      expect(plugin).toMatchObject({ code: 0, output: expect.stringContaining('wrote plugins/yard-visits/plugin.ts') as string });
      const module = await tree.script('new:module', ['yardVisits', 'work']);
      expect(module).toMatchObject({ code: 0, output: expect.stringContaining('/api/yard-visits') as string });
      expect([
        read('plugins/index.ts').includes('  yardVisitsPlugin,\n];'),
        read('definitions/MODULES.md').includes('Yard visits (`yardVisits`)'),
        read('plugins/records.d.ts').includes('interface YardVisitsRecord'),
      ]).toEqual([true, true, true]);

      const ended: CommandResult[] = [];
      for (const { language, file, text } of blocks) {
        const place = path.join(tree.folder, file ?? '');
        if (language === 'sh')
          for (const line of text
            .trim()
            .split('\n')
            .filter((one) => isFullRun || !isForFullRun(one)))
            ended.push(await runLine(line));
        else if (language === 'diff') writeFileSync(place, applyChanges(readFileSync(place, 'utf8'), text));
        else {
          mkdirSync(path.dirname(place), { recursive: true });
          writeFileSync(place, text);
        }
      }
      // The plugins' own tests ran with them, and none was missing.
      const counts = mongodb === undefined ? ['7 tests | 1 skipped', '3 tests', '3 tests | 1 skipped'] : ['12 tests', '6 tests', '4 tests'];
      expect(ended.at(-1)?.output).toContain(`plugins/contracts/tests/contracts.test.ts (${counts[0]})`);
      expect(ended.at(-1)?.output).toContain(`plugins/contracts/tests/terms.test.ts (${counts[1]})`);
      expect(ended.at(-1)?.output).toContain(`plugins/yard-visits/tests/yard-visits.test.ts (${counts[2]})`);
      expect(ended.at(-1)?.output).toContain(`Test Files  ${3 + repositoryTests.length} passed`);
      expect(read('definitions/MODULES.md')).toContain('`contract_number`');
    },
    400_000 * inject('timeoutFactor'),
  );

  it('finds in the tutorial all that it promises: a hook of each stage, a field type, jobs, settings, routes, a migration, a panel and tests', () => {
    const manifest = blocks.find(({ file }) => file === 'plugins/contracts/plugin.ts')?.text ?? '';
    for (const part of [
      'preSave',
      'inTransaction',
      'postSave',
      'fieldTypes',
      'jobs',
      'settings',
      'secrets',
      'permissions',
      'routes',
      'migrations',
    ])
      expect(manifest).toContain(`${part}:`);
    expect(blocks.find(({ file }) => file === 'plugins/contracts/ui/index.ts')?.text).toContain('panels:');
    expect(blocks.some(({ file }) => file?.endsWith('.test.ts'))).toBe(true);
  });

  it('gets an error for an invalid or existing name, and nothing is written', async () => {
    const refused = await tree.script('new:plugin', ['Yard Visits']);
    expect(refused).toEqual({ code: 1, output: expect.stringContaining('lower case letters, digits and single hyphens') as string });
    expect(existsSync(path.join(tree.folder, 'plugins/Yard Visits'))).toBe(false);
    for (const name of [undefined, '', '../x', 'x_y', '1st', 'a--b', 'a-', 'x'.repeat(41)])
      expect(planPlugin(name), name).toHaveProperty('problem');
    expect(planPlugin('subs')).toEqual({ problem: 'There is a plugin subs already.' });
    for (const name of [undefined, '', 'x', 'Visits', 'yard-visits', '../x', 'apiTokens', 'docs'])
      expect(await planModule(name), name).toHaveProperty('problem');
    expect(await planModule('LEADS'.toLowerCase())).toEqual({ problem: 'There is a module leads at /api/leads already.' });
    for (const domain of ['../x', 'roles', 'My domain']) expect(await planModule('yardVisits', domain), domain).toHaveProperty('problem');
  });
});
