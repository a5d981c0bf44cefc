import { defineConfig } from 'vitest/config';
import { getTimeoutFactor, timeNode } from './tests/bench/time-node.ts';
import { SlowestFirst } from './tests/support/slowest-first.ts';

/** Timeouts are longer on a slower machine. */
const timeoutFactor = getTimeoutFactor(timeNode());

/** Tests of the UI that render into a document without a browser. */
const DOM_TESTS = [
  'runtime-ui/**/*.test.tsx',
  'plugins/**/*.test.tsx',
  ...[
    'client/browser-storage',
    'client/client',
    'features/idle/idle-watch',
    'features/studio/draft/draft-store',
    'headless/bulk/undo-with-progress',
    'headless/form/save-idempotently',
    'headless/live/sync-query-cache',
    'kit/lazy/load-with-retry',
    'views/merge/merge-rows',
  ].map((file) => `runtime-ui/${file}.test.ts`),
];

export default defineConfig({
  test: {
    globalSetup: 'tests/support/prepare-run.ts',
    setupFiles: 'tests/support/prepare-file.ts',
    provide: { timeoutFactor },
    testTimeout: 60_000 * timeoutFactor,
    hookTimeout: 120_000 * timeoutFactor,
    expect: { poll: { timeout: 15_000 * timeoutFactor } },
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirst },
    unstubGlobals: true,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            'engine/**/*.test.ts',
            'runtime-ui/**/*.test.ts',
            'plugins/**/*.test.ts',
            'definitions/**/*.test.ts',
            'tests/**/*.test.ts',
          ],
          // The tests of fixtures run in their own installations.
          exclude: [...DOM_TESTS, 'tests/fixtures/**'],
          // The files of a worker share its modules, its browser and its prepared stores: see tests/README.md.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'dom', include: DOM_TESTS, environment: 'jsdom' } },
    ],
  },
});
