import { Select } from '@mantine/core';
import { lowercaseLabel, toText } from '#engine/model/values';
import { useModuleView } from '../../../client/index.ts';
import type { CustomFieldProps } from '../../../extensions/index.ts';
import { listViewTabs, useSavedViews } from '../../../headless/index.ts';
import { t } from '../../../kit/index.ts';

function Choice({ id, label, value, onChange, readOnly, module }: CustomFieldProps & { readonly module: string }) {
  const { data: view } = useModuleView(module);
  const { data: saved } = useSavedViews(module);
  if (view === undefined || saved === undefined) return <Select id={id} label={label} disabled data={[]} />;
  const tabs = listViewTabs(view).map((tab) => ({
    value: tab.name,
    label: tab.name === 'all' ? t('widgets.allOf', { things: lowercaseLabel(view.label) }) : tab.label,
  }));
  const own = saved.data.map(({ _id, name }) => ({ value: _id, label: name }));
  const chosen = toText(value) || 'all';
  const all = [...tabs, ...own];
  const known = all.some((one) => one.value === chosen) ? all : [...all, { value: chosen, label: t('widgets.unknownView') }];
  return (
    <Select
      id={id}
      label={label}
      data={known}
      value={chosen}
      disabled={readOnly}
      allowDeselect={false}
      onChange={(next) => onChange(next ?? 'all')}
    />
  );
}

/** The view of a module: all records, those of its definition, and saved ones. */
export function ViewChoice(props: CustomFieldProps) {
  const module = toText(props.values['module']);
  if (module === '') return <Select id={props.id} label={props.label} disabled data={[]} placeholder={t('widgets.chooseModule')} />;
  return <Choice key={module} {...props} module={module} />;
}

function Numbers({ id, label, value, onChange, readOnly, problems, module }: CustomFieldProps & { readonly module: string }) {
  const { data: view } = useModuleView(module);
  const fields =
    view?.fields.filter(({ inputType, filterable }) => filterable && (inputType === 'Number' || inputType === 'Currency')) ?? [];
  return (
    <Select
      id={id}
      label={label}
      data={fields.map(({ fieldName, label: name }) => ({ value: fieldName, label: name }))}
      value={toText(value) || null}
      disabled={readOnly || fields.length === 0}
      placeholder={view !== undefined && fields.length === 0 ? t('widgets.noNumbers') : undefined}
      error={problems[0]}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

/** A number field of the module, for a sum. */
export function NumberFieldChoice(props: CustomFieldProps) {
  const module = toText(props.values['module']);
  if (props.values['shows'] !== 'sum') return null;
  if (module === '') return <Select id={props.id} label={props.label} disabled data={[]} placeholder={t('widgets.chooseModule')} />;
  return <Numbers key={module} {...props} module={module} />;
}
