import { isDeepStrictEqual } from 'node:util';
import type { CompiledModule } from '#engine/model/compiled';
import type { LayoutDefinition } from '#engine/model/definitions';
import type { StorePort } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { SCAN_LIMIT } from './create-layout-costs.ts';
import { findServingIndex, type Indexes } from './find-serving-index.ts';
import { listLayoutQueries, type LayoutQuery } from './list-queries.ts';

/** A layout of which a sort or a search would read all records of its module, because no index serves it. */
export interface CostlyLayout {
  readonly module: CompiledModule;
  readonly layout: LayoutDefinition;
  /** Names of the fields that it would be sorted or searched by. */
  readonly fields: readonly string[];
  /** Records of the module now. */
  readonly records: number;
}

/**
 * The layouts that would be costly by a change of the definitions: of modules with more records than the limit, those that change, and those
 * that lose an index. Errors: of the store.
 */
export async function findCostlyLayouts(
  store: Pick<StorePort, 'indexUses'>,
  { before, after }: { readonly before: DefinitionSnapshot; readonly after: DefinitionSnapshot },
  scanLimit = SCAN_LIMIT,
): Promise<readonly CostlyLayout[]> {
  const earlier = new Map([...before.modules.values()].map((module) => [module.id, module]));
  const changed = [...after.modules.values()].flatMap((module) => {
    const old = earlier.get(module.id);
    return old === undefined || old === module ? [] : [{ module, old }];
  });
  if (changed.length === 0) return [];
  const uses = await store.indexUses(changed.map(({ old }) => old.storage.name));
  const rows = new Map(uses.map(({ collection, rows: count }) => [collection, count]));
  return changed.flatMap(({ module, old }) => {
    const records = rows.get(old.storage.name) ?? 0;
    return records > scanLimit ? findIn({ module, old, before, after }).map((one) => ({ ...one, records })) : [];
  });
}

interface ChangedModule {
  readonly module: CompiledModule;
  readonly old: CompiledModule;
  readonly before: DefinitionSnapshot;
  readonly after: DefinitionSnapshot;
}

function findIn({ module, old, before, after }: ChangedModule): readonly Omit<CostlyLayout, 'records'>[] {
  return module.layouts.flatMap((layout) => {
    const known = old.layouts.find(({ id }) => id === layout.id);
    const earlier = known === undefined ? [] : listLayoutQueries(before, old, known);
    const wasCostly = new Set(earlier.filter((query) => !isServed(query, old)).map(({ field }) => field));
    const isSame = isDeepStrictEqual(known, layout);
    const fields = listLayoutQueries(after, module, layout)
      .filter((query) => !isServed(query, module))
      .map(({ field }) => field)
      .filter((field) => !isSame || !wasCostly.has(field));
    return fields.length === 0 ? [] : [{ module, layout, fields }];
  });
}

function isServed(query: LayoutQuery, { indexPlan, storage }: CompiledModule): boolean {
  const indexes: Indexes = { indexPlan, contains: storage.contains };
  return findServingIndex(query, indexes).isServed;
}
