import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('../../', import.meta.url));
const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'data', 'coverage', '.git']);

/** How a command ended, and what it wrote. */
export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** A copy of the sources in which a test may write. */
export interface SourceCopy {
  readonly folder: string;
  /** Runs a program of Node.js at the top of the copy: a file, with its arguments. */
  node(args: readonly string[], environment?: { readonly [name: string]: string }): Promise<CommandResult>;
  /** Runs what `npm run <script>` stands for, with arguments behind it. */
  script(name: string, args?: readonly string[]): Promise<CommandResult>;
  /** Runs a line as a shell does. */
  shell(line: string, environment?: { readonly [name: string]: string }): Promise<CommandResult>;
  remove(): void;
}

/** Copies the sources; packages are those that are installed. */
export function copySources(): SourceCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-tree-'));
  cpSync(TOP, folder, { recursive: true, filter: (file) => !IGNORED_FOLDERS.has(path.relative(TOP, file).split(path.sep)[0] ?? '') });
  symlinkSync(path.join(TOP, 'node_modules'), path.join(folder, 'node_modules'));
  const run = (program: string, args: readonly string[], environment: { readonly [name: string]: string } = {}): Promise<CommandResult> =>
    new Promise((resolve) => {
      execFile(program, args, { cwd: folder, env: { ...process.env, ...environment }, maxBuffer: 16_777_216 }, (error, out, err) => {
        resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, output: `${out}${err}` });
      });
    });
  return {
    folder,
    node: (args, environment) => run(process.execPath, args, environment),
    script: (name, args = []) => run('npm', ['run', '--silent', name, '--', ...args]),
    shell: (line, environment) => run('sh', ['-c', line], environment),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
