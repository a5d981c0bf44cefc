import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { REPOSITORY_ROOT } from '../architecture/sources.ts';
import { copyProduct, type CopiedProduct } from '../faults/copied-product.ts';
import { startProduct, useProgram } from '../faults/product-process.ts';

const run = promisify(execFile);
const TIMEOUT = 300_000 * inject('timeoutFactor');

/** What the tarball may contain. */
const SHIPPED = [
  /^package\.json$/,
  /^dist\/server\/.*\.js$/,
  /^dist\/types\/(engine|runtime-ui|plugins)\/.*\.d\.ts$/,
  /^definitions\/.*\.json$/,
  /^engine\/cli\/launch\.js$/,
];

interface Result {
  readonly code: number;
  readonly output: string;
}

/** A repository of a plugin, with the product installed from the tarball of `npm pack`; other packages are those of this repository. */
describe('A plugin in a repository of its own', () => {
  const { folder, theProgram } = useProgram('repository');
  const site = mkdtempSync(path.join(tmpdir(), 'muster-plugin-repository-'));
  const plugin = path.join(site, 'plugin');
  const installed = path.join(plugin, 'node_modules', 'muster');
  let product: CopiedProduct | undefined;
  let files: readonly string[] = [];

  /** Runs a program of a package. */
  const runTool = (file: string, ...args: readonly string[]): Promise<Result> =>
    run(process.execPath, [path.join(site, 'node_modules', file), ...args], { cwd: plugin, env: cleanEnvironment() }).then(
      toResult,
      toResult,
    );
  const runTests = (): Promise<Result> =>
    run('npm', ['test', '--silent'], { cwd: plugin, env: cleanEnvironment() }).then(toResult, toResult);

  beforeAll(async () => {
    product = copyProduct(theProgram());
    await run(process.execPath, ['--import', 'tsx', 'tests/package/build-types.ts', path.join(product.folder, 'dist', 'types')], {
      cwd: REPOSITORY_ROOT,
    });
    const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', site], { cwd: product.folder });
    const [packed] = JSON.parse(stdout) as readonly { readonly filename: string; readonly files: readonly { readonly path: string }[] }[];
    files = (packed?.files ?? []).map((file) => file.path);
    cpSync(path.resolve('tests/fixtures/plugin-repository'), plugin, { recursive: true });
    mkdirSync(installed, { recursive: true });
    await run('tar', ['-xzf', path.join(site, packed?.filename ?? ''), '-C', installed, '--strip-components=1']);
    symlinkSync(path.join(REPOSITORY_ROOT, 'node_modules'), path.join(site, 'node_modules'));
  }, TIMEOUT);
  afterAll(() => {
    product?.remove();
    rmSync(site, { recursive: true, force: true });
  });

  it('installs a tarball with what runs, the definitions and the types, and with nothing else', () => {
    expect(files.filter((file) => !SHIPPED.some((pattern) => pattern.test(file)))).toEqual([]);
    const { exports } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as {
      readonly exports: { readonly [entry: string]: string | { readonly [condition: string]: string } };
    };
    const targets = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)));
    for (const target of targets) expect(files).toContain(target.slice(2));
  });

  it('installs a product that starts', { timeout: TIMEOUT }, async () => {
    const dataFolder = path.join(folder, 'data');
    mkdirSync(dataFolder);
    const running = await startProduct({ file: path.join(installed, 'dist', 'server', 'main.js') }, { dataFolder });
    try {
      const admin = await running.signIn();
      expect((await admin.post('/api/leads/search', {})).status).toBe(200);
    } finally {
      await running.remove();
    }
  });

  it('is checked with the types of the product, its own modules included', { timeout: TIMEOUT }, async () => {
    expect(await runTool('typescript/bin/tsc', '-p', '.')).toEqual({ code: 0, output: '' });
  });

  it("passes its tests with Node's test runner and with vitest", { timeout: TIMEOUT }, async () => {
    const { code, output } = await runTests();
    expect(output).toMatch(/pass 5\b/);
    expect(code, output).toBe(0);
    const vitest = await runTool('vitest/vitest.mjs', 'run', 'vitest');
    expect(vitest.code, vitest.output).toBe(0);
  });

  it('fails its tests with a clear message when a rule is broken', { timeout: TIMEOUT }, async () => {
    const file = path.join(plugin, 'src', 'plugin.ts');
    const source = readFileSync(file, 'utf8');
    const rule = "if (event.before?.state === 'closed') context.refuse('ticket_closed');";
    expect(source).toContain(rule);
    writeFileSync(file, source.replace(rule, 'void event;'));
    const { code, output } = await runTests();
    writeFileSync(file, source);
    expect(code).not.toBe(0);
    expect(output).toContain("Expected the refusal 'ticket_closed', but nothing was refused. The result is {");
    expect(output).toContain('tickets.test.ts');
    expect(output).toMatch(/fail 1\b/);
  });
});

/** The environment without what the test runner of this repository sets. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'] };
}

function toResult(result: { readonly stdout: string; readonly stderr: string; readonly code?: number | string }): Result {
  return { code: typeof result.code === 'number' ? result.code : result.code === undefined ? 0 : 1, output: result.stdout + result.stderr };
}
