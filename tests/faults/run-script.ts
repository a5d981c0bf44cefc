import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';

/** The end of a command. */
export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command that `npm run` would start, from the scripts of the folder's package.json. */
export async function runScript(
  folder: string,
  script: string,
  args: readonly string[],
  dataFolder: string,
  environment: { readonly [name: string]: string } = {},
): Promise<CommandResult> {
  const { scripts } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly [name: string]: string };
  };
  const [program, ...given] = (scripts[script] ?? '').split(' ');
  expect(program).toBe('node');
  const child = spawn(process.execPath, [...given, ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      MUSTER_DATA_DIR: dataFolder,
      MUSTER_ADMIN_EMAIL: 'admin@muster.test',
      MUSTER_ADMIN_PASSWORD: 'Admin-pass1!',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (written.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (written.err += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...written };
}
