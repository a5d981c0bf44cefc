import type { ModuleView, ShellView } from '#engine/model';
import {
  ButtonLink,
  EmptyState,
  ErrorState,
  findModule,
  moduleRoute,
  PageHeader,
  SkeletonRows,
  useInvalidateRecords,
  useModuleChanges,
  useModuleView,
  usePageTitle,
  useShell,
} from '#ui';
import { QuickAdd } from './quick-add.tsx';
import { TaskGroup, useTaskGroup } from './task-group.tsx';
import { tTasks } from './texts.ts';
import { ALL_OPEN, listDayGroups, toListQuery, useToday } from './use-day-groups.ts';
import './tasks.css';

const MODULE = 'tasks';

function Groups({ view, shell }: { readonly view: ModuleView; readonly shell: ShellView }) {
  const today = useToday();
  const drop = useInvalidateRecords();
  useModuleChanges(MODULE, () => void drop([MODULE]));
  const [overdue, ofToday, ofWeek, undated] = listDayGroups(today) as [DayGroupOf, DayGroupOf, DayGroupOf, DayGroupOf];
  const states = [useTaskGroup(view, overdue), useTaskGroup(view, ofToday), useTaskGroup(view, ofWeek), useTaskGroup(view, undated)];
  const isEmpty = states.every(({ query }) => query.data?.total === 0);
  return (
    <>
      {view.rights.create && <QuickAdd view={view} today={today} />}
      {isEmpty ? (
        <EmptyState title={tTasks('nothing')} help={tTasks('nothingHelp')} />
      ) : (
        <>
          {states.map((state) => (
            <TaskGroup key={state.group.id} state={state} view={view} shell={shell} today={today} />
          ))}
          <p className="tk-keys ms-muted">{tTasks('keys')}</p>
        </>
      )}
    </>
  );
}

type DayGroupOf = ReturnType<typeof listDayGroups>[number];

function Content({ shell }: { readonly shell: ShellView }) {
  const { data: view, error, refetch } = useModuleView(MODULE);
  if (view !== undefined) return <Groups view={view} shell={shell} />;
  if (error !== null) return <ErrorState title={tTasks('failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  return <SkeletonRows rows={6} columns={2} />;
}

/** `/app/my-day`: the open tasks of the user that are overdue, due today or within a week, and those without a date. */
export function MyDayPage() {
  usePageTitle(tTasks('title'));
  const { data: shell, error, refetch } = useShell();
  const hasTasks = shell !== undefined && findModule(shell, MODULE) !== undefined;
  return (
    <>
      <PageHeader
        title={tTasks('title')}
        actions={hasTasks && <ButtonLink href={`${moduleRoute(MODULE, shell.user)}?${toListQuery(ALL_OPEN)}`}>{tTasks('all')}</ButtonLink>}
      />
      <div className="ms-page tk-page">
        {hasTasks && <Content shell={shell} />}
        {shell !== undefined && !hasTasks && <EmptyState title={tTasks('noAccess')} help={tTasks('noAccessHelp')} />}
        {shell === undefined && error === null && <SkeletonRows rows={6} columns={2} />}
        {shell === undefined && error !== null && (
          <ErrorState title={tTasks('failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
        )}
      </div>
    </>
  );
}
