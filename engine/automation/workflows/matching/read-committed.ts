import type { RecordOf } from '#engine/model/values';
import { SYSTEM_ACTOR } from '../../../access/index.ts';
import type { UnitReader } from '../../../records/index.ts';
import { hideMissing } from '../values/hide-missing.ts';
import type { WorkflowContext } from '../workflow-context.ts';

/** Reads records as the conditions of a save do, outside of a save. */
export function readCommitted({ records }: Pick<WorkflowContext, 'records'>): UnitReader {
  return {
    get: async <Module extends string>(module: Module, id: string) =>
      (await records.get(SYSTEM_ACTOR, { module, id }).catch(hideMissing)) as unknown as RecordOf<Module> | undefined,
    find: async <Module extends string>(
      module: Module,
      filter: Parameters<UnitReader['find']>[1],
      options?: { readonly limit?: number },
    ) => {
      const { data } = await records.find(SYSTEM_ACTOR, { module, filter, limit: options?.limit ?? 1000 });
      return data as unknown as readonly RecordOf<Module>[];
    },
  };
}
