import { defineConfig } from 'vitest/config';
import { stretchOf, timeNode } from './tests/bench/time-node.ts';

/** What is waited for may take longer on a slower machine; two workers share this one. */
const stretch = stretchOf(timeNode());

export default defineConfig({
  test: {
    include: ['engine/**/*.test.ts', 'runtime-ui/**/*.test.{ts,tsx}', 'plugins/**/*.test.{ts,tsx}', 'definitions/**/*.test.ts', 'tests/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/prepare-run.ts',
    setupFiles: 'tests/support/prepare-file.ts',
    provide: { stretch },
    testTimeout: 60_000 * stretch,
    hookTimeout: 120_000 * stretch,
    expect: { poll: { timeout: 15_000 * stretch } },
    maxWorkers: 2,
  },
});
