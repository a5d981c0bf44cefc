export default { cwd: '/work/h18d', input: {
 'reader-thread': './engine/adapters/sqlite/threads/reader-thread.ts', 'writer-thread': './engine/adapters/sqlite/threads/writer-thread.ts',
 'merge-pdf-thread': './engine/files/pdf/merge-pdf-thread.ts', 'read-document-thread': './plugins/credentialing/server/reading/read-document-thread.ts',
 'parse-mail-thread': './plugins/mailbox/server/services/parse-mail-thread.ts', 'thumbnail-thread': './engine/files/thumbnails/thumbnail-thread.ts',
 'try-demo': './tests/api/demo-data.test.ts' }, platform: 'node', external: (id) => id !== 'vitest' && /^(node:|@?[a-z])/.test(id) && !id.startsWith('#'), resolve: { alias: { vitest: '/work/h18d/.h18d-shim.ts' } },
 output: { dir: '/work/h18d/dist/server', cleanDir: false, format: 'esm', sourcemap: false, chunkFileNames: '[name]-[hash].js', entryFileNames: '[name].js' } };
