import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The server that the development server hands API calls to. */
const API = process.env['MUSTER_API'] ?? 'http://localhost:3000';

/** Rooms whose files only declare; kit is none of them, for it lays its styles as it is imported. */
const PURE_ROOMS = /\/(engine\/model|runtime-ui\/(client|extensions|fields|headless|views))\/.*\.tsx?$/;

/** Smaller files travel as they are. */
const LEAST_BYTES = 1024;

/** Lays a .br and a .gz beside each text file, so that the server compresses nothing while it serves. */
function compressFiles(): Plugin {
  let outDir = '';
  const compress = async (file: string) => {
    const bytes = await readFile(file);
    if (bytes.length < LEAST_BYTES) return;
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  };
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const names = await readdir(outDir, { recursive: true });
      await Promise.all(names.filter((name) => /\.(js|css|html|svg)$/.test(name)).map((name) => compress(path.join(outDir, name))));
    },
  };
}

/** `@rjsf/core` names a validator that only its own tests use, and that would not pass the content security policy. */
function leaveOutTestValidator(): Plugin {
  const name = '@rjsf/validator-ajv8';
  return {
    name: 'leave-out-test-validator',
    enforce: 'pre',
    resolveId: (source) => (source === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? 'export default undefined;' : undefined),
  };
}

/** The browser half: one page, an early part up to the shell, and the grid, the forms and each page where they are first used. */
export default defineConfig({
  root: 'runtime-ui',
  publicDir: 'public',
  plugins: [leaveOutTestValidator(), react(), compressFiles()],
  build: {
    outDir: '../dist/ui',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // The polyfill would be an inline script, which the content security policy forbids.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    // A door that names much brings only what is used of it: these rooms do nothing when they are merely imported.
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: PURE_ROOMS, sideEffects: false }] } },
  },
  server: { port: 3200, strictPort: true, proxy: { '/api': { target: API, changeOrigin: false } } },
  preview: { port: 3201, proxy: { '/api': { target: API } } },
});
