// `npm test` and `npm run test:full`: format check, type check and lint in parallel with the tests. Arguments are passed to vitest.
// Exit codes: 0 if all passed, 1 if tests failed, 2 if the check failed, 3 if both failed.
import { spawn } from 'node:child_process';

const args = process.argv.slice(2);
const isFull = args[0] === '--full';
const environment = { ...process.env, ...(isFull ? { MUSTER_TEST_FULL: '1' } : {}) };

interface Finished {
  readonly failed: boolean;
  readonly output: string;
}

/** Runs a command; its output is returned, or printed immediately. */
function run(command: string, given: readonly string[], prints: 'at once' | 'at the end'): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(command, given, { env: environment, stdio: prints === 'at once' ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()));
    child.once('error', (error) => resolve({ failed: true, output: `${output}${error.message}\n` }));
    child.once('close', (code) => resolve({ failed: code !== 0, output }));
  });
}

const [check, tests] = await Promise.all([
  run('npm', ['run', '--silent', 'check'], 'at the end'),
  run('npx', ['vitest', 'run', ...args.slice(isFull ? 1 : 0)], 'at once'),
]);
process.stdout.write(check.failed ? `\nThe check (npm run check) failed:\n${check.output}` : '\nThe check (npm run check) passed.\n');
process.exitCode = (tests.failed ? 1 : 0) + (check.failed ? 2 : 0);
