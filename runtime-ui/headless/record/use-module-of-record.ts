import { useQuery } from '@tanstack/react-query';
import type { ModuleView } from '#engine/model/wire';
import { createBatchReader, queryKeys, searchRecords } from '../../client/index.ts';

type ReadModule = (id: string) => Promise<string | undefined>;

/** By the path of the module and the field that is read. */
const readers = new Map<string, ReadModule>();

function readerOf({ path }: ModuleView, fieldName: string): ReadModule {
  const key = `${path} ${fieldName}`;
  let reader = readers.get(key);
  if (reader === undefined) {
    reader = createBatchReader(async (ids) => {
      const { data } = await searchRecords(path, { searchTerms: { _id: { in: ids } }, fields: [fieldName], pageSize: ids.length });
      const named = data.map((record) => [record._id, record[fieldName]] as const);
      return new Map(named.filter((pair): pair is readonly [string, string] => typeof pair[1] === 'string'));
    });
    readers.set(key, reader);
  }
  return reader;
}

/** The field that says which module a record is about: the first one for a module. */
export function findSubjectField(module: ModuleView): string | undefined {
  return module.fields.find(({ inputType, deleted }) => inputType === 'Module' && deleted !== true)?.fieldName;
}

/** The name of the module that a record is about; the rows of a list read theirs with one request. Undefined: none, or not loaded. */
export function useModuleOfRecord(module: ModuleView, id: string): string | undefined {
  const fieldName = findSubjectField(module);
  const { data } = useQuery({
    queryKey: queryKeys.names(module.name, { moduleOf: id }),
    queryFn: async () => (fieldName === undefined ? null : ((await readerOf(module, fieldName)(id)) ?? null)),
    enabled: fieldName !== undefined,
  });
  return data ?? undefined;
}
