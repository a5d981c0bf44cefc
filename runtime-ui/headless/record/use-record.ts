import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ModuleView } from '#engine/model';
import { getRecordWithRelationships, logRecentlySeen, queryKeys, type ApiError } from '../../client/index.ts';
import type { RecordValues } from '../module/record-value.ts';

/** One record with its relates by name, read anew by whoever opens it. */
export function useRecord(module: ModuleView, id: string | undefined) {
  return useQuery<RecordValues, ApiError>({
    queryKey: queryKeys.record(module.name, id ?? ''),
    queryFn: async ({ signal }) => await getRecordWithRelationships(module.path, id ?? '', signal),
    enabled: id !== undefined,
    // Shown from what was read a moment ago, and read anew all the same: a form waits for the newest version.
    refetchOnMount: 'always',
  });
}

/** Notes once that the user opened the record, for the list of what was seen last. */
export function useLogRecentlySeen(module: string, id: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => {
      logRecentlySeen(module, id).then(() => client.invalidateQueries({ queryKey: queryKeys.recentlySeen() }), () => undefined);
    }, 1000);
    return () => clearTimeout(timer);
  }, [client, module, id]);
}
