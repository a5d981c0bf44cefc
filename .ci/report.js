// Counts what `npm test` reported, and runs the files that failed once more, alone. Arguments: the folder of first.json,
// and how `npm test` ended: 1 when tests failed, 2 when the check failed, 3 when both did.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const [folder = '', status = '1'] = process.argv.slice(2);

/** Files that fail by chance are few; more than these failed for one cause. */
const MOST_AGAIN = 12;

/** Passed and failed tests of each file. A file that does not load counts as one failure, though no test of it ran. */
function readReport(name) {
  try {
    const { testResults } = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    return testResults.map(({ name: file, status: outcome, assertionResults }) => {
      const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length;
      return { file, passed: count('passed'), failed: outcome === 'failed' ? Math.max(1, count('failed')) : 0 };
    });
  } catch {
    return undefined;
  }
}

/** Runs each file in a vitest of its own. */
function runAgain(files) {
  return files.flatMap((file, index) => {
    const name = `again-${index}.json`;
    const given = ['vitest', 'run', path.relative('.', file), '--reporter=default', '--reporter=json', `--outputFile.json=${path.join(folder, name)}`];
    spawnSync('npx', given, { stdio: 'inherit' });
    return readReport(name) ?? [];
  });
}

const sum = (results, of) => results.reduce((all, one) => all + one[of], 0);

function finish(passed, failed) {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

const first = readReport('first.json');
if (first === undefined) finish(0, 1);
else {
  const broken = first.filter(({ failed }) => failed > 0);
  const again = broken.length > 0 && broken.length <= MOST_AGAIN ? runAgain(broken.map(({ file }) => file)) : [];
  const results = first.map((one) => again.find(({ file }) => file === one.file) ?? one);
  for (const { file } of broken) if (results.some((one) => one.file === file && one.failed === 0)) console.log(`flaky: ${path.relative('.', file)}`);
  let failed = sum(results, 'failed');
  // The check failed, or something outside of all tests did.
  if (Number(status) >= 2 || (status !== '0' && broken.length === 0)) failed += 1;
  finish(sum(results, 'passed'), failed);
}
