import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Program } from './product-process.ts';

const top = fileURLToPath(new URL('../../', import.meta.url));

/** A copy of the product as it is shipped, whose definition files a test may break. */
export interface CopiedProduct extends Program {
  /** The folder with `package.json`. */
  readonly folder: string;
  readonly definitions: string;
  /** Removes the copy. */
  remove(): void;
}

/** Copies the built server, the definitions and the plugins; links the installed packages. */
export function copyProduct(program: Program): CopiedProduct {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-copy-'));
  mkdirSync(path.join(folder, 'dist'));
  cpSync(path.dirname(program.file), path.join(folder, 'dist', 'server'), { recursive: true });
  for (const name of ['package.json', 'definitions', 'plugins']) cpSync(path.join(top, name), path.join(folder, name), { recursive: true });
  mkdirSync(path.join(folder, 'engine', 'cli'), { recursive: true });
  cpSync(path.join(top, 'engine/cli/launch.js'), path.join(folder, 'engine/cli/launch.js'));
  symlinkSync(path.join(top, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    folder,
    file: path.join(folder, 'dist', 'server', 'main.js'),
    definitions: path.join(folder, 'definitions'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
