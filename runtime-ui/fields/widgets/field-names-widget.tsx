import { MultiSelect, Select, TextInput } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useContext } from 'react';
import { toWords } from '#engine/model/values';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { getItemLabel, resolveItem, type LayoutItem } from '../../headless/index.ts';
import { Icon, SkeletonBar, t } from '../../kit/index.ts';
import { findModuleSource, WithNamedModule } from '../values/named-module.tsx';
import { EditedRecordContext } from './edited-record.ts';
import { ListWidget } from './list-widgets.tsx';
import { TextWidget } from './text-widgets.tsx';
import { useLateList } from './use-late-list.ts';
import type { ValueWidgetProps, WidgetProps } from './widget-props.ts';

const CHEVRON = <Icon of={ChevronDown} />;
const PICKER = { rightSection: CHEVRON, searchable: true, maxDropdownHeight: 280 } as const;

const NO_ITEMS: readonly LayoutItem[] = [];

/** All fields of a module that the user sees. */
function listFields(module: ModuleView): readonly LayoutItem[] {
  return module.fields.flatMap(({ fieldName, deleted }) => (deleted === true ? [] : (resolveItem(module, { fieldName }) ?? [])));
}

interface FieldPickerProps extends ValueWidgetProps {
  readonly field: FieldView;
  readonly items: readonly LayoutItem[];
}

/** Chooses fields of a module by their labels. A name that is no field of it stays until it is removed. */
export function FieldPicker({ field, items, value, onChange, onBlur, readOnly, wrapperProps }: FieldPickerProps) {
  const names = [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');
  const list = useLateList(onBlur);
  const known = items.map((item) => ({ value: item.fieldName, label: getItemLabel(item) }));
  const unknown = names.filter((name) => !items.some(({ fieldName }) => fieldName === name));
  const shared = {
    ...wrapperProps,
    ...PICKER,
    data: [...known, ...unknown.map((name) => ({ value: name, label: toWords(name) }))],
    ...list,
    readOnly,
    nothingFoundMessage: t('views.fields.noMatch'),
  };
  if (field.inputType === 'ListField')
    return <MultiSelect {...shared} value={names} hidePickedOptions onChange={(next) => onChange(next.length === 0 ? undefined : next)} />;
  return (
    <Select
      {...shared}
      value={names[0] ?? null}
      clearable={field.required !== true && !readOnly}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

/** The names of fields, chosen from the module that the record names; as text where that module is not known. */
export function FieldNamesWidget(props: WidgetProps) {
  const record = useContext(EditedRecordContext);
  const { module, field, wrapperProps } = props;
  const source = record && findModuleSource(module, field, record);
  const plain = field.inputType === 'ListField' ? <ListWidget {...props} /> : <TextWidget {...props} />;
  if (record === undefined || source === undefined) return plain;
  return (
    <WithNamedModule module={module} by={field} record={record}>
      {(named) => {
        if (named.module !== undefined) return <FieldPicker {...props} items={listFields(named.module)} />;
        if (named.isLoading) return <SkeletonBar />;
        if (named.isChosen) return plain;
        // A default, such as the name of a field that most modules have.
        if (props.value !== undefined) return <FieldPicker {...props} items={NO_ITEMS} />;
        return <TextInput {...wrapperProps} readOnly value="" placeholder={t('views.rows.chooseFirst', { field: source.label })} />;
      }}
    </WithNamedModule>
  );
}
