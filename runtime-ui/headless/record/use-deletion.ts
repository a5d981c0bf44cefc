import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ModuleView } from '#engine/model';
import { dropRecords, getDependents, markDeleted, markDeletedMany, queryKeys, undoBatch, type ApiError, type Dependents } from '../../client/index.ts';

/** What became of a deletion. `batchId` is for undo. */
export interface DeletionOutcome {
  readonly deleted: readonly string[];
  readonly refused: readonly { readonly _id: string; readonly code: string; readonly error: string }[];
  readonly success: boolean;
  readonly batchId: string | undefined;
}

const CHUNK = 2000;

async function deleteAll(module: ModuleView, ids: readonly string[]): Promise<DeletionOutcome> {
  const single = ids.length === 1 ? ids[0] : undefined;
  const chunks = Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, at) => ids.slice(at * CHUNK, (at + 1) * CHUNK));
  const answers = [];
  for (const chunk of chunks) answers.push(single === undefined ? await markDeletedMany(module.path, chunk) : await markDeleted(module.path, single));
  return {
    deleted: answers.flatMap((answer) => answer.data.deleted ?? []),
    refused: answers.flatMap((answer) => answer.data.refused ?? []),
    success: answers.every((answer) => answer.data.success),
    batchId: answers.length === 1 ? answers[0]?.batchId : undefined,
  };
}

/** Marks records deleted, any number of them, and drops what was read of the module. */
export function useDeletion(module: ModuleView) {
  const client = useQueryClient();
  return useMutation<DeletionOutcome, ApiError, readonly string[]>({ mutationFn: (ids) => deleteAll(module, ids), onSettled: () => dropRecords(client, [module.name]) });
}

/** What refers to a record, asked before its deletion. */
export function useDependents(module: ModuleView, id: string | undefined) {
  return useQuery<readonly Dependents[], ApiError>({
    queryKey: queryKeys.dependents(module.name, id ?? ''),
    queryFn: ({ signal }) => getDependents(module.path, id ?? '', signal),
    enabled: id !== undefined,
    staleTime: 0,
  });
}

/** Takes a batch back. */
export function useUndo(module: ModuleView) {
  const client = useQueryClient();
  return useMutation({ mutationFn: (batchId: string) => undoBatch(batchId), onSettled: () => dropRecords(client, [module.name]) });
}
