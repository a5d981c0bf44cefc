import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type ResourceLimits, type TransferListItem } from 'node:worker_threads';

/** A thread allocates little: a young generation of the size that the main thread needs would waste memory. */
const SMALL_YOUNG_GENERATION: ResourceLimits = { maxYoungGenerationSizeMb: 16 };

/** What a thread is started with. */
export interface ThreadOptions {
  /** `workerData` of the thread. */
  readonly data?: unknown;
  readonly transferList?: TransferListItem[];
  /** Limits beside that of the young generation; default: those of Node. */
  readonly limits?: ResourceLimits;
}

/**
 * Starts a thread by its source file, a URL that ends in its name: './reader-thread.ts'. In the bundle that is the file of the same name
 * next to the bundle, in development the TypeScript file itself. A thread takes no loader from its options, hence the code that registers
 * one. That takes most of a second, so tests build the threads once and set `MUSTER_BUILT_THREADS` to their folder.
 */
export function startThread(source: URL, { data, transferList = [], limits = {} }: ThreadOptions): Worker {
  const options = { workerData: data, transferList, resourceLimits: { ...SMALL_YOUNG_GENERATION, ...limits } };
  // A file of a plugin from a package.
  if (source.pathname.endsWith('.js')) return new Worker(source, options);
  const built = findBuiltFolder();
  const name = source.pathname.split('/').at(-1)?.replace(/\.ts$/, '.js') ?? '';
  if (built !== undefined) return new Worker(new URL(name, built), options);
  const loader = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs'),
  ).href;
  const code = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(source.href)}); });`;
  return new Worker(code, { ...options, eval: true, execArgv: [] });
}

/** The folder of the bundled threads; undefined: they run from their sources. */
function findBuiltFolder(): URL | undefined {
  if (!import.meta.url.endsWith('.ts')) return new URL('./', import.meta.url);
  const folder = process.env['MUSTER_BUILT_THREADS'];
  return folder === undefined ? undefined : pathToFileURL(`${folder}/`);
}
