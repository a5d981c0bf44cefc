import { SegmentedControl, Select, Switch } from '@mantine/core';
import { TrendingUp } from 'lucide-react';
import { useState } from 'react';
import type { ChartView } from '#engine/model';
import {
  Button,
  callApi,
  Chart,
  Dialog,
  EmptyState,
  ErrorState,
  lowercaseLabel,
  SkeletonRows,
  useModuleQuery,
  useModuleView,
  type ApiError,
} from '#ui';
import type { TrendResponse } from '../../shared/contract.ts';
import { tReports } from '../texts.ts';

/** Days before today that can be chosen. */
const PERIODS = [30, 90, 365] as const;

const LINES: Omit<ChartView, 'name'> = {
  type: 'line',
  showLegend: true,
  showLabels: false,
  xAxisLabel: '',
  yAxisLabel: '',
  gaugeMaximum: null,
  options: {},
};

/** The figures of a day are those of one moment: none of the days is one that is not over. */
const ALL_COMPLETE = '9999-01-01T00:00:00.000Z';

interface TrendProps {
  readonly report: { readonly _id: string; readonly name: string };
  /** Name of the module whose records it counts. */
  readonly source: string;
  /** Whether the figures are stored every day, as the form has it; absent: as it is saved. */
  readonly isStored?: boolean | undefined;
  /** Changes it in the form; absent: the user does not change the report. */
  readonly onStore?: ((isStored: boolean) => void) | undefined;
}

/** What of the trend is shown. */
interface Choice {
  readonly days: (typeof PERIODS)[number];
  readonly measure: string | undefined;
  readonly isSplit: boolean;
}

function useTrend(id: string, { days, measure, isSplit }: Choice) {
  const query = {
    days: String(days),
    ...(measure === undefined ? {} : { measure }),
    ...(isSplit ? { split: 'true' } : {}),
  };
  return useModuleQuery<TrendResponse>('reports', { trend: id, ...query }, (signal) =>
    callApi('GET', `/api/reports/${encodeURIComponent(id)}/trend`, { query, signal }),
  );
}

function Choices({
  data,
  choice,
  onChange,
}: {
  readonly data: TrendResponse;
  readonly choice: Choice;
  readonly onChange: (next: Choice) => void;
}) {
  return (
    <div className="rp-trend-choices">
      <SegmentedControl
        size="xs"
        aria-label={tReports('trend.period')}
        data={PERIODS.map((days) => ({ value: String(days), label: tReports('trend.last', { count: days }) }))}
        value={String(choice.days)}
        onChange={(value) => onChange({ ...choice, days: PERIODS.find((days) => String(days) === value) ?? choice.days })}
      />
      {data.group !== null && (
        <SegmentedControl
          size="xs"
          aria-label={tReports('trend.lines')}
          data={[
            { value: 'all', label: tReports('trend.all') },
            { value: 'split', label: tReports('trend.by', { group: data.group }) },
          ]}
          value={choice.isSplit ? 'split' : 'all'}
          onChange={(value) => onChange({ ...choice, isSplit: value === 'split' })}
        />
      )}
      {data.measures.length > 1 && (
        <Select
          size="xs"
          aria-label={tReports('trend.measure')}
          allowDeselect={false}
          data={data.measures.map(({ name, label }) => ({ value: name, label }))}
          value={data.measure}
          onChange={(measure) => onChange({ ...choice, measure: measure ?? undefined })}
        />
      )}
    </div>
  );
}

function NoTrend({ data, mayStore }: { readonly data: TrendResponse; readonly mayStore: boolean }) {
  if (data.hidden > 0)
    return <EmptyState compact title={tReports('trend.noneShown')} help={tReports('trend.hidden', { count: data.hidden })} />;
  return (
    <EmptyState compact title={tReports('trend.none')} help={tReports(data.isStored || mayStore ? 'trend.noneHelp' : 'trend.notStored')} />
  );
}

function Trend({ report, source, onStore }: TrendProps) {
  const [choice, setChoice] = useState<Choice>({ days: 90, measure: undefined, isSplit: false });
  const { data: module } = useModuleView(source);
  const { data, error, refetch } = useTrend(report._id, choice);
  if (data === undefined)
    return error === null ? <SkeletonRows rows={6} columns={3} /> : <Failed error={error} onRetry={() => void refetch()} />;
  const { figures, hidden } = data;
  const records = module === undefined ? '' : lowercaseLabel(module.label);
  return (
    <>
      {(figures !== null || choice.days !== 90) && <Choices data={data} choice={choice} onChange={setChoice} />}
      {figures === null ? (
        <NoTrend data={data} mayStore={onStore !== undefined} />
      ) : (
        <>
          <Chart view={{ ...LINES, name: report.name }} data={figures} records={records} asOf={ALL_COMPLETE} hasTable />
          {!figures.isComplete && <p className="rp-hint">{tReports('trend.largest', { count: figures.steps[1]?.groups.length ?? 0 })}</p>}
          <p className="rp-hint">{tReports('trend.ownersFigures')}</p>
          {hidden > 0 && <p className="rp-hint">{tReports('trend.hidden', { count: hidden })}</p>}
        </>
      )}
    </>
  );
}

function Failed({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }) {
  return <ErrorState compact title={tReports('trend.failed')} text={error.message} code={error.code} onRetry={onRetry} />;
}

/** How the figures of a report changed from day to day; for those who change the report, whether they are stored. */
export function TrendMenu(props: TrendProps) {
  const { report, isStored, onStore } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="quiet" icon={TrendingUp} onClick={() => setOpen(true)}>
        {tReports('trend.title')}
      </Button>
      {isOpen && (
        <Dialog
          opened
          size="compare"
          title={tReports('trend.listTitle', { name: report.name })}
          onCancel={() => setOpen(false)}
          dirty={false}
          actions={<Button onClick={() => setOpen(false)}>{tReports('trend.close')}</Button>}
        >
          {onStore !== undefined && (
            <div className="rp-trend-store">
              <Switch
                label={tReports('trend.store')}
                aria-describedby="rp-trend-store-help"
                checked={isStored === true}
                onChange={(event) => onStore(event.currentTarget.checked)}
              />
              <p id="rp-trend-store-help" className="rp-hint">
                {tReports('trend.storeHelp')}
              </p>
            </div>
          )}
          <Trend {...props} />
        </Dialog>
      )}
    </>
  );
}
