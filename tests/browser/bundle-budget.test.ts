import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUDGETS, readBundleSizes } from './bundle-budget.ts';

const top = fileURLToPath(new URL('../../', import.meta.url));

describe('The JavaScript that a browser is sent, gzipped,', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-bundle-'));
  // In a process of its own, as `npm run build` does it: within a test React would be the one for development.
  beforeAll(() => {
    const vite = path.join(top, 'node_modules/vite/bin/vite.js');
    execFileSync(process.execPath, [vite, 'build', '--config', 'vite.config.ts', '--outDir', folder, '--emptyOutDir', '--manifest', '--logLevel', 'error'], { cwd: top, env: { ...process.env, NODE_ENV: 'production' } });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(`is at most ${BUDGETS.shell} bytes up to the shell, and ${BUDGETS.grid} up to the first grid`, () => {
    const { shell, grid } = readBundleSizes(folder);
    expect(shell).toBeLessThanOrEqual(BUDGETS.shell);
    expect(grid).toBeLessThanOrEqual(BUDGETS.grid);
    // The grid is no part of the shell, else it would be measured twice or not at all.
    expect(grid - shell).toBeGreaterThan(100_000);
  });
});
