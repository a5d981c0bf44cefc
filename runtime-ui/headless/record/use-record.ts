import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { getRecordWithRelationships, logRecentlySeen, queryKeys, readPreviewTab, type ApiError } from '../../client/index.ts';
import type { RecordValues } from '../module/record-value.ts';

/** A record with populated relates, read again on each mount. */
export function useRecord(module: ModuleView, id: string | undefined) {
  return useQuery<RecordValues, ApiError>({
    queryKey: queryKeys.record(module.name, id ?? ''),
    queryFn: async ({ signal }) => await getRecordWithRelationships(module.path, id ?? '', signal),
    enabled: id !== undefined,
    // Shown from the cache, and still read again: a form needs the newest version.
    refetchOnMount: 'always',
  });
}

/** Logs once that the user opened the record, for the recently seen list; not in a preview. */
export function useLogRecentlySeen(module: string, id: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (id === undefined || readPreviewTab() !== undefined) return;
    const timer = setTimeout(() => {
      logRecentlySeen(module, id).then(
        () => client.invalidateQueries({ queryKey: queryKeys.recentlySeen() }),
        () => undefined,
      );
    }, 1000);
    return () => clearTimeout(timer);
  }, [client, module, id]);
}
