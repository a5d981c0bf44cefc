// `npm run test:repeat <file> [-- --times 50] [--busy]`: runs a test file repeatedly to find tests that fail
// intermittently. --busy keeps two processors busy at the same time. Exits with 1 if a run failed; the output of failed
// runs is saved.
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildFolder } from './run-names.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '50' },
    busy: { type: 'boolean', default: false },
    spin: { type: 'boolean', default: false },
  },
});

/** Runs the files once. Returns the output if they failed. */
function runOnce(runFolder: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn('npx', ['vitest', 'run', ...positionals], {
      env: { ...process.env, MUSTER_RUN_FOLDER: runFolder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    child.once('close', (code) => resolve(code === 0 ? undefined : output));
  });
}

async function repeat(times: number): Promise<void> {
  // Build output and prepared data of a run are used again by the following runs.
  const runFolder = mkdtempSync(path.join(tmpdir(), 'muster-run-'));
  const outputs = mkdtempSync(path.join(tmpdir(), 'muster-repeat-'));
  const busy: readonly ChildProcess[] = values.busy ? [1, 2].map(() => fork(process.argv[1] ?? '', ['--spin'])) : [];
  let failed = 0;
  for (let round = 1; round <= times; round += 1) {
    const output = await runOnce(runFolder);
    if (output !== undefined) {
      failed += 1;
      writeFileSync(path.join(outputs, `${round}.log`), output);
    }
    process.stdout.write(
      `run ${round} of ${times}: ${output === undefined ? 'passed' : `failed, see ${path.join(outputs, `${round}.log`)}`}\n`,
    );
  }
  for (const one of busy) one.kill();
  for (const folder of [runFolder, buildFolder(runFolder), ...(failed === 0 ? [outputs] : [])])
    rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`${times - failed} of ${times} passed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Keeps a processor busy as long as the parent process runs. */
function spin(): void {
  for (const parent = process.ppid; process.ppid === parent; ) Math.random();
}

if (values.spin) spin();
else if (positionals.length === 0) {
  process.stderr.write('Name a test file: npm run test:repeat tests/api/live.test.ts\n');
  process.exitCode = 1;
} else await repeat(Number(values.times));
