import { useQuery } from '@tanstack/react-query';
import {
  createIdempotentSend,
  getFileVersions,
  queryKeys,
  updateRecord,
  useInvalidateRecords,
  type ApiError,
  type FileField,
  type FileVersion,
} from '../../client/index.ts';

/** The file of a field and the earlier ones, the newest first. */
export function useFileVersions(of: FileField) {
  return useQuery<readonly FileVersion[], ApiError>({
    queryKey: queryKeys.related(of.module, of.id, `versions:${of.field}`, {}),
    queryFn: ({ signal }) => getFileVersions(of, signal),
  });
}

/** Returns a function that makes another file that of the field: a new one, or an earlier one. Throws the error of the save. */
export function useSetFile(of: FileField, modulePath: string): (path: string) => Promise<void> {
  const drop = useInvalidateRecords();
  return async (path) => {
    const fields = { [of.field]: path };
    await createIdempotentSend()(fields, (idempotencyKey) => updateRecord(modulePath, of.id, fields, { idempotencyKey }));
    await drop([of.module]);
  };
}
