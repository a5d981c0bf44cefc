import { SYSTEM_ACTOR } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { createNameResolver, type DefinitionSnapshot } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { isObject } from '#engine/model/field-types';
import { ALSO_DELETED, replaceFilterOption, type ReplacedOption } from '#engine/model/filter';
import type { JsonObject } from '#engine/model/values';
import type { RecordOperations } from '../contract.ts';

/**
 * Replaces an option in the filters that records store (fields with `filterOf`), each record with a save of its own; returns how many
 * changed. Records whose save a rule refuses stay as they are. Errors: of the store.
 */
export async function replaceInFilterFields(
  records: Pick<RecordOperations, 'stream' | 'update'>,
  snapshot: DefinitionSnapshot,
  option: ReplacedOption,
  changeSource: string,
): Promise<number> {
  const names = createNameResolver(snapshot);
  let changed = 0;
  for (const module of snapshot.modules.values()) {
    const filters = [...module.fields.values()].flatMap(({ name, definition: { filterOf } }) =>
      filterOf === undefined ? [] : [{ name, source: filterOf }],
    );
    if (filters.length === 0) continue;
    const fields = [...new Set(filters.flatMap(({ name, source }) => [name, source]))];
    for await (const record of records.stream(SYSTEM_ACTOR, { module: module.name, filter: ALSO_DELETED, fields })) {
      const replaced: { [name: string]: JsonObject } = {};
      for (const { name, source } of filters) {
        const { [name]: stored, [source]: subject } = record;
        const of = typeof subject === 'string' ? snapshot.module(names.module(subject)) : undefined;
        const filter = of && isObject(stored) ? replaceFilterOption(names.filter(of, stored), of, snapshot, option) : undefined;
        if (filter !== undefined) replaced[name] = filter;
      }
      if (Object.keys(replaced).length > 0 && (await save(records, module, { id: record._id, fields: replaced, changeSource })))
        changed += 1;
    }
  }
  return changed;
}

async function save(
  records: Pick<RecordOperations, 'update'>,
  module: CompiledModule,
  change: { readonly id: string; readonly fields: JsonObject; readonly changeSource: string },
): Promise<boolean> {
  try {
    await records.update(SYSTEM_ACTOR, { module: module.name, quiet: true, ...change });
    return true;
  } catch (error) {
    if (error instanceof MusterError && error.status < 500) return false;
    throw error;
  }
}
