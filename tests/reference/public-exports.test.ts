import { describe, expect, it } from 'vitest';
import { PORTS, readEntryPoints } from './public-exports.ts';

/**
 * The maximum number of exports. Everything exported here must stay compatible with the plugins that use it: raise a number
 * only for what a plugin needs.
 */
const MAX_EXPORTS: Readonly<Record<string, number>> = { 'engine/index.ts': 95, 'engine/model/index.ts': 65, 'runtime-ui/index.ts': 115 };

describe('the public entry points and the ports', () => {
  const entryPoints = readEntryPoints();
  const byFile = (list: (entry: (typeof entryPoints)[number]) => readonly string[]) =>
    Object.fromEntries(entryPoints.map((entry) => [entry.file, list(entry)]));
  const none = { 'engine/index.ts': [], 'engine/model/index.ts': [], 'runtime-ui/index.ts': [], [PORTS]: [] };

  it('have a docstring for each export, for each type that an export names, and for their members', () => {
    expect(byFile(({ undocumented }) => undocumented)).toEqual(none);
  });

  it('say what each function and method that returns a promise rejects with', () => {
    expect(byFile(({ withoutThrows }) => withoutThrows)).toEqual(none);
  });

  it('are read with the types that members, parameters and results name', () => {
    expect(entryPoints[0]?.reached).toEqual(expect.arrayContaining(['RecordOperations', 'MergeInput', 'AccessGrant', 'AuditEntryInput']));
    expect(entryPoints[2]?.reached).toEqual(expect.arrayContaining(['UiContribution', 'RoutedPage', 'ApiRequestOptions']));
  });

  it('export what plugins need, and no more', () => {
    const tooMany = entryPoints.filter(
      ({ file, names }) => file !== PORTS && (names.length === 0 || names.length > (MAX_EXPORTS[file] ?? 0)),
    );
    expect(tooMany.map(({ file, names }) => ({ file, exports: names.length }))).toEqual([]);
  });
});
