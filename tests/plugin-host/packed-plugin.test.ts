import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ENTRY_POINTS, packagedPlugins } from '../../vite.config.ts';
import { copyProduct } from '../faults/copied-product.ts';
import { launchProduct, startProduct, useProgram, type ProductProcess } from '../faults/product-process.ts';

const NAME = 'muster-plugin-quiet-hours';
const run = promisify(execFile);
const fixture = path.resolve('tests/fixtures/packed-plugin');

/** An installation: the product as it is shipped, next to the packages that npm installed. */
describe('A plugin from a packed npm package', () => {
  const { folder, theProgram } = useProgram('packed');
  const site = mkdtempSync(path.join(tmpdir(), 'muster-site-'));
  const product = path.join(site, 'product');
  const program = { file: path.join(product, 'dist', 'server', 'main.js'), remove: () => undefined };
  const enable = (plugins: unknown): void => {
    const file = path.join(product, 'package.json');
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), muster: { plugins } }));
  };
  const dataFolder = (name: string): string => {
    const data = path.join(folder, name);
    mkdirSync(data);
    return data;
  };

  beforeAll(async () => {
    renameSync(copyProduct(theProgram()).folder, product);
    writeFileSync(path.join(site, 'package.json'), '{ "name": "a-site", "private": true }');
    const { stdout } = await run('npm', ['pack', fixture, '--pack-destination', site, '--silent'], { cwd: site });
    await run('npm', ['install', path.join(site, stdout.trim()), '--offline', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: site,
    });
  });
  afterAll(() => rmSync(site, { recursive: true, force: true }));

  it(
    'is not loaded until package.json names it, and then provides hooks, routes, definitions and settings like a bundled one',
    async () => {
      expect(existsSync(path.join(site, 'node_modules', NAME, 'plugin.js'))).toBe(true);
      enable([NAME]);
      const running: ProductProcess = await startProduct(program, { dataFolder: dataFolder('with') });
      try {
        const admin = await running.signIn();
        const log = (activityType: string) => admin.post('/api/activities', { name: 'Word', activityType });
        expect((await log('SMS')).body).toMatchObject({
          code: 'quiet_hours_refused',
          error: 'Nobody is written to in quiet hours.',
          details: [{ field: 'activityType' }],
        });
        expect((await log('Note')).status).toBe(201);
        expect((await admin.get('/api/admin-settings/by-key/quiet_hours_refused_types')).body).toMatchObject({
          name: 'Activities that may not be logged',
          setting: ['SMS'],
        });
        expect((await admin.get('/api/quiet-hours/now')).body).toEqual({ quiet: true });
        expect(JSON.stringify((await admin.post('/api/dropdowns/search', { pageSize: 500 })).body)).toContain('quiet_reason');
        expect(JSON.stringify((await admin.get('/api/plugins')).body)).toContain('quiet-hours');
        expect(await (await fetch(`${running.url}/api/docs/errors`)).text()).toContain('quiet_hours_refused');
      } finally {
        await running.remove();
      }
    },
    120_000 * inject('timeoutFactor'),
  );

  it.each([
    [['muster-plugin-nowhere'], 'The package is not installed: npm install muster-plugin-nowhere'],
    [['ajv'], 'The package exports no `plugin`.'],
    [[NAME, NAME], 'There is another plugin of that name.'],
    ['quiet', 'muster.plugins of package.json is not a list of names of packages.'],
  ])('fails the start with its name and the cause: %j', async (plugins, cause) => {
    enable(plugins);
    const refused = await launchProduct(program, { dataFolder: dataFolder(`without-${String(plugins).length}`) });
    expect((await refused.ended).code).toBe(1);
    expect(refused.standardError()).toContain(cause);
  });

  it('resolves the entry points of the sources too, from which a clone runs its commands', async () => {
    const place = pathToFileURL(path.join(site, 'node_modules', NAME, 'plugin.js')).href;
    const script = `import { loadPackagedPlugins } from './engine/application/load-packaged-plugins.ts'; const [{ name, hooks }] = await loadPackagedPlugins([${JSON.stringify(place)}]); console.log(name, hooks.preSave.length);`;
    const { stdout } = await run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
    expect(stdout.trim()).toBe('quiet-hours 1');
  });

  it(
    'has its browser part in the built page, through the same entry points',
    async () => {
      const { output } = (
        (await build({
          configFile: false,
          logLevel: 'silent',
          plugins: [packagedPlugins([NAME], path.join(site, 'package.json'))],
          resolve: { alias: ENTRY_POINTS, dedupe: ['react'] },
          build: {
            write: false,
            minify: false,
            lib: { entry: path.resolve('plugins/packaged.ui.ts'), formats: ['es'] },
            rolldownOptions: { external: (id) => /^(?![./]|#)/.test(id) && !path.isAbsolute(id) && !id.startsWith('muster-plugin') },
          },
        })) as readonly Rolldown.RolldownOutput[]
      )[0] as Rolldown.RolldownOutput;
      const code = output.map((part) => (part.type === 'chunk' ? part.code : '')).join('\n');
      expect(code).toContain('Quiet hours of the house');
      expect(code).toContain('PACKAGED_CONTRIBUTIONS');
    },
    120_000 * inject('timeoutFactor'),
  );
});
