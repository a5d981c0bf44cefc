import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type TransferListItem } from 'node:worker_threads';

/** A thread allocates little: a young generation of the size that the main thread needs would waste memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/**
 * Starts one of the adapter's threads by its file name: the bundled file, or in development the TypeScript file next to
 * this one. A thread takes no loader from its options, hence the code that registers one. That takes most of a second, so
 * tests build the threads once and set `MUSTER_BUILT_THREADS` to their folder.
 */
export function startThread(name: 'reader-thread' | 'writer-thread', workerData: unknown, transferList: TransferListItem[] = []): Worker {
  const built = findBuiltFolder();
  if (built !== undefined) return new Worker(new URL(`${name}.js`, built), { workerData, transferList, resourceLimits });
  const loader = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs'),
  ).href;
  const entry = new URL(`./${name}.ts`, import.meta.url).href;
  const code = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(entry)}); });`;
  return new Worker(code, { eval: true, workerData, transferList, resourceLimits, execArgv: [] });
}

/** The folder of the bundled threads; undefined: they run from their sources. */
function findBuiltFolder(): URL | undefined {
  if (!import.meta.url.endsWith('.ts')) return new URL('./', import.meta.url);
  const folder = process.env['MUSTER_BUILT_THREADS'];
  return folder === undefined ? undefined : pathToFileURL(`${folder}/`);
}
