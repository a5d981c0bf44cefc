import { useQuery } from '@tanstack/react-query';
import { lowercaseLabel, toText } from '#engine/model/values';
import type { ShellView } from '#engine/model/wire';
import { queryKeys, recordRoute, searchRecords, type SearchInput } from '../../client/index.ts';
import { searchFigures, type WorkModule } from '../../headless/index.ts';
import { countDaysSince, describeDaysLate } from '../../fields/values/index.ts';
import { formatDayInText, t, TextLink } from '../../kit/index.ts';

const RADIUS = 34;
const ROUND = 2 * Math.PI * RADIUS;

interface Figures {
  readonly done: number;
  /** Items that others work on. */
  readonly waiting: number;
  readonly total: number;
}

/** The shares of done items and of those that others work on, as a ring with the figures inside. */
function Ring({ done, waiting, total, things }: Figures & { readonly things: string }) {
  const label = t('frame.own.ring', { done, total, things });
  return (
    <svg className="ms-ring" width={76} height={76} viewBox="0 0 76 76" role="img" aria-label={label}>
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
      {waiting > 0 && (
        <circle
          className="ms-ring-waiting"
          cx={38}
          cy={38}
          r={RADIUS}
          strokeDasharray={`${(ROUND * waiting) / total} ${ROUND}`}
          transform={`rotate(${(360 * done) / total - 90} 38 38)`}
        />
      )}
      <text x={38} y={38} textAnchor="middle" dominantBaseline="central">
        {done}/{total}
      </text>
    </svg>
  );
}

function usePage({ name, path }: WorkModule, input: SearchInput | undefined) {
  return useQuery({
    queryKey: queryKeys.list(name, input ?? {}),
    queryFn: ({ signal }) => searchRecords(path, input, signal),
    enabled: input !== undefined,
  });
}

interface OwnSummaryProps {
  readonly shell: ShellView;
  readonly module: WorkModule;
  /** It is a part of a page with a title of its own; default: it has the title of the page. */
  readonly isPart?: boolean;
}

/** Open work items and the next due date: the header of the first page of users who see their own records. */
export function OwnSummary({ shell, module, isPart = false }: OwnSummaryProps) {
  const searches = searchFigures(module);
  const open = usePage(module, searches.open);
  const waiting = usePage(module, searches.waiting);
  const all = usePage(module, searches.all);
  const inReview = searches.waiting === undefined ? 0 : waiting.data?.total;
  const left = open.data?.total;
  const total = all.data?.total;
  const next = open.data?.data[0];
  const name = shell.user.first_name;
  const day = toText(next?.[module.workItems.due]);
  const late = day === '' ? 0 : countDaysSince(day);
  const [thing, things] = [lowercaseLabel(module.labelSingular), lowercaseLabel(module.label)];
  const title =
    left === undefined
      ? t('frame.own.hello', { name })
      : left === 0
        ? t('frame.own.allDone', { name })
        : t(left === 1 ? 'frame.own.leftOne' : 'frame.own.leftMany', { count: left, name, thing, things });
  const [Band, Title] = isPart ? (['div', 'h2'] as const) : (['header', 'h1'] as const);
  return (
    <Band className="ms-own-summary">
      {left !== undefined && inReview !== undefined && total !== undefined && total > 0 && (
        <Ring done={Math.max(0, total - left - inReview)} waiting={inReview} total={total} things={things} />
      )}
      <div className="ms-own-text">
        <Title>{title}</Title>
        {next === undefined ? (
          <p>{t('frame.own.help')}</p>
        ) : (
          <p>
            {t('frame.own.next')}{' '}
            <TextLink look="bare" className="ms-own-next" href={recordRoute(module.name, next._id, shell.user)}>
              {toText(next[module.nameField]) || toText(next['name'])}
            </TextLink>
            {day !== '' && (
              <span className={late > 0 ? 'ms-own-overdue' : ''}>
                , {t('frame.own.due', { day: formatDayInText(day) })}
                {describeDaysLate(late)}
              </span>
            )}
          </p>
        )}
      </div>
    </Band>
  );
}
