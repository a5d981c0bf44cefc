import { useQueries } from '@tanstack/react-query';
import { toText } from '#engine/model/values';
import { queryKeys, recordRoute, searchRecords, type RecordData } from '../../../client/index.ts';
import type { WidgetProps } from '../../../extensions/index.ts';
import { formatTime, localDay } from '../../../fields/values/index.ts';
import { filterOwnItems, listWorkModules, type WorkModule } from '../../../headless/index.ts';
import { EmptyState, ErrorState, formatDay, SkeletonRows, t, TextLink } from '../../../kit/index.ts';
import { dayAfterToday } from '../days.ts';

/** The most items of a module. */
const MOST = 50;

interface Entry {
  readonly module: WorkModule;
  readonly record: RecordData;
  readonly day: string;
  readonly due: string;
}

/** The day of a due date in the browser's time zone. */
function dayOf(due: string): string {
  return /^\d{4}-\d{2}-\d{2}$/u.test(due) ? due : localDay(new Date(due));
}

/** The open items of the user that are due within some days, overdue ones too. */
function useDueItems(shell: WidgetProps['shell'], days: number) {
  const modules = listWorkModules(shell);
  const results = useQueries({
    queries: modules.map((module) => {
      const { due, open } = module.workItems;
      const input = {
        pageNumber: 0,
        pageSize: MOST,
        sortField: due,
        sortOrder: 'asc' as const,
        searchTerms: { ...filterOwnItems(module), [due]: { range: { lt: dayAfterToday(days) } }, and: [open] } as never,
      };
      return {
        queryKey: queryKeys.list(module.name, input),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => searchRecords(module.path, input, signal),
      };
    }),
  });
  const entries = results.flatMap(({ data }, at): Entry[] => {
    const module = modules[at];
    if (module === undefined) return [];
    return (data?.data ?? []).map((record) => {
      const due = toText(record[module.workItems.due]);
      return { module, record, due, day: dayOf(due) };
    });
  });
  return {
    entries: entries.sort((one, other) => one.due.localeCompare(other.due)),
    isLoading: results.some(({ data, error }) => data === undefined && error === null),
    failed: results.find(({ data, error }) => data === undefined && error !== null),
  };
}

function Lines({ shell, entries }: Pick<WidgetProps, 'shell'> & { readonly entries: readonly Entry[] }) {
  return (
    <ul className="ms-lines">
      {entries.map(({ module, record, due }) => (
        <li key={`${module.name} ${record._id}`} className="ms-line">
          <TextLink look="name" className="ms-clip" href={recordRoute(module.name, record._id, shell.user)}>
            {toText(record[module.nameField]) || toText(record['name']) || module.labelSingular}
          </TextLink>
          {due.length > 10 && <span className="ms-line-end">{formatTime(due)}</span>}
        </li>
      ))}
    </ul>
  );
}

function Days({ shell, days }: Pick<WidgetProps, 'shell'> & { readonly days: number }) {
  const { entries, isLoading, failed } = useDueItems(shell, days);
  if (failed)
    return (
      <ErrorState compact title={t('frame.dashboard.failed')} text={failed.error?.message ?? ''} onRetry={() => void failed.refetch()} />
    );
  if (isLoading) return <SkeletonRows rows={5} columns={2} />;
  if (entries.length === 0)
    return <EmptyState compact headingLevel={3} title={t('widgets.nothingDue')} help={t('widgets.nothingDueHelp')} />;
  const today = localDay(new Date());
  const late = entries.filter(({ day }) => day < today);
  const groups = [...new Set(entries.filter(({ day }) => day >= today).map(({ day }) => day))];
  return (
    <>
      {late.length > 0 && (
        <section>
          <h3 className="ms-day-title ms-overdue">{t('widgets.overdue')}</h3>
          <Lines shell={shell} entries={late} />
        </section>
      )}
      {groups.map((day) => (
        <section key={day}>
          <h3 className="ms-day-title">{formatDay(day)}</h3>
          <Lines shell={shell} entries={entries.filter((entry) => entry.day === day)} />
        </section>
      ))}
    </>
  );
}

/** What is due today, and what is overdue. */
export function DayWidget({ shell }: WidgetProps) {
  return <Days shell={shell} days={1} />;
}

/** What is due in the next seven days. */
export function ComingDaysWidget({ shell }: WidgetProps) {
  return <Days shell={shell} days={7} />;
}
