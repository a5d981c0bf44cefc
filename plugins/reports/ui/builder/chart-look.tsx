import { NumberInput, Switch, TextInput } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ChartType } from '#engine/model';
import { Button, callApi, ConfirmDialog, FieldError, getErrorMessage, showNotice, useInvalidateRecords } from '#ui';
import { tReports } from '../texts.ts';
import type { ChartEditing, SourcedProps } from './contract.ts';
import { readChartOf, readReportOf, setValues, storeGroups } from './definition.ts';
import type { EditedGroups } from './use-groups.ts';

const WITH_AXES: readonly ChartType[] = ['bar', 'stacked', 'grouped', 'line', 'area'];
const MAX_GROUPS = 100;

interface LookProps extends SourcedProps {
  readonly chart: ChartEditing;
  readonly groups: EditedGroups;
  readonly type: ChartType;
}

/** Groups and a measure of the chart itself; else it follows the report. */
function OwnGroups({ editor, chart, groups }: LookProps) {
  const { form } = chart.editor;
  const isOwn = groups.isOwn || readChartOf(form).figure !== undefined;
  const [figure] = readReportOf(editor.form).figures;
  const toggle = (isWanted: boolean) =>
    setValues(form, {
      ...storeGroups(isWanted ? groups.list : [], 'dataGroupBy'),
      dataValueType: isWanted ? (figure?.kind ?? 'count') : undefined,
      dataValueField: isWanted ? figure?.field : undefined,
    });
  return (
    <div>
      <Switch label={tReports('ownGroups')} checked={isOwn} onChange={(event) => toggle(event.currentTarget.checked)} />
      <p className="rp-hint">{tReports('ownGroupsHelp')}</p>
    </div>
  );
}

/** Removes the chart: at once if it is not stored, else after a confirmation. */
function RemoveChart({ chart, edited, list }: LookProps) {
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const invalidate = useInvalidateRecords();
  const { name } = readChartOf(chart.editor.form);
  const remove = async () => {
    if (edited.kind === 'new' || list.module === undefined) return;
    setBusy(true);
    try {
      await callApi('PUT', `${list.module.path}/mark-deleted/${edited.record._id}`, { body: {} });
      showNotice({ kind: 'ok', text: tReports('chartRemoved', { name }) });
      await invalidate([list.module.name]);
      chart.discard();
    } catch (error) {
      showNotice({ kind: 'error', text: getErrorMessage(error) });
    } finally {
      setBusy(false);
      setConfirming(false);
    }
  };
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
        onConfirm={() => void remove()}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}

/** How the chart looks: its title, legend, values, labels of the axes, and bounds. */
export function ChartLook(props: LookProps) {
  const { chart, type } = props;
  const { form } = chart.editor;
  const { name, look, limit } = readChartOf(form);
  const setNumber = (field: string) => (next: number | string) =>
    form.setValue(field, typeof next === 'number' && next > 0 ? next : undefined);
  const issues = Object.entries(form.issues).flatMap(([field, list]) => (field === '' ? [] : list));
  return (
    <div className="rp-look">
      <h3 className="rp-subtitle">{tReports('look')}</h3>
      <TextInput label={tReports('title')} value={name} onChange={(event) => form.setValue('name', event.currentTarget.value)} />
      <Switch
        label={tReports('showLegend')}
        checked={look.showLegend}
        onChange={(event) => form.setValue('show_legend', event.currentTarget.checked)}
      />
      <Switch
        label={tReports('showLabels')}
        checked={look.showLabels}
        onChange={(event) => form.setValue('show_labels', event.currentTarget.checked)}
      />
      {WITH_AXES.includes(type) && (
        <>
          <TextInput
            label={tReports('xAxisLabel')}
            value={look.xAxisLabel}
            onChange={(event) => form.setValue('x_axis_label', event.currentTarget.value || undefined)}
          />
          <TextInput
            label={tReports('yAxisLabel')}
            value={look.yAxisLabel}
            onChange={(event) => form.setValue('y_axis_label', event.currentTarget.value || undefined)}
          />
        </>
      )}
      {type === 'gauge' && (
        <NumberInput
          label={tReports('gaugeMaximum')}
          placeholder={tReports('gaugeTotal')}
          hideControls
          min={0}
          value={look.gaugeMaximum ?? ''}
          onChange={setNumber('gauge_maximum')}
        />
      )}
      <NumberInput
        label={tReports('groupLimit')}
        hideControls
        min={1}
        max={MAX_GROUPS}
        allowDecimal={false}
        value={limit ?? ''}
        onChange={setNumber('group_limit')}
      />
      <OwnGroups {...props} />
      {issues.map(({ message }) => (
        <FieldError key={message}>{message}</FieldError>
      ))}
      <RemoveChart {...props} />
    </div>
  );
}
