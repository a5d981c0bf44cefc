import { defineConfig } from 'rolldown';

/** The server part in one file, with its threads and its commands as separate files; packages stay in node_modules. */
export default defineConfig({
  input: {
    main: 'engine/main.ts',
    'reader-thread': 'engine/adapters/sqlite/threads/reader-thread.ts',
    'cli/seed': 'engine/cli/seed.ts',
    'cli/migrate': 'engine/cli/migrate.ts',
    'cli/export': 'engine/cli/export.ts',
    'cli/plan': 'engine/cli/plan.ts',
    'cli/apply': 'engine/cli/apply.ts',
    'cli/backup': 'engine/cli/backup.ts',
    'cli/restore': 'engine/cli/restore.ts',
    'cli/doctor': 'engine/cli/doctor.ts',
    'cli/replay': 'engine/cli/replay.ts',
    'cli/check': 'engine/cli/check.ts',
    'writer-thread': 'engine/adapters/sqlite/threads/writer-thread.ts',
    'merge-pdf-thread': 'engine/files/pdf/merge-pdf-thread.ts',
    'read-document-thread': 'plugins/credentialing/server/reading/read-document-thread.ts',
    'parse-mail-thread': 'plugins/mailbox/server/services/parse-mail-thread.ts',
    'thumbnail-thread': 'engine/files/thumbnails/thumbnail-thread.ts',
    // The entry points that plugins from packages, and their tests, import.
    'entry-points/engine': 'engine/index.ts',
    'entry-points/model': 'engine/model/index.ts',
    'entry-points/testing': 'engine/testing/index.ts',
    'resolve-entry-points': 'engine/application/resolve-entry-points.js',
  },
  platform: 'node',
  external: (id) => /^(node:|@?[a-z])/.test(id) && !id.startsWith('#'),
  output: {
    dir: 'dist/server',
    cleanDir: true,
    format: 'esm',
    sourcemap: true,
    chunkFileNames: '[name]-[hash].js',
    entryFileNames: '[name].js',
  },
});
