import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The server that the development server forwards API requests to. */
const API = process.env['MUSTER_API'] ?? 'http://localhost:3000';

/** Packages without side effects on import; kit is not one of them, because it loads its styles. */
const PURE_PACKAGES = /\/(engine\/model|runtime-ui\/(charts|client|extensions|fields|headless|kit\/tiles|views))\/.*\.tsx?$/;

/** Modules that the shell or the first list always loads. */
const SHELL_MODULES =
  /\/engine\/model\/(time\/(?!back-off)|values\/text|field-types\/field-type\.)|\/runtime-ui\/(kit\/(?!icons\/more-icons|drag\/|tiles\/|frame\/mode-bar|texts\/lazy\/)|extensions|client\/(?!batch-reader|live\/(handle-server-message|live-socket)|renew-preview|retrieve-file|(access|access-overview|api-token|attention|batch|export|file|import|notification|own-account|record-links|audit|change-set|definition|demo-data|impersonation|index|layout-cost|operations|people|plugin|queue|setting|webhook|workflow-run)-api)|headless\/(module\/|local-state\/(?!local-drafts)))|\/node_modules\/(react|react-dom|react-router|scheduler|zustand|@tanstack\/[^/]+)\//;

/** Icons of the first list, some of which the shell shows too: in a chunk of their own they are larger when transferred. */
const LIST_ICONS =
  /\/lucide-react\/dist\/esm\/icons\/(arrow-(down|left|up)|chevron-down|columns-3|file-up|keyboard|layers|log-out|moon|palette|rotate-ccw-clock|sun|user-round|ellipsis|eye|eye-off|list-plus|rows-3|triangle-exclamation-point)\.m?js/;

/** Components of the sign-in page and of the first list: in chunks of their own they are larger when transferred. */
const FIRST_COMPONENTS = /\/@mantine\/core\/esm\/(components\/(ActionIcon|Checkbox)|utils\/InlineInput)\//;

/** Conditions, and what forms evaluate with them: the first list loads them, the shell does not. */
const RECORD_RULES =
  /\/engine\/model\/(rules|visibility|conditions\/(evaluate-condition|list-variables))|\/runtime-ui\/headless\/form\/(condition-record|visible-fields|form-rules)/;

/** What the first page and the first list share: in one chunk they are smaller when transferred. */
const FIRST_PAGES =
  /\/runtime-ui\/(fields\/(dates\/format-dates|masks\/|values\/format-value)|headless\/(list\/(address-terms|list-query|list-route|list-state|list-views|use-saved-views)|live\/list-listener)|views\/use-url-params)/;

/** Modules of the first list that other lazy pages load too: each in a chunk of its own they are a fifth larger when transferred. */
const LIST_MODULES =
  /\/runtime-ui\/(fields\/values\/(simple-values|field-value|relate-value)|headless\/(live\/use-live|list\/(column-preferences|use-list\.)|record\/use-record-names)|views\/(dialogs\/(explain-popover|explained-button)|grid\/grid-columns|list-parts|module-loader|module-parts|page-actions|record-pager\/use-navigate-from-list|use-page-shortcuts))/;

/** Icons of the first page that lazy pages load too: otherwise the first page would load those of all of them. */
const HOME_ICONS =
  /\/lucide-react\/dist\/esm\/icons\/(alarm-clock|bell|calendar-days|check|chevron-right|circle-question-mark|house|list-checks|mail|message-square-text|pencil|phone|plus|sliders-horizontal|trash|trending-(down|up)|users|venetian-mask)\.m?js/;

/** Icons that several lazy pages share: as chunks of their own their names alone are a thousand bytes of the first page. */
const ICONS = /\/lucide-react\/dist\/esm\/icons\//;

/** Smaller files are not compressed. */
const MIN_BYTES = 1024;

/** Writes a .br and a .gz next to each text file, so that the server does not compress while it serves. */
function compressFiles(): Plugin {
  let outDir = '';
  const compress = async (file: string) => {
    // Loaded lazily, because it ends its process at the first unhandled rejection: a test imports this file too.
    const { gzipAsync } = await import('@gfx/zopfli');
    const bytes = await readFile(file);
    if (bytes.length < MIN_BYTES) return;
    await writeFile(
      `${file}.br`,
      await promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
    );
    // Three percent smaller than zlib's best; more iterations gain almost nothing.
    await writeFile(`${file}.gz`, await gzipAsync(bytes, { numiterations: 5 }));
  };
  return {
    name: 'compress-files',
    apply: (_config, { command, mode }) => command === 'build' && mode === 'production',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const names = await readdir(outDir, { recursive: true });
      await Promise.all(names.filter((name) => /\.(m?js|css|html|svg|wasm)$/.test(name)).map((name) => compress(path.join(outDir, name))));
    },
  };
}

/** Decoders and character maps that the PDF reader loads by their names when a document needs them; the folder has its version. */
function addPdfParts(): Plugin {
  const from = path.resolve('node_modules/pdfjs-dist');
  const { version } = JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8')) as { readonly version: string };
  return {
    name: 'add-pdf-parts',
    apply: 'build',
    async generateBundle() {
      for (const folder of ['wasm', 'cmaps'])
        for (const name of await readdir(path.join(from, folder)))
          if (/\.(wasm|js|bcmap)$/.test(name))
            this.emitFile({
              type: 'asset',
              fileName: `assets/pdf-${version}/${folder}/${name}`,
              source: await readFile(path.join(from, folder, name)),
            });
    },
  };
}

/** `@rjsf/core` imports a validator that only its own tests use, and that violates the content security policy. */
function leaveOutTestValidator(): Plugin {
  const name = '@rjsf/validator-ajv8';
  return {
    name: 'leave-out-test-validator',
    enforce: 'pre',
    resolveId: (source) => (source === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? 'export default undefined;' : undefined),
  };
}

/**
 * The entry points for the client part of a plugin, also of an npm package, whose own package.json does not define them.
 * Only these names: `#engine/model/filter` and the other parts are resolved by the package.json of the product.
 */
export const ENTRY_POINTS = [
  { find: /^#ui$/, replacement: path.resolve('runtime-ui/index.ts') },
  { find: /^#engine\/model$/, replacement: path.resolve('engine/model/index.ts') },
];

/**
 * Replaces plugins/packaged.ui.ts with the client parts of plugins from packages: each exports `ui` of `<package>/ui`.
 * `from` is where the packages are resolved.
 */
export function packagedPlugins(names: readonly string[], from = path.resolve('package.json')): Plugin {
  return {
    name: 'packaged-plugins',
    async load(id) {
      if (names.length === 0 || !id.endsWith('/plugins/packaged.ui.ts')) return undefined;
      const entries: string[] = [];
      for (const name of names) {
        // A plugin without a client part has no such entry; a plugin that is not installed stops the server at its start.
        const half = await this.resolve(`${name}/ui`, from, { skipSelf: true });
        if (half !== null) entries.push(half.id);
      }
      const imports = entries.map((half, index) => `import { ui as ui${index} } from ${JSON.stringify(half)};`);
      return [...imports, `export const PACKAGED_CONTRIBUTIONS = [${entries.map((_, index) => `ui${index}`).join(', ')}];`].join('\n');
    },
  };
}

/** The package names in `muster.plugins` of package.json. */
function readPackages(): readonly string[] {
  return (
    (JSON.parse(readFileSync('package.json', 'utf8')) as { readonly muster?: { readonly plugins?: readonly string[] } }).muster?.plugins ??
    []
  );
}

/** The router without its warnings for developers, which its package does not offer by a condition. */
const ROUTER = { find: /^react-router$/, replacement: path.resolve('node_modules/react-router/dist/production/index.mjs') };

/** Whether a file is not loaded with the page: the entry point imports the others. */
const isLoadedLater = (file: string): boolean => !/\/(rolldown|shell)-[a-z0-9]+\.js$/.test(file);

/** The client part: one page, an early chunk up to the shell, and lazy chunks for the grid, the forms and each page. */
export default defineConfig({
  root: 'runtime-ui',
  publicDir: 'public',
  plugins: [leaveOutTestValidator(), packagedPlugins(readPackages()), react(), addPdfParts(), compressFiles()],
  resolve: { alias: [...ENTRY_POINTS, ...(process.env['NODE_ENV'] === 'development' ? [] : [ROUTER])] },
  build: {
    outDir: '../dist/ui',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    modulePreload: {
      // It would be an inline script, which the content security policy forbids.
      polyfill: false,
      // Lazy files do not name what the page itself loads first.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'js' ? files.filter(isLoadedLater) : files),
    },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    // An entry point that exports much must only add what is used: these packages have no side effects on import.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: PURE_PACKAGES, sideEffects: false }] },
      // The modules that every page needs are one chunk: dozens of small files are a sixth larger when transferred.
      output: {
        // The page lists the names of all lazy files. Seven characters of 36 tell their versions apart, and take less than the usual eight of 64, which do not compress.
        // Shared parts have no name, which is 1.5 KB less up to the first grid; those that `isLoadedLater` recognizes have one.
        chunkFileNames: ({ name, isDynamicEntry }) =>
          isDynamicEntry || /^(rolldown|shell)/.test(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        hashCharacters: 'base36',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'record-rules', test: RECORD_RULES, priority: 2 },
            {
              name: 'shell',
              test: new RegExp([SHELL_MODULES, HOME_ICONS, LIST_ICONS, FIRST_COMPONENTS].map(({ source }) => source).join('|')),
              priority: 3,
            },
            { name: 'first-pages', test: FIRST_PAGES, priority: 0.7 },
            { name: 'list-modules', test: LIST_MODULES, priority: 0.5 },
            { name: 'icons', test: ICONS, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { port: 3200, strictPort: true, proxy: { '/api': { target: API, changeOrigin: false } } },
  preview: { port: 3201, proxy: { '/api': { target: API } } },
});
