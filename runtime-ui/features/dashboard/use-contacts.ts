import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { ModuleView, ShellView } from '#engine/model/wire';
import { CACHE_TTL_MILLISECONDS, findModule, getModuleView, queryKeys, searchRecords, type RecordData } from '../../client/index.ts';
import { listContactLinks, type CommunicationLink } from '../../views/index.ts';

/** A record by its module and id. */
export interface RecordAddress {
  readonly module: string;
  readonly id: string;
}

interface Contacts {
  readonly view: ModuleView;
  readonly records: readonly RecordData[];
}

/** Key of a record in the result of `useContacts`. */
export function contactKey({ module, id }: RecordAddress): string {
  return `${module}/${id}`;
}

/** Names of the fields by which people are called, texted and mailed. */
export function contactFields(view: ModuleView): readonly string[] {
  return view.fields.filter(({ inputType }) => inputType === 'Phone' || inputType === 'EmailAddress').map(({ fieldName }) => fieldName);
}

/**
 * The links to call, text and mail the people of a list, by record: one search for each module of the people. Records that the user may not
 * see, or that have no phone and e-mail, have none.
 */
export function useContacts(shell: ShellView, people: readonly RecordAddress[]): ReadonlyMap<string, readonly CommunicationLink[]> {
  const client = useQueryClient();
  const modules = [...new Set(people.map(({ module }) => module))].flatMap((name) => findModule(shell, name) ?? []);
  return useQueries({
    queries: modules.map(({ name, path }) => {
      const ids = [...new Set(people.filter(({ module }) => module === name).map(({ id }) => id))].sort();
      return {
        queryKey: [...queryKeys.records(name), 'contact-links', ids],
        queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Contacts> => {
          const view = await client.fetchQuery({
            queryKey: queryKeys.moduleView(name),
            queryFn: () => getModuleView(name),
            staleTime: CACHE_TTL_MILLISECONDS,
          });
          const fields = contactFields(view);
          if (fields.length === 0) return { view, records: [] };
          const page = await searchRecords(path, { searchTerms: { _id: { in: ids } }, fields, pageSize: ids.length }, signal);
          return { view, records: page.data };
        },
      };
    }),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }) =>
          (data?.records ?? []).map(
            (record) =>
              [contactKey({ module: data?.view.name ?? '', id: record._id }), listContactLinks(data?.view.fields ?? [], record)] as const,
          ),
        ),
      ),
  });
}
