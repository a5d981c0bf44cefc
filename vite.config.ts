import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The server that the development server hands API calls to. */
const API = process.env['MUSTER_API'] ?? 'http://localhost:3000';

/** Packages without side effects on import; kit is not one of them, because it loads its styles. */
const PURE_PACKAGES = /\/(engine\/model|runtime-ui\/(client|extensions|fields|headless|views))\/.*\.tsx?$/;

/** Modules that the shell or the first list has in any case. */
const SHELL_MODULES = /\/runtime-ui\/(kit\/(?!icons\/more-icons|drag\/|texts\/late\/)|extensions|client\/(?!live\/live-socket)|headless\/(module\/|kept\/(?!kept-forms)))|\/node_modules\/(react|react-dom|react-router|scheduler|zustand|@tanstack\/[^/]+)\//;

/** Smaller files travel as they are. */
const MIN_BYTES = 1024;

/** Lays a .br and a .gz beside each text file, so that the server compresses nothing while it serves. */
function compressFiles(): Plugin {
  let outDir = '';
  const compress = async (file: string) => {
    // Loaded where it is used, for it ends its process at the first rejection that nobody handles: a test reads this file too.
    const { gzipAsync } = await import('@gfx/zopfli');
    const bytes = await readFile(file);
    if (bytes.length < MIN_BYTES) return;
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
    // Three bytes of a hundred fewer than zlib's best; more rounds find next to nothing.
    await writeFile(`${file}.gz`, await gzipAsync(bytes, { numiterations: 1 }));
  };
  return {
    name: 'compress-files',
    apply: (_config, { command, mode }) => command === 'build' && mode === 'production',
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

/** The entry points for the client part of a plugin, also of an npm package, whose own package.json does not know them. */
export const ENTRY_POINTS = { '#ui': path.resolve('runtime-ui/index.ts'), '#engine/model': path.resolve('engine/model/index.ts') };

/** Puts the browser halves of plugins from packages in the place of plugins/packaged.ui.ts: each exports `ui` of `<package>/ui`. `from` is where the packages are looked for. */
export function packagedPlugins(names: readonly string[], from = path.resolve('package.json')): Plugin {
  return {
    name: 'packaged-plugins',
    async load(id) {
      if (names.length === 0 || !id.endsWith('/plugins/packaged.ui.ts')) return undefined;
      const entries: string[] = [];
      for (const name of names) {
        // A plugin without a browser half has no such entry; one that is not installed stops the server at its start.
        const half = await this.resolve(`${name}/ui`, from, { skipSelf: true });
        if (half !== null) entries.push(half.id);
      }
      const imports = entries.map((half, index) => `import { ui as ui${index} } from ${JSON.stringify(half)};`);
      return [...imports, `export const PACKAGED_CONTRIBUTIONS = [${entries.map((_, index) => `ui${index}`).join(', ')}];`].join('\n');
    },
  };
}

/** What `muster.plugins` of package.json names. */
function readPackages(): readonly string[] {
  return (JSON.parse(readFileSync('package.json', 'utf8')) as { readonly muster?: { readonly plugins?: readonly string[] } }).muster?.plugins ?? [];
}

/** The browser half: one page, an early part up to the shell, and the grid, the forms and each page where they are first used. */
export default defineConfig({
  root: 'runtime-ui',
  publicDir: 'public',
  plugins: [leaveOutTestValidator(), packagedPlugins(readPackages()), react(), compressFiles()],
  resolve: { alias: ENTRY_POINTS },
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
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: PURE_PACKAGES, sideEffects: false }] },
      // What every page is made of comes as one: dozens of small files are a sixth larger on their way.
      output: { codeSplitting: { groups: [{ name: 'shell', test: SHELL_MODULES }] } },
    },
  },
  server: { port: 3200, strictPort: true, proxy: { '/api': { target: API, changeOrigin: false } } },
  preview: { port: 3201, proxy: { '/api': { target: API } } },
});
