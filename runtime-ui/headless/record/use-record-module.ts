import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { AccessExplanation, AccessLevel, ModuleView } from '#engine/model/wire';
import { explainAccess, queryKeys, type ApiError } from '../../client/index.ts';
import type { RecordValues } from '../module/record-value.ts';

/** The level of an action on one record: whether a rule of a role covers it is known to the server only. */
function useLevel(module: ModuleView, record: RecordValues | undefined, action: 'edit' | 'delete'): AccessLevel {
  const level = module.rights[action];
  const query = { module: module.name, id: String(record?._id), action } as const;
  const { data } = useQuery<AccessExplanation, ApiError>({
    queryKey: [...queryKeys.explain(query), record?._version],
    queryFn: ({ signal }) => explainAccess(query, signal),
    enabled: level === 'Rule' && record?._id !== undefined,
  });
  if (level !== 'Rule' || data === undefined) return level;
  return data.allowed ? 'All' : 'None';
}

/** The module with the user's rights on one record. Until the server has responded, a right that depends on a rule counts as given. */
export function useRecordModule(module: ModuleView, record: RecordValues | undefined): ModuleView {
  const edit = useLevel(module, record, 'edit');
  const remove = useLevel(module, record, 'delete');
  return useMemo(
    () =>
      edit === module.rights.edit && remove === module.rights.delete
        ? module
        : { ...module, rights: { ...module.rights, edit, delete: remove } },
    [module, edit, remove],
  );
}
