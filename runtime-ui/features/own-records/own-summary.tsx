import { useQuery } from '@tanstack/react-query';
import type { ModuleSummary, ShellView } from '#engine/model';
import { queryKeys, recordRoute, searchRecords, type SearchInput } from '../../client/index.ts';
import { formatDay, isBeforeToday, t, TextLink } from '../../kit/index.ts';
import { MY_TASKS, OPEN_TASKS } from './open-tasks.ts';

const OPEN: SearchInput = { ...OPEN_TASKS, pageSize: 1 };
const ALL: SearchInput = { pageNumber: 0, pageSize: 1, searchTerms: MY_TASKS };

const RADIUS = 34;
const ROUND = 2 * Math.PI * RADIUS;

/** The share of done tasks, as a ring with the figures inside. */
function Ring({ done, total }: { readonly done: number; readonly total: number }) {
  return (
    <svg className="ms-ring" width={76} height={76} viewBox="0 0 76 76" role="img" aria-label={t('frame.own.ring', { done, total })}>
      <circle className="ms-ring-all" cx={38} cy={38} r={RADIUS} />
      {done > 0 && (
        <circle
          className="ms-ring-done"
          cx={38}
          cy={38}
          r={RADIUS}
          strokeDasharray={`${(ROUND * done) / total} ${ROUND}`}
          transform="rotate(-90 38 38)"
        />
      )}
      <text x={38} y={38} textAnchor="middle" dominantBaseline="central">
        {done}/{total}
      </text>
    </svg>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Open tasks and the next due date: the header of the first page of users who see their own records. */
export function OwnSummary({ shell, tasks }: { readonly shell: ShellView; readonly tasks: ModuleSummary }) {
  const open = useQuery({ queryKey: queryKeys.list(tasks.name, OPEN), queryFn: ({ signal }) => searchRecords(tasks.path, OPEN, signal) });
  const all = useQuery({ queryKey: queryKeys.list(tasks.name, ALL), queryFn: ({ signal }) => searchRecords(tasks.path, ALL, signal) });
  const left = open.data?.total;
  const total = all.data?.total;
  const next = open.data?.data[0];
  const name = shell.user.first_name;
  const day = textOf(next?.['due_date']);
  const title =
    left === undefined
      ? t('frame.own.hello', { name })
      : left === 0
        ? t('frame.own.allDone', { name })
        : t(left === 1 ? 'frame.own.leftOne' : 'frame.own.leftMany', { count: left, name });
  return (
    <header className="ms-own-summary">
      {left !== undefined && total !== undefined && total > 0 && <Ring done={Math.max(0, total - left)} total={total} />}
      <div className="ms-own-text">
        <h1>{title}</h1>
        {next === undefined ? (
          <p>{t('frame.own.help')}</p>
        ) : (
          <p>
            {t('frame.own.next')}{' '}
            <TextLink look="bare" className="ms-own-next" href={recordRoute(tasks.name, next._id, shell.user)}>
              {textOf(next['subject']) || textOf(next['name'])}
            </TextLink>
            {day !== '' && (
              <span className={isBeforeToday(day) ? 'ms-own-overdue' : ''}>, {t('frame.own.due', { day: formatDay(day) })}</span>
            )}
          </p>
        )}
      </div>
    </header>
  );
}
