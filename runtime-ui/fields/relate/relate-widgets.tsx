import { Input, Select } from '@mantine/core';
import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import type { JsonValue } from '#engine/model/values';
import { isObject, readRelate, useModuleSummaries, useNamesById, type LoadedNames } from '../../headless/index.ts';
import { Icon, IconButton, t } from '../../kit/index.ts';
import { nameOfId, relateName, textOf } from '../values/format-value.ts';
import type { ValueWidgetProps } from '../widgets/widget-props.ts';
import { choiceOf, type RelateChoice } from './relate-choice.ts';
import { RelatePicker } from './relate-picker.tsx';

function useNamed(moduleName: string | undefined, value: JsonValue | undefined): RelateChoice | undefined {
  const choice = choiceOf(value);
  const names = useNamesById(moduleName, choice !== undefined && choice.name === '' ? [choice._id] : []);
  return choice === undefined ? undefined : { ...choice, name: choice.name || nameOfId(names, choice._id) };
}

/** A relate to one record of a known module. */
export function RelateWidget({ field, value, onChange, onBlur, readOnly, wrapperProps }: ValueWidgetProps) {
  const module = useModuleSummaries(field.refs)[0];
  const chosen = useNamed(module?.name, value);
  return (
    <RelatePicker
      module={module}
      value={chosen}
      onPick={(choice) => onChange(choice === undefined ? undefined : { ...choice })}
      onBlur={onBlur}
      readOnly={readOnly}
      wrapping={wrapperProps}
      placeholder={field.placeholder}
    />
  );
}

function Chips({
  list,
  names,
  readOnly,
  onRemove,
}: {
  readonly list: readonly JsonValue[];
  /** Of the entries that are ids. */
  readonly names?: LoadedNames;
  readonly readOnly: boolean;
  readonly onRemove: (at: number) => void;
}) {
  if (list.length === 0) return null;
  return (
    <ul className="mf-chips">
      {list.map((entry, at) => {
        const id = readRelate(entry)?._id ?? String(at);
        const name = names !== undefined && typeof entry === 'string' ? nameOfId(names, entry) : relateName(entry);
        return (
          <li key={id} className="mf-chip">
            <span>{name}</span>
            {!readOnly && <IconButton icon={X} size="xs" label={t('views.fields.removeItem', { name })} onClick={() => onRemove(at)} />}
          </li>
        );
      })}
    </ul>
  );
}

const listOf = (value: JsonValue | undefined) => (Array.isArray(value) ? (value as readonly JsonValue[]) : []);
const orNothing = (list: readonly JsonValue[]) => (list.length === 0 ? undefined : [...list]);

/** Relates to several records of one module. */
export function MultiRelateWidget({ field, value, onChange, onBlur, readOnly, wrapperProps }: ValueWidgetProps) {
  const module = useModuleSummaries(field.refs)[0];
  const list = listOf(value);
  const ids = list.map((entry) => readRelate(entry)?._id).filter((id) => id !== undefined);
  const names = useNamesById(
    module?.name,
    list.filter((entry) => typeof entry === 'string'),
  );
  return (
    <div>
      <RelatePicker
        module={module}
        value={undefined}
        onPick={(choice) => {
          if (choice) onChange([...list, { ...choice }]);
        }}
        onBlur={onBlur}
        readOnly={readOnly}
        wrapping={wrapperProps}
        placeholder={field.placeholder}
        without={ids}
        only={field.choices}
      />
      <Chips
        list={list}
        names={names}
        readOnly={readOnly}
        onRemove={(at) => onChange(orNothing(list.filter((_, index) => index !== at)))}
      />
    </div>
  );
}

interface FlexInputProps extends Pick<ValueWidgetProps, 'field' | 'onBlur' | 'readOnly'> {
  readonly id: string;
  readonly moduleName: string | undefined;
  readonly choice: RelateChoice | undefined;
  readonly onModule: (name: string | undefined) => void;
  readonly onPick: (choice: RelateChoice | undefined) => void;
  readonly invalid: boolean;
  readonly without?: readonly string[];
}

/** Inputs for a module and for a record of it. */
function FlexInput({ field, id, moduleName, choice, onModule, onPick, onBlur, readOnly, invalid, without = [] }: FlexInputProps) {
  const modules = useModuleSummaries(field.refs);
  const module = modules.find((one) => one.name === moduleName);
  return (
    <div className="mf-flex" role="group" aria-label={field.label} aria-describedby={invalid ? `${id}-error` : undefined}>
      <Select
        rightSection={<Icon of={ChevronDown} />}
        id={id}
        aria-label={t('views.fields.module')}
        data={modules.map((one) => ({ value: one.name, label: one.label }))}
        value={moduleName ?? null}
        onChange={(name) => onModule(name ?? undefined)}
        readOnly={readOnly}
        searchable={modules.length > 8}
        placeholder={t('views.fields.module')}
        error={invalid}
      />
      <RelatePicker
        module={module}
        value={choice}
        onPick={onPick}
        onBlur={onBlur}
        readOnly={readOnly}
        wrapping={{ 'aria-label': t('views.fields.record'), error: invalid }}
        without={without}
      />
    </div>
  );
}

/** A relate to a record of any of several modules. */
export function FlexRelateWidget({ field, value, onChange, onBlur, readOnly, wrapperProps }: ValueWidgetProps) {
  const valueModule = isObject(value) && typeof value.module === 'string' ? value.module : undefined;
  const [picked, setPicked] = useState<string | undefined>(undefined);
  const moduleName = valueModule ?? picked ?? (field.refs.length === 1 ? field.refs[0] : undefined);
  const choice = useNamed(valueModule, value);
  const choose = (name: string | undefined) => {
    setPicked(name);
    if (value !== undefined) onChange(undefined);
  };
  return (
    <Input.Wrapper {...wrapperProps}>
      <FlexInput
        field={field}
        id={wrapperProps.id}
        moduleName={moduleName}
        choice={choice}
        onModule={choose}
        onPick={(one) => onChange(one === undefined || moduleName === undefined ? undefined : { ...one, module: moduleName })}
        onBlur={onBlur}
        readOnly={readOnly}
        invalid={wrapperProps.error !== undefined}
      />
    </Input.Wrapper>
  );
}

/** Relates to several records of any of several modules. */
export function MultiFlexRelateWidget({ field, value, onChange, onBlur, readOnly, wrapperProps }: ValueWidgetProps) {
  const [moduleName, setModuleName] = useState<string | undefined>(field.refs[0]);
  const list = listOf(value);
  const add = (choice: RelateChoice | undefined) => {
    if (choice && moduleName !== undefined) onChange([...list, { ...choice, module: moduleName }]);
  };
  const without = list
    .filter((entry) => isObject(entry) && textOf(entry.module) === moduleName)
    .map((entry) => readRelate(entry)?._id ?? '');
  return (
    <Input.Wrapper {...wrapperProps}>
      <FlexInput
        field={field}
        id={wrapperProps.id}
        moduleName={moduleName}
        choice={undefined}
        onModule={setModuleName}
        onPick={add}
        onBlur={onBlur}
        readOnly={readOnly}
        invalid={wrapperProps.error !== undefined}
        without={without}
      />
      <Chips list={list} readOnly={readOnly} onRemove={(at) => onChange(orNothing(list.filter((_, index) => index !== at)))} />
    </Input.Wrapper>
  );
}
