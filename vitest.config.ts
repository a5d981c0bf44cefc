import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['engine/**/*.test.ts', 'runtime-ui/**/*.test.{ts,tsx}', 'plugins/**/*.test.{ts,tsx}', 'definitions/**/*.test.ts', 'tests/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/prepare-run.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
