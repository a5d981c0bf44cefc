import {
  ChartArea,
  ChartColumn,
  ChartColumnBig,
  ChartColumnStacked,
  ChartLine,
  ChartPie,
  CalendarDays,
  Donut,
  Funnel,
  Gauge,
  Hash,
  LayoutGrid,
  Lock,
  Table2,
  Trophy,
  type LucideIcon,
} from 'lucide-react';
import { useId } from 'react';
import type { ChartType } from '#engine/model';
import { Button, Icon, nameChartType } from '#ui';
import { isChartType } from '../../shared/chart-groups.ts';
import { tReports } from '../texts.ts';
import { ChartLook } from './chart-look.tsx';
import type { ChartEditing, SourcedProps } from './contract.ts';
import { readChartOf } from './definition.ts';
import { listPossibilities, type ChartPossibility } from './possible-charts.ts';
import type { EditedGroups } from './use-groups.ts';

const ICONS: { readonly [type in ChartType]: LucideIcon } = {
  bar: ChartColumn,
  stacked: ChartColumnStacked,
  grouped: ChartColumnBig,
  line: ChartLine,
  area: ChartArea,
  donut: Donut,
  pie: ChartPie,
  'pie grid': LayoutGrid,
  gauge: Gauge,
  'number cards': Hash,
  'pivot table': Table2,
  funnel: Funnel,
  leaderboard: Trophy,
  'heat map': CalendarDays,
};

interface PanelProps extends SourcedProps {
  readonly chart: ChartEditing;
  readonly groups: EditedGroups;
}

function TypeChoice({
  possible,
  selected,
  onChoose,
}: {
  readonly possible: readonly ChartPossibility[];
  readonly selected: string;
  readonly onChoose: (type: ChartType) => void;
}) {
  const name = useId();
  return (
    <div className="rp-types" role="radiogroup" aria-label={tReports('chartType')}>
      {possible.map(({ type }) => (
        <label key={type} className="rp-type" data-selected={type === selected || undefined}>
          <input type="radio" className="ms-visually-hidden" name={name} checked={type === selected} onChange={() => onChoose(type)} />
          <Icon of={ICONS[type]} />
          {nameChartType(type)}
        </label>
      ))}
    </div>
  );
}

/** Chart types that cannot be drawn: why, and the change with which they can. */
function Impossible({
  types,
  onRemedy,
}: {
  readonly types: readonly ChartPossibility[];
  readonly onRemedy: (one: ChartPossibility) => void;
}) {
  if (types.length === 0) return null;
  return (
    <>
      <h3 className="rp-subtitle">
        <Icon of={Lock} size={14} />
        {tReports('notPossible')}
      </h3>
      <ul className="rp-impossible">
        {types.map((one) => (
          <li key={one.type}>
            <Icon of={ICONS[one.type]} />
            <span className="rp-impossible-name">{nameChartType(one.type)}</span>
            <span>
              {one.reason}{' '}
              {one.remedy && (
                <Button
                  size="xs"
                  variant="quiet"
                  className="ms-link-button"
                  aria-label={`${nameChartType(one.type)}: ${one.remedy.label}`}
                  onClick={() => onRemedy(one)}
                >
                  {one.remedy.label}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The chart types that are possible with the data, and how the chart looks. */
export function ChartPanel(props: PanelProps) {
  const { chart, source, groups } = props;
  const { type } = readChartOf(chart.editor.form);
  const all = listPossibilities(source, groups.list);
  const selected = chart.isShown ? type : '';
  return (
    <aside className="rp-panel" aria-label={tReports('chart')}>
      <h2 className="rp-panel-title">{tReports('chart')}</h2>
      <TypeChoice possible={all.filter(({ reason }) => reason === undefined)} selected={selected} onChoose={chart.show} />
      <Impossible
        types={all.filter(({ reason }) => reason !== undefined)}
        onRemedy={({ type: wanted, remedy }) => {
          if (remedy === undefined) return;
          groups.set(remedy.groups);
          chart.show(wanted);
        }}
      />
      {chart.isShown && isChartType(type) && <ChartLook {...props} type={type} />}
    </aside>
  );
}
