import { useQuery } from '@tanstack/react-query';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView, ShellView } from '#engine/model/wire';
import { moduleRoute, queryKeys, searchRecords, useModuleView, type RecordData } from '../../client/index.ts';
import { isRelating, readRelate } from '../../headless/index.ts';
import { t, TextLink } from '../../kit/index.ts';
import { ListCard } from '../../views/index.ts';
import { HomeLine } from './home-line.tsx';
import { searchHomeList, toListQuery, type HomeList } from './home-lists.ts';
import { contactFields, contactKey, useContacts, type RecordAddress } from './use-contacts.ts';

/** The fields that the lines of a list show and that the user may read. */
function fieldsOf(list: HomeList, view: ModuleView): readonly string[] {
  const { date, about, details = [], action, module, choices = [], done } = list;
  const names = [
    ...[module.nameField, 'name', 'assigned_to', date, about, action, ...details],
    ...[...choices.map(({ set }) => set), done ?? {}].flatMap((values) => Object.keys(values)),
    ...(about === undefined && (list.action !== undefined || list.snooze === true) ? contactFields(view) : []),
  ];
  const readable = new Set(view.fields.map(({ fieldName }) => fieldName));
  return [...new Set(names)].filter((name): name is string => name !== undefined && readable.has(name));
}

/** Whom a record is about: the record that its relate names, or the record itself. */
function personOf({ about, module }: HomeList, view: ModuleView | undefined, record: RecordData): RecordAddress | undefined {
  if (about === undefined) return { module: module.name, id: record._id };
  const relate = readRelate(record[about]);
  const other = relate?.module ?? view?.fields.find(({ fieldName }) => fieldName === about)?.refs[0];
  return relate === undefined || other === undefined ? undefined : { module: other, id: relate._id };
}

function Lines({ list, shell, view, records }: ListProps & { readonly view: ModuleView; readonly records: readonly RecordData[] }) {
  const people = list.place === 'main' ? records.flatMap((record) => personOf(list, view, record) ?? []) : [];
  const contacts = useContacts(shell, people);
  return (
    <ul className="ms-lines">
      {records.map((record) => {
        const person = personOf(list, view, record);
        return (
          <HomeLine
            key={record._id}
            list={list}
            view={view}
            record={record}
            person={person}
            contactLinks={(person && contacts.get(contactKey(person))) ?? []}
            shell={shell}
          />
        );
      })}
    </ul>
  );
}

interface ListProps {
  readonly list: HomeList;
  readonly shell: ShellView;
}

/** A list of Home. Its title leads to all of its records; a list without records is left out unless it is permanent. */
export function HomeListCard({ list, shell }: ListProps) {
  const { module } = list;
  const { data: view, error } = useModuleView(module.name);
  const names = view === undefined ? [] : fieldsOf(list, view);
  const relates = view?.fields.filter((field) => names.includes(field.fieldName) && field.fieldName !== 'assigned_to' && isRelating(field));
  const input = searchHomeList(list, names, relates?.map(({ fieldName }) => fieldName) ?? []);
  const query = useQuery({
    queryKey: queryKeys.list(module.name, input),
    queryFn: ({ signal }) => searchRecords(module.path, input, signal),
    enabled: view !== undefined,
  });
  if (list.isPermanent !== true && (query.data === undefined ? error === null && query.error === null : query.data.total === 0))
    return null;
  const things = lowercaseLabel(module.label);
  return (
    <ListCard
      title={list.label}
      query={query}
      countOf={(page) => page.data.length}
      total={query.data?.total}
      empty={{
        title: t('frame.dashboard.workItemsEmpty', { things }),
        help: t('frame.dashboard.workItemsHelp', { label: module.label }),
      }}
      action={
        <TextLink
          href={`${moduleRoute(module.name, shell.user)}?${toListQuery(list)}`}
          aria-label={`${list.label}: ${t('frame.dashboard.openAll')}`}
        >
          {t('frame.dashboard.openAll')}
        </TextLink>
      }
    >
      {(page) => view && <Lines list={list} shell={shell} view={view} records={page.data} />}
    </ListCard>
  );
}
