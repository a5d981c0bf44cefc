import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE, type ErrorRow } from '../../engine/errors/index.ts';
import { ENABLED_PLUGINS } from '../../plugins/index.ts';
import { assertedStringsOf } from './asserted-strings.ts';
import { listFiles, REPOSITORY_ROOT } from './sources.ts';

const read = (file: string): string => readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8');
const files = listFiles();

/** Every code with its row, and the README that documents it. */
const CODES: readonly { readonly code: string; readonly row: ErrorRow; readonly readme: string }[] = [
  ...Object.entries(ERROR_CATALOGUE).map(([code, row]) => ({ code, row, readme: 'engine/errors/README.md' })),
  ...ENABLED_PLUGINS.flatMap((plugin) =>
    Object.entries(plugin.errors ?? {}).map(([code, row]) => ({ code, row, readme: `plugins/${plugin.name}/README.md` })),
  ),
];

describe('error codes', () => {
  it('are unique, including those of plugins, also if rows are in several files', () => {
    const written = files
      .filter((file) => /^engine\/errors\/rows\/.*\.ts$/.test(file))
      .flatMap((file) => [...read(file).matchAll(/^ {2}(\w+): \{\s+status/gm)].map(([, code]) => code));
    expect(written.sort()).toEqual(Object.keys(ERROR_CATALOGUE).sort());
    expect(new Set(CODES.map(({ code }) => code)).size).toBe(CODES.length);
  });

  it('are documented with their status, and no others are', () => {
    const missing = CODES.filter(
      ({ code, row, readme }) => !new RegExp(`\`${code}\`.*\\b${row.status}\\b|\\b${row.status}\\b.*\`${code}\``).test(read(readme)),
    ).map(({ code }) => code);
    expect(missing).toEqual([]);
    const documented = [...read('engine/errors/README.md').matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code);
    expect(documented.filter((code) => !Object.hasOwn(ERROR_CATALOGUE, code ?? ''))).toEqual([]);
  });

  it('are each asserted by a test: server codes are compared with a response', () => {
    const tests = files.filter(
      (file) =>
        /^tests\/.*\.ts$|^(engine|plugins\/[^/]+\/(server|shared|tests))\/.*\.test\.ts$/.test(file) &&
        !/^tests\/(architecture|bench)\//.test(file),
    );
    const compared = new Set(tests.flatMap((file) => [...assertedStringsOf(file)]));
    expect(CODES.filter(({ code }) => !compared.has(code)).map(({ code }) => code)).toEqual([]);
  });
});
