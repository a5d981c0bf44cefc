import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from './sources.ts';

/** Runs the program of `npm run where`. */
function runWhere(...files: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync(process.execPath, ['--import', 'tsx', 'tests/architecture/where.ts', ...files], {
    cwd: REPOSITORY_ROOT,
    encoding: 'utf8',
  });
}

describe('npm run where', () => {
  it('prints the overview of the package that contains a file, whether or not the file exists', () => {
    for (const file of ['engine/records/history/read-audit.ts', `${REPOSITORY_ROOT}/engine/records/not-there-yet.ts`]) {
      const { status, stdout } = runWhere(file);
      expect(status).toBe(0);
      expect(stdout).toContain('# engine/records');
      expect(stdout).toContain('May import: ');
    }
    expect(runWhere('engine/adapters/sqlite/query/candidate-query.ts').stdout).toContain('better-sqlite3');
  });

  it('prints its usage, and reports a file outside of all packages', () => {
    expect(runWhere()).toMatchObject({ status: 1, stderr: 'Usage: npm run where <file>\n' });
    expect(runWhere('../elsewhere.ts')).toMatchObject({ status: 1, stderr: '../elsewhere.ts is in no package.\n' });
  });
});
