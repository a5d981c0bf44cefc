import type { RecordOf } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import { SYSTEM_ACTOR } from '../../../access/index.ts';
import type { UnitReader } from '../../../records/index.ts';
import type { WorkflowContext } from '../workflow-context.ts';

/** Reads records as the conditions of a save do, outside of a save. */
export function readCommitted({ records }: Pick<WorkflowContext, 'records'>): UnitReader {
  return {
    get: async <Module extends string>(module: Module, id: string) => {
      try {
        return (await records.get(SYSTEM_ACTOR, { module, id })) as unknown as RecordOf<Module>;
      } catch (error) {
        if (error instanceof MusterError && error.status === 404) return undefined;
        throw error;
      }
    },
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
