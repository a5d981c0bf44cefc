import { isBuiltin } from 'node:module';
import { defineConfig } from 'rolldown';

/** Packages of so many files that a thread would need more time to load them than for its work: they are part of its file. */
const BUNDLED = /^(pdf-lib|@pdf-lib\/fontkit)$/;

/** Whether an import stays one: of a package, unless the thread for documents or a bundled package imports it. */
function isExternal(id: string, importer: string | undefined): boolean {
  if (!/^(node:|@?[a-z])/.test(id) || id.startsWith('#')) return false;
  if (importer?.includes('/node_modules/') === true) return isBuiltin(id);
  return !(BUNDLED.test(id) && importer?.includes('/plugins/signing/server/pdf/') === true);
}

/** The server part in one file, with its threads and its commands as separate files; packages stay in node_modules, but for a few. */
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
    'parse-mail-thread': 'plugins/mailbox/server/services/parse-mail-thread.ts',
    'document-pdf-thread': 'plugins/signing/server/pdf/document-pdf-thread.ts',
    'thumbnail-thread': 'engine/files/thumbnails/thumbnail-thread.ts',
    // The entry points that plugins from packages, and their tests, import.
    'entry-points/engine': 'engine/index.ts',
    'entry-points/model': 'engine/model/index.ts',
    'entry-points/testing': 'engine/testing/index.ts',
    'resolve-entry-points': 'engine/application/resolve-entry-points.js',
  },
  platform: 'node',
  external: isExternal,
  output: {
    dir: 'dist/server',
    cleanDir: true,
    format: 'esm',
    sourcemap: true,
    chunkFileNames: '[name]-[hash].js',
    entryFileNames: '[name].js',
  },
});
