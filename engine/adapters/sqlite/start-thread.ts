import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type TransferListItem } from 'node:worker_threads';

/** What a thread makes and drops is small: a young generation of the size that the main thread needs would only be memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/**
 * Starts one of the adapter's threads, by the name of its file beside this one: bundled, or TypeScript in development and
 * tests. A thread takes no loader from its options, hence the few words that register one there.
 */
export function startThread(name: 'reader-thread' | 'writer-thread', workerData: unknown, transferList: TransferListItem[] = []): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, import.meta.url), { workerData, transferList, resourceLimits });
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api').replace(/\.cjs$/, '.mjs')).href;
  const entry = new URL(`./${name}.ts`, import.meta.url).href;
  const code = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(entry)}); });`;
  return new Worker(code, { eval: true, workerData, transferList, resourceLimits, execArgv: [] });
}
