// Counts the results of `npm test`, and runs the failed files once more, alone. Arguments: the folder of first.json,
// and the exit code of `npm test`: 1 if tests failed, 2 if the check failed, 3 if both failed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const [folder = '', status = '1'] = process.argv.slice(2);

/** Few files fail intermittently; if more than these failed, they have a common cause. */
const MAX_RERUNS = 12;

/** The results that `results.js` wrote; undefined if the run ended before. */
function readResults(name) {
  const file = path.join(folder, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Runs each file in a separate vitest process. */
function rerun(files) {
  return files.flatMap((file, index) => {
    const name = `rerun-${index}.json`;
    spawnSync('npx', ['vitest', 'run', path.relative('.', file), '--reporter=default', '--reporter=./.ci/results.js'], {
      stdio: 'inherit',
      env: { ...process.env, RESULTS_FILE: path.join(folder, name) },
    });
    const results = readResults(name) ?? [];
    return results.every(({ failed }) => failed === 0) ? results : [];
  });
}

const sum = (results, of) => results.reduce((all, one) => all + one[of], 0);

function finish(passed, failed) {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

const first = readResults('first.json');
if (first === undefined) finish(0, 1);
else {
  const broken = first.filter(({ failed }) => failed > 0);
  if (broken.length > MAX_RERUNS) console.log(`more than ${MAX_RERUNS} files failed: none run again`);
  const reruns = broken.length <= MAX_RERUNS ? rerun(broken.map(({ file }) => file).filter((file) => existsSync(file))) : [];
  for (const { file, errors } of broken) for (const error of errors) console.log(`failed at first: ${path.relative('.', file)}: ${error}`);
  for (const { file } of reruns) console.log(`flaky: ${path.relative('.', file)}`);
  const results = first.map((one) => reruns.find(({ file }) => file === one.file) ?? one);
  // The check failed, or the run failed for a reason outside of the files.
  const others = Number(status) >= 2 || (status !== '0' && broken.length === 0) ? 1 : 0;
  finish(sum(results, 'passed'), sum(results, 'failed') + others);
}
