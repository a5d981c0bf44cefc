import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ChartType, FormSchema } from '#engine/model';
import { Button, callApi, ConfirmDialog, FieldError, SchemaPanel, showNotice, useInvalidateRecords, useAction } from '#ui';
import type { Stored } from '../../shared/stored-report.ts';
import { tReports } from '../texts.ts';
import type { ChartEditing, SourcedProps } from './contract.ts';
import { LOOK_FIELDS, pickLook, readChartOf, readReportOf, setValues, storeGroups } from './definition.ts';
import type { EditedGroups } from './use-groups.ts';

const WITH_AXES: readonly ChartType[] = ['bar', 'stacked', 'grouped', 'line', 'area'];
const MAX_GROUPS = 100;

interface LookProps extends SourcedProps {
  readonly chart: ChartEditing;
  readonly groups: EditedGroups;
  readonly type: ChartType;
}

/** Removes the chart: at once if it is not stored, else after a confirmation. */
function RemoveChart({ chart, edited, list }: LookProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { isBusy, run } = useAction({ onEnd: () => setConfirming(false) });
  const invalidate = useInvalidateRecords();
  const { name } = readChartOf(chart.editor.form);
  const remove = () =>
    run(async () => {
      if (edited.kind === 'new' || list.module === undefined) return;
      await callApi('PUT', `${list.module.path}/mark-deleted/${edited.record._id}`, { body: {} });
      showNotice({ kind: 'ok', text: tReports('chartRemoved', { name }) });
      await invalidate([list.module.name]);
      chart.discard();
    });
  return (
    <>
      <Button
        size="sm"
        variant="danger-quiet"
        icon={Trash2}
        onClick={() => {
          if (edited.kind === 'stored') return setConfirming(true);
          chart.discard();
        }}
      >
        {tReports('removeChart')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        danger
        busy={isBusy}
        title={tReports('removeChartTitle', { name })}
        text={tReports('removeChartText')}
        confirmLabel={tReports('removeChart')}
        onConfirm={remove}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}

/** The options of a chart, by the names of its fields; `ownGroups` is none. */
function createSchema(type: ChartType): FormSchema {
  const hasAxes = WITH_AXES.includes(type);
  return {
    type: 'object',
    properties: {
      name: { type: 'string', title: tReports('title'), maxLength: 1000 },
      show_legend: { type: 'boolean', title: tReports('showLegend') },
      show_labels: { type: 'boolean', title: tReports('showLabels') },
      ...(hasAxes && {
        x_axis_label: { type: 'string', title: tReports('xAxisLabel') },
        y_axis_label: { type: 'string', title: tReports('yAxisLabel') },
      }),
      ...(type === 'gauge' && {
        gauge_maximum: { type: 'number', title: tReports('gaugeMaximum'), minimum: 0, examples: [tReports('gaugeTotal')] },
      }),
      group_limit: { type: 'integer', title: tReports('groupLimit'), minimum: 1, maximum: MAX_GROUPS },
      ownGroups: { type: 'boolean', title: tReports('ownGroups'), description: tReports('ownGroupsHelp') },
    },
  };
}

/** Groups and a measure of the chart itself; else it follows the report. */
function setOwnGroups({ editor, chart, groups }: LookProps, isWanted: boolean): void {
  const [figure] = readReportOf(editor.form).figures;
  setValues(chart.editor.form, {
    ...storeGroups(isWanted ? groups.list : [], 'dataGroupBy'),
    dataValueType: isWanted ? (figure?.kind ?? 'count') : undefined,
    dataValueField: isWanted ? figure?.field : undefined,
  });
}

/** How the chart looks: its title, legend, values, labels of the axes, and bounds. */
export function ChartLook(props: LookProps) {
  const { chart, groups, type } = props;
  const { form } = chart.editor;
  const schema = useMemo(() => createSchema(type), [type]);
  const { figure, look } = readChartOf(form);
  const shown = pickLook({ ...form.effectiveDraft, show_legend: look.showLegend, show_labels: look.showLabels });
  const values = { ...shown, ownGroups: groups.isOwn || figure !== undefined };
  const change = (next: Stored): void => {
    const { ownGroups, ...fields } = next;
    if (ownGroups !== values.ownGroups) setOwnGroups(props, ownGroups === true);
    for (const name of LOOK_FIELDS) if (fields[name] !== shown[name]) form.setValue(name, fields[name]);
  };
  const others = Object.entries(form.issues).flatMap(([field, list]) =>
    field === '' || Object.hasOwn(schema.properties ?? {}, field) ? [] : list,
  );
  return (
    <div className="rp-look">
      <h3 className="rp-subtitle">{tReports('look')}</h3>
      <SchemaPanel schema={schema} values={values} onChange={change} issues={form.issues} />
      {others.map(({ message }) => (
        <FieldError key={message}>{message}</FieldError>
      ))}
      <RemoveChart {...props} />
    </div>
  );
}
