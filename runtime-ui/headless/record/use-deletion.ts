import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModuleView } from '#engine/model/wire';
import {
  createIdempotentSend,
  invalidateRecords,
  getDependents,
  markDeleted,
  queryKeys,
  type ApiError,
  type Dependents,
} from '../../client/index.ts';

/** The result of a deletion. `batchId` is for undo. */
export interface DeletionOutcome {
  readonly success: boolean;
  readonly batchId: string | undefined;
}

/** Marks a record as deleted, and invalidates the queries of the module. */
export function useDeletion(module: ModuleView) {
  const client = useQueryClient();
  const [once] = useState(createIdempotentSend);
  return useMutation<DeletionOutcome, ApiError, string>({
    mutationFn: async (id) => {
      const { data, batchId } = await once(id, (idempotencyKey) => markDeleted(module.path, id, { idempotencyKey }));
      return { success: data.success, batchId };
    },
    onSettled: () => invalidateRecords(client, [module.name]),
  });
}

/** Records that refer to a record, counted by relation; requested before its deletion. */
export function useDependents(module: ModuleView, id: string | undefined) {
  return useQuery<readonly Dependents[], ApiError>({
    queryKey: queryKeys.dependents(module.name, id ?? ''),
    queryFn: ({ signal }) => getDependents(module.path, id ?? '', signal),
    enabled: id !== undefined,
    staleTime: 0,
  });
}
