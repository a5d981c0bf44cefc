import { isDeepStrictEqual } from 'node:util';
import type { StorePort } from '../ports/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import { readRecordedUses } from './stored-uses.ts';

/** An index that can be dropped and that no query has used since a time. */
export interface UnusedIndex {
  /** Name of the module. */
  readonly module: string;
  /** Names of its fields, in order. */
  readonly fields: readonly string[];
  /** ISO time since which its use is observed. */
  readonly since: string;
}

/** The indexes that no query used in at least so many milliseconds, by what is recorded of all processes. Writes nothing. */
export async function findUnusedIndexes(
  store: StorePort,
  snapshot: DefinitionSnapshot,
  now: number,
  least: number,
): Promise<readonly UnusedIndex[]> {
  const modules = [...snapshot.modules.values()];
  const recorded = await readRecordedUses(
    store,
    modules.map(({ storage }) => storage.name),
  );
  return modules.flatMap(({ name: module, storage, indexPlan }) =>
    indexPlan.flatMap(({ keys, names, isRequired, isLeftOut }) => {
      const use = recorded.get(storage.name)?.uses.find((one) => isDeepStrictEqual(one.keys, keys));
      const isUnused = use !== undefined && use.uses === 0 && now - Date.parse(use.since) >= least;
      return isUnused && !isRequired && !isLeftOut ? [{ module, fields: names, since: use.since }] : [];
    }),
  );
}
