// A vitest reporter: writes the result of each test file to the file named by RESULTS_FILE, as an array of { file,
// passed, failed, errors }, where errors name each failed test and its first error. An error outside of all tests counts
// as a failure of the file that ran at that time.
import { writeFileSync } from 'node:fs';

/** The first error of a test or suite, shortened. */
function describe(name, [error]) {
  return error ? [`${name}: ${(error.message ?? String(error)).slice(0, 500)}`] : [];
}

export default class Results {
  onTestRunEnd(modules, errors) {
    const results = modules.map((module) => {
      const tests = [...module.children.allTests()];
      const count = (state) => tests.filter((test) => test.result().state === state).length;
      const texts = [module, ...module.children.allSuites()].flatMap((one) => describe(one.fullName ?? 'file', one.errors()));
      for (const test of tests) texts.push(...describe(test.fullName, test.result().errors ?? []));
      // A file that does not load counts as one failure, though none of its tests ran.
      return { file: module.moduleId, passed: count('passed'), failed: Math.max(count('failed'), module.ok() ? 0 : 1), errors: texts };
    });
    for (const error of errors) {
      const { VITEST_TEST_PATH: file = 'outside of all tests' } = error;
      let result = results.find((one) => one.file === file);
      if (!result) results.push((result = { file, passed: 0, failed: 0, errors: [] }));
      result.failed += 1;
      result.errors.push(...describe('outside of a test', [error]));
    }
    writeFileSync(process.env.RESULTS_FILE, JSON.stringify(results));
  }
}
