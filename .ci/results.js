// A vitest reporter: writes the result of each test file to the file named by RESULTS_FILE, as an array of { file,
// passed, failed }. An error outside of all tests counts as a failure of the file that ran at that time.
import { writeFileSync } from 'node:fs';

export default class Results {
  onTestRunEnd(modules, errors) {
    const results = modules.map((module) => {
      const tests = [...module.children.allTests()];
      const count = (state) => tests.filter((test) => test.result().state === state).length;
      // A file that does not load counts as one failure, though none of its tests ran.
      return { file: module.moduleId, passed: count('passed'), failed: Math.max(count('failed'), module.ok() ? 0 : 1) };
    });
    for (const { VITEST_TEST_PATH: file = 'outside of all tests' } of errors) {
      const known = results.find((result) => result.file === file);
      if (known) known.failed += 1;
      else results.push({ file, passed: 0, failed: 1 });
    }
    writeFileSync(process.env.RESULTS_FILE, JSON.stringify(results));
  }
}
