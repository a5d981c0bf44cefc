import { useState } from 'react';
import type { ModuleView, ShellView } from '#engine/model';
import { Button, Card, ErrorState, moduleRoute, SkeletonRows, TextLink, useRecordSearch } from '#ui';
import { TaskLine } from './task-line.tsx';
import { tTasks } from './texts.ts';
import { listLineFields, toListQuery, type DayGroup } from './use-day-groups.ts';

/** Tasks that a group shows at first, and with each step. */
const FIRST = 10;
const STEP = 20;
/** The most tasks of a group; the list has the others. */
const MOST = 110;

/** The tasks of a group, the one that is due first at the top. */
export function useTaskGroup(view: ModuleView | undefined, group: DayGroup) {
  const [shown, setShown] = useState(FIRST);
  const names = view === undefined ? [] : listLineFields(view);
  const query = useRecordSearch(view, {
    pageNumber: 0,
    pageSize: shown,
    sortField: group.id === 'undated' ? 'createdAt' : 'due_date',
    sortOrder: 'asc',
    searchTerms: group.terms,
    fields: names,
    ...(names.includes('related_record') ? { populate: ['related_record'] } : {}),
  });
  return { group, query, shown, showMore: () => setShown(Math.min(MOST, shown + STEP)) };
}

export type TaskGroupState = ReturnType<typeof useTaskGroup>;

interface TaskGroupProps {
  readonly state: TaskGroupState;
  readonly view: ModuleView;
  readonly shell: ShellView;
  readonly today: string;
}

function More({ state, shell, view, total }: Omit<TaskGroupProps, 'today'> & { readonly total: number }) {
  const { group, query, shown, showMore } = state;
  if (total <= shown) return null;
  const title = tTasks(group.id);
  return shown < MOST ? (
    <Button
      size="sm"
      variant="quiet"
      className="ms-link-button tk-more"
      aria-label={tTasks('moreOf', { group: title })}
      loading={query.isFetching}
      onClick={showMore}
    >
      {tTasks('more')}
    </Button>
  ) : (
    <p className="tk-more">
      <TextLink href={`${moduleRoute(view.name, shell.user)}?${toListQuery(group.terms)}`}>{tTasks('rest', { count: total })}</TextLink>
    </p>
  );
}

/** A group of the page. Groups without tasks are left out, but for today and the coming days, which say that nothing is due. */
export function TaskGroup({ state, view, shell, today }: TaskGroupProps) {
  const { group, query } = state;
  const { data, error } = query;
  const title = tTasks(group.id);
  const records = data?.data ?? [];
  const total = data?.total ?? 0;
  const isPermanent = group.id === 'today' || group.id === 'week';
  if (error === null && data !== undefined && total === 0 && !isPermanent) return null;
  if (error === null && data === undefined && !isPermanent) return null;
  return (
    <Card title={title} className={`tk-group tk-group-${group.id}`} {...(total > 0 ? { note: total } : {})}>
      {error !== null && data === undefined ? (
        <ErrorState compact title={tTasks('failed')} text={error.message} code={error.code} onRetry={() => void query.refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={3} columns={2} />
      ) : total === 0 ? (
        <p className="tk-none">{tTasks(group.id === 'today' ? 'todayEmpty' : 'weekEmpty')}</p>
      ) : (
        <ul className="tk-lines" aria-label={title}>
          {records.map((record) => (
            <TaskLine key={`${record._id} ${record._version}`} view={view} shell={shell} record={record} today={today} />
          ))}
        </ul>
      )}
      <More state={state} shell={shell} view={view} total={total} />
    </Card>
  );
}
