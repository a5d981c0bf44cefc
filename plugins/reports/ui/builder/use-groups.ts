import type { SourcedProps } from './contract.ts';
import { readChartOf, readGroups, readReportOf, setValues, storeGroups, type GroupChoice } from './definition.ts';

/** The groups that are edited: those of the chart if it has its own, else those of the report. */
export interface EditedGroups {
  readonly list: readonly GroupChoice[];
  /** They are those of the chart. */
  readonly isOwn: boolean;
  readonly set: (groups: readonly GroupChoice[]) => void;
}

/** The groups that the lines and the chart types of a builder change. */
export function useGroups({ editor, chart, source }: SourcedProps): EditedGroups {
  const report = readReportOf(editor.form);
  const own = chart?.isShown === true ? readChartOf(chart.editor.form) : undefined;
  const isOwn = own !== undefined && own.groups.names.length > 0;
  const [first, second] = own?.groups.units ?? [];
  const stored = isOwn
    ? own.groups
    : { ...report.groups, units: [first ?? report.groups.units[0], second ?? report.groups.units[1]] as const };
  return {
    list: readGroups(source, stored),
    isOwn,
    set: (groups) => {
      if (chart !== undefined && isOwn) return setValues(chart.editor.form, storeGroups(groups, 'dataGroupBy'));
      setValues(editor.form, storeGroups(groups, 'group_by'));
      // Periods of the chart would hide those of the report.
      if (chart !== undefined && (first !== undefined || second !== undefined))
        setValues(chart.editor.form, { date_granularity: undefined, second_date_granularity: undefined });
    },
  };
}
