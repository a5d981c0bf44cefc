import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyProduct, type CopiedProduct } from './copied-product.ts';
import { startProduct, useProgram } from './product-process.ts';
import { runScript } from './run-script.ts';

const top = fileURLToPath(new URL('../../', import.meta.url));

describe('Commands', () => {
  const { folder, theProgram } = useProgram('commands');
  let copy: CopiedProduct | undefined;
  beforeAll(async () => {
    copy = copyProduct(theProgram());
  });
  afterAll(() => {
    copy?.remove();
  });
  const dataFolder = path.join(folder, 'data');
  const image = (): string => (copy as CopiedProduct).folder;
  const refuse = async (place: string, script: string, args: readonly string[], text: string): Promise<void> => {
    const ended = await runScript(place, script, args, dataFolder);
    expect([ended.code, ended.out]).toEqual([1, '']);
    expect(ended.err).toContain(text);
    expect(ended.err).not.toMatch(/\n\s+at /);
    expect(existsSync(dataFolder)).toBe(false);
  };

  it.each([
    ['seed', ['--size', 'x'], 'The size must be a whole number, 1 or more.'],
    ['seed', ['--size', '0'], 'The size must be a whole number, 1 or more.'],
    ['seed', ['--sise', '5'], '--sise'],
    ['export', [], 'Name the folder to write to.'],
    ['plan', [], 'Name the folder of an export.'],
    ['apply', ['a', 'b'], 'Name the folder of an export.'],
    ['apply', ['a', '--values', 'move'], 'The values can be keep or clear.'],
    ['migrate', ['--now'], '--now'],
    ['doctor', ['--fix'], '--fix'],
    ['backup', [], 'Name the folder to create'],
    ['restore', ['one', 'two'], 'Name the folder of the backup.'],
    ['restore', ['nowhere'], 'The backup'],
  ] as const)('refuse %s %j before anything is opened', async (script, args, text) => {
    await refuse(image(), script, args, text);
  });

  it('are listed by the command itself', () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [path.join(image(), 'engine/cli/launch.js'), ...args], { encoding: 'utf8' });
    const help = run('--help');
    expect(help.status).toBe(0);
    for (const name of ['backup', 'restore', 'doctor', 'check', 'export', 'migrate', 'seed']) expect(help.stdout).toContain(`  ${name}`);
    const unknown = run('run-command');
    expect([unknown.status, unknown.stdout]).toEqual([1, '']);
    expect(unknown.stderr).toContain(`There is no command run-command.\n\n${help.stdout}`);
  });

  it('check definitions without a start: those of the product, and those of a folder with all that is wrong', async () => {
    const valid = await runScript(image(), 'check:definitions', [], dataFolder);
    expect(valid).toEqual({ code: 0, out: 'The definitions are valid.\n', err: '' });
    const other = path.join(folder, 'broken');
    mkdirSync(path.join(other, 'things'), { recursive: true });
    writeFileSync(path.join(other, 'things', 'module.json'), '{\n  "id": things\n}');
    const broken = await runScript(image(), 'check:definitions', [other], dataFolder);
    expect([broken.code, broken.err]).toEqual([1, '']);
    expect(broken.out).toContain('broken/things/module.json /: It is not JSON: line 2, column 9.\n');
    await refuse(image(), 'check:definitions', [path.join(folder, 'nowhere')], 'There is no folder');
  });

  it('in an image create demo data of the requested size, migrate, and export the served definitions', async () => {
    const seeded = await runScript(image(), 'seed', ['--size', '20'], dataFolder);
    expect([seeded.code, seeded.err]).toEqual([0, '']);
    expect(seeded.out).toMatch(/leads: 20 of 20/);
    expect(await runScript(image(), 'migrate', [], dataFolder)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/The data in SQLite \S+ are up to date; definitions of version \d+\.\n$/) as string,
    });
    const target = path.join(dataFolder, 'exported');
    expect(await runScript(image(), 'export', [target], dataFolder)).toMatchObject({ code: 0, err: '' });
    const file = path.join(target, 'modules/leads/module.json');
    expect(await runScript(image(), 'plan', [target, '--check'], dataFolder)).toEqual({ code: 0, out: 'Nothing changes.\n', err: '' });
    const module = JSON.parse(readFileSync(file, 'utf8')) as { label: string };
    writeFileSync(file, JSON.stringify({ ...module, label: 'Prospects' }));
    const text = `module/leads is changed\n  The label changes from '${module.label}' to 'Prospects'\n`;
    expect(await runScript(image(), 'plan', [target, '--check'], dataFolder)).toEqual({ code: 1, out: text, err: '' });
    expect(await runScript(image(), 'apply', [target, '--check'], dataFolder)).toEqual({ code: 0, out: text, err: '' });
    expect(await runScript(image(), 'apply', [target], dataFolder)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Applied; the definitions have the version') as string,
    });
    expect(await runScript(image(), 'plan', [target, '--check'], dataFolder)).toMatchObject({ code: 0, out: 'Nothing changes.\n' });
    expect(existsSync(path.join(target, 'modules/leads/module.json'))).toBe(true);
    const examined = await runScript(image(), 'doctor', ['--json'], dataFolder);
    const { problems, results } = JSON.parse(examined.out) as { problems: number; results: { check: string; state: string }[] };
    expect([examined.code, examined.err]).toEqual([problems === 0 ? 0 : 1, '']);
    // The disk of the machine that runs the tests may be full.
    expect(results.filter(({ check, state }) => check !== 'disk' && state === 'problem')).toEqual([]);
    expect(results.map(({ check }) => check)).toContain('references');
    const nowhere = await runScript(image(), 'doctor', [], folder);
    expect(nowhere.code).toBe(1);
    expect(nowhere.out).toMatch(/^PROBLEM {3}Store +There is no .*muster\.sqlite\.$/m);
    const product = await startProduct(theProgram(), { dataFolder, environment: { MUSTER_SEED: 'demo' } });
    try {
      // The start does not seed demo data again.
      expect((await (await product.signIn()).post('/api/leads/search', {})).body.total).toBe(20);
    } finally {
      await product.remove();
    }
  });

  it('also work in a clone, from the sources', async () => {
    const ended = await runScript(top, 'migrate', [], path.join(folder, 'clone'));
    expect([ended.code, ended.err]).toEqual([0, '']);
    expect(existsSync(path.join(folder, 'clone', 'muster.sqlite'))).toBe(true);
  });
});
