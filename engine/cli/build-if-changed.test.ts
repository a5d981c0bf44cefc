import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const COMMAND = path.resolve('engine/cli/build-if-changed.js');

/** A build that fails while the file `broken` exists, and otherwise writes both outputs. */
const BUILD = `
const fs = require('node:fs');
if (fs.existsSync('broken')) process.exit(3);
for (const folder of ['dist/server', 'dist/ui']) fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync('dist/server/main.js', 'built');
fs.writeFileSync('dist/ui/index.html', 'built');
console.log('BUILDS');
`;

describe('npm start', () => {
  let folder: string;
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  /** Whether a run of the command called the build; its exit code must be 0. */
  const builds = (): boolean => execFileSync(process.execPath, [COMMAND], { cwd: folder, encoding: 'utf8' }).includes('BUILDS');

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'muster-build-'));
    write('package.json', JSON.stringify({ name: 'site', scripts: { build: 'node build.cjs' }, muster: { plugins: ['site-plugin'] } }));
    write('build.cjs', BUILD);
    write('engine/main.ts', '1');
    write('runtime-ui/main.tsx', '1');
    write('node_modules/.package-lock.json', '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('builds at the first start, and then only when something that a build reads changes', () => {
    expect([builds(), builds()]).toEqual([true, false]);
    const unread = ['engine/main.test.ts', 'engine/README.md', 'plugins/tickets/definitions/a/module.json', 'definitions/a/module.json'];
    for (const file of unread) write(file, '2');
    expect(builds()).toBe(false);
    const added = ['engine/records/new-file.ts', 'plugins/tickets/ui/index.ts'];
    for (const file of ['engine/main.ts', ...added, 'node_modules/.package-lock.json']) {
      write(file, '2');
      expect(builds(), file).toBe(true);
    }
    unlinkSync(path.join(folder, 'engine/records/new-file.ts'));
    expect([builds(), builds()]).toEqual([true, false]);
  });

  it('builds again when an output is deleted or cut', () => {
    builds();
    unlinkSync(path.join(folder, 'dist/ui/index.html'));
    expect(builds()).toBe(true);
    write('dist/server/main.js', '');
    expect([builds(), builds()]).toEqual([true, false]);
  });

  it('builds again when a plugin that is linked into node_modules changes', () => {
    const plugin = mkdtempSync(path.join(tmpdir(), 'muster-plugin-'));
    try {
      writeFileSync(path.join(plugin, 'index.js'), '1');
      symlinkSync(plugin, path.join(folder, 'node_modules/site-plugin'), 'junction');
      builds();
      writeFileSync(path.join(plugin, 'index.js'), '2');
      expect([builds(), builds()]).toEqual([true, false]);
    } finally {
      rmSync(plugin, { recursive: true, force: true });
    }
  });

  it('fails when the build fails, and builds again although the change is undone', () => {
    builds();
    write('broken', '');
    write('engine/main.ts', '2');
    expect(spawnSync(process.execPath, [COMMAND], { cwd: folder }).status).toBe(3);
    unlinkSync(path.join(folder, 'broken'));
    write('engine/main.ts', '1');
    expect([builds(), builds()]).toEqual([true, false]);
  });
});
