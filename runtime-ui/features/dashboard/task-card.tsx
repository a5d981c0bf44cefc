import { useQuery } from '@tanstack/react-query';
import type { ShellView } from '#engine/model';
import { findModule, moduleRoute, queryKeys, recordRoute, searchRecords, type RecordData, type SearchInput } from '../../client/index.ts';
import { formatDay, isBeforeToday, StatusPill, t, TextLink, type PillHue } from '../../kit/index.ts';
import { useModuleView } from '../../client/index.ts';
import { ListCard } from '../../views/index.ts';

const TASKS = 'tasks';
const INPUT: SearchInput = {
  pageNumber: 0,
  pageSize: 8,
  sortField: 'due_date',
  sortOrder: 'asc',
  searchTerms: { assigned_to: { equals: { $: 'me' } }, not: { status: 'Completed' } },
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function Due({ day }: { readonly day: string }) {
  if (day === '') return null;
  return (
    <span className={`ms-line-end ${isBeforeToday(day) ? 'ms-overdue' : ''} ${formatDay(day) === 'Today' ? 'ms-strong' : ''}`}>
      {formatDay(day)}
    </span>
  );
}

function TaskLine({
  task,
  shell,
  options,
}: {
  readonly task: RecordData;
  readonly shell: ShellView;
  readonly options: readonly { readonly value: string; readonly label: string; readonly hue?: PillHue }[];
}) {
  const status = options.find((option) => option.value === task['status']);
  return (
    <li className="ms-line">
      <TextLink look="name" className="ms-clip" href={recordRoute(TASKS, task._id, shell.user)}>
        {textOf(task['name']) || textOf(task['subject'])}
      </TextLink>
      {status && <StatusPill label={status.label} hue={status.hue ?? 'gray'} />}
      <Due day={textOf(task['due_date'])} />
    </li>
  );
}

function Tasks({ shell }: { readonly shell: ShellView }) {
  const module = findModule(shell, TASKS);
  const path = module?.path ?? '/api/tasks';
  const query = useQuery({ queryKey: queryKeys.list(TASKS, INPUT), queryFn: ({ signal }) => searchRecords(path, INPUT, signal) });
  const { data: view } = useModuleView(TASKS);
  const dropdown = view?.fields.find((field) => field.fieldName === 'status')?.dropdown;
  const options = dropdown === undefined ? [] : (view?.dropdowns[dropdown]?.options ?? []);
  return (
    <ListCard
      title={t('frame.dashboard.tasks')}
      query={query}
      countOf={(page) => page.data.length}
      total={query.data?.total}
      empty={{ title: t('frame.dashboard.tasksEmpty'), help: t('frame.dashboard.tasksHelp') }}
      action={<TextLink href={`${moduleRoute(TASKS, shell.user)}?view=mine`}>{t('frame.dashboard.openAll')}</TextLink>}
    >
      {(page) => (
        <ul className="ms-lines">
          {page.data.map((task) => (
            <TaskLine key={task._id} task={task} shell={shell} options={options} />
          ))}
        </ul>
      )}
    </ListCard>
  );
}

/** The user's open tasks, overdue ones first; not shown if the module does not exist or the user has no access to it. */
export function TaskCard({ shell }: { readonly shell: ShellView }) {
  return findModule(shell, TASKS) ? <Tasks shell={shell} /> : null;
}
