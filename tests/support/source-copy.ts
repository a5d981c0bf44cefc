import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const TOP = fileURLToPath(new URL('../../', import.meta.url));
const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'data', 'coverage', '.git']);

/** Exit code and output of a command. */
export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** A copy of the sources that a test can change. */
export interface SourceCopy {
  readonly folder: string;
  /** Runs a program with Node.js in the root of the copy: a file with its arguments. */
  node(args: readonly string[], environment?: { readonly [name: string]: string }): Promise<CommandResult>;
  /** Runs the command of `npm run <script>` with more arguments. */
  script(name: string, args?: readonly string[]): Promise<CommandResult>;
  /** Runs a line in a shell. */
  shell(line: string, environment?: { readonly [name: string]: string }): Promise<CommandResult>;
  remove(): void;
}

/** Copies the sources; the installed packages are used. */
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
