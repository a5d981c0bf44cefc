import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Maximum bytes of gzipped JavaScript: up to the shell with its first page, and up to the first grid. */
export const BUDGETS = { shell: 250_000, grid: 450_000 } as const;

/** Maximum bytes of the files that the shell itself imports; the rest of the first page, which it loads lazily, is only measured in a browser. */
export const BUILT_SHELL = 222_000;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** Entries that the first staff page in its shell requires: the entry point, sign-in and that page. */
const SHELL = ['index.html', 'features/signed-out/index.ts', 'features/dashboard/index.ts'];

/** Routes and views that the first grid loads in addition to the shell. */
const GRID = [...SHELL, 'views/list/module-list.tsx', 'views/grid/record-grid.tsx'];

function readManifest(folder: string): Readonly<Record<string, Chunk>> {
  return JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Readonly<Record<string, Chunk>>;
}

function filesOf(manifest: Readonly<Record<string, Chunk>>, roots: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`the build has no chunk ${name}`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  roots.forEach(visit);
  return [...found];
}

function sumChunks(manifest: Readonly<Record<string, Chunk>>, folder: string, roots: readonly string[]): number {
  return filesOf(manifest, roots).reduce((sum, file) => sum + sentBytes(path.join(folder, file)), 0);
}

/** Bytes sent to a browser that accepts gzip: the compressed file or, for a small one, the file itself. */
function sentBytes(file: string): number {
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size;
}

/** The code of everything that is loaded up to the first grid. */
export function readFirstCode(folder: string): string {
  return filesOf(readManifest(folder), GRID)
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
}

/** The code of everything that a browser may load. */
export function readCode(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
}

/** Sums the bytes that a built folder with its manifest sends up to the shell and up to the first grid. */
export function readBundleSizes(folder: string): { readonly shell: number; readonly grid: number } {
  const manifest = readManifest(folder);
  return { shell: sumChunks(manifest, folder, SHELL), grid: sumChunks(manifest, folder, GRID) };
}
