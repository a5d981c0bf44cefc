import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TRACE_OUTCOMES, type SaveTraceSummary, type TraceOutcome } from '#engine/model/wire';
import { getSaveTraces, queryKeys, useShell, type ApiError, type SaveTraceFilter, type SaveTracePage } from '../../../client/index.ts';
import { formatFullInstant } from '../../../fields/values/index.ts';
import { readRelate } from '../../../headless/index.ts';
import { Button, Card, EmptyState, ErrorState, SkeletonRows, StatusPill, t, TextLink } from '../../../kit/index.ts';
import { DotLine } from '../dot-line.tsx';
import { Choice, UserChoice } from '../filter-choices.tsx';
import { ListPager } from '../list-pager.tsx';
import { formatMilliseconds, formatTracedSave, formatTracedUser, OUTCOME_HUES, TRACES_ROUTE } from './trace-format.ts';

const PAGE = 25;

interface FilterProps {
  readonly filter: SaveTraceFilter;
  readonly onChange: (filter: SaveTraceFilter) => void;
}

/** A filter without the conditions that are undefined. */
function withCondition(
  filter: SaveTraceFilter,
  change: { readonly [name in keyof SaveTraceFilter]?: string | undefined },
): SaveTraceFilter {
  return Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined));
}

function FilterForm({ filter, onChange }: FilterProps) {
  const { data: shell } = useShell();
  const modules = (shell?.modules ?? []).map(({ name, label }) => ({ value: name, label }));
  const outcomes = TRACE_OUTCOMES.map((value: TraceOutcome) => ({ value, label: t(`saveTraces.outcome.${value}`) }));
  return (
    <form className="ma-filter" role="search" aria-label={t('saveTraces.filter.title')} onSubmit={(event) => event.preventDefault()}>
      <UserChoice
        id="traces-of"
        label={t('saveTraces.filter.user')}
        value={filter.user}
        onChange={(user) => onChange(withCondition(filter, { user: readRelate(user)?._id }))}
      />
      <Choice
        label={t('saveTraces.filter.module')}
        all={t('saveTraces.filter.allModules')}
        options={modules}
        value={filter.module}
        onChange={(module) => onChange(withCondition(filter, { module }))}
      />
      <Choice
        label={t('saveTraces.filter.outcome')}
        all={t('saveTraces.filter.allOutcomes')}
        options={outcomes}
        value={filter.outcome}
        onChange={(outcome) => onChange(withCondition(filter, { outcome }))}
      />
    </form>
  );
}

function TraceRow({ trace }: { readonly trace: SaveTraceSummary }) {
  const { data: shell } = useShell();
  const { _id, at, outcome, error, milliseconds, queryCount } = trace;
  const what = formatTracedSave(trace, shell);
  const when = formatFullInstant(at);
  return (
    <li className="ma-trace-row">
      <StatusPill label={t(`saveTraces.outcome.${outcome}`)} hue={OUTCOME_HUES[outcome]} />
      <div className="ma-text">
        <TextLink look="name" href={`${TRACES_ROUTE}/${_id}`} aria-label={t('saveTraces.open', { what, when })}>
          {what}
        </TextLink>
        <DotLine
          className="ma-note"
          parts={[when, formatTracedUser(trace), formatMilliseconds(milliseconds), t('saveTraces.queries', { count: queryCount })]}
        />
        {error !== null && <p className="ma-problem">{error.text}</p>}
      </div>
    </li>
  );
}

function List({ filter, onChange }: FilterProps) {
  const [pageNumber, setPage] = useState(0);
  const query = { ...filter, pageNumber, pageSize: PAGE };
  const { data, error, refetch } = useQuery<SaveTracePage, ApiError>({
    queryKey: queryKeys.saveTraces(query),
    queryFn: ({ signal }) => getSaveTraces(query, signal),
    placeholderData: keepPreviousData,
  });
  if (error && data === undefined)
    return <ErrorState compact title={t('saveTraces.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={5} columns={3} height={48} />;
  if (data.total === 0 && Object.keys(filter).length === 0)
    return <EmptyState compact title={t('saveTraces.none')} help={t('saveTraces.noneHelp')} />;
  if (data.total === 0)
    return (
      <EmptyState
        compact
        title={t('saveTraces.noMatch')}
        help={t('saveTraces.noMatchHelp')}
        actions={<Button onClick={() => onChange({})}>{t('saveTraces.clear')}</Button>}
      />
    );
  return (
    <>
      <ul className="ma-entries">
        {data.data.map((trace) => (
          <TraceRow key={trace._id} trace={trace} />
        ))}
      </ul>
      <ListPager page={pageNumber} pageSize={PAGE} total={data.total} onPage={setPage} />
    </>
  );
}

/** The traces, latest first, by user, module and outcome. */
export function TraceList() {
  const [filter, setFilter] = useState<SaveTraceFilter>({});
  return (
    <Card title={t('saveTraces.list')}>
      <FilterForm filter={filter} onChange={setFilter} />
      <List key={JSON.stringify(filter)} filter={filter} onChange={setFilter} />
    </Card>
  );
}
