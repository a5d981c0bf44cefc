import { MultiSelect, Select, Switch } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { JsonValue } from '#engine/model/values';
import { useModuleSummaries } from '../../headless/index.ts';
import { Icon, StatusPill, t } from '../../kit/index.ts';
import { useLateList } from './use-late-list.ts';
import type { Option, ValueWidgetProps } from './widget-props.ts';

const CHEVRON = <Icon of={ChevronDown} />;

/** A dropdown with at least this many options can be searched. */
const SEARCH_FROM = 8;

const NO_OPTIONS: readonly Option[] = [];

/** The selectable options: those offered and allowed, and the current values even if they are retired, unknown or not allowed. */
export function selectableOptions(
  options: readonly Option[],
  current: readonly JsonValue[],
  allowed?: readonly string[],
): { value: string; label: string }[] {
  const offered = options.filter(
    (option) => current.includes(option.value) || (option.retired !== true && (allowed === undefined || allowed.includes(option.value))),
  );
  const unknown = current.filter(
    (value): value is string => typeof value === 'string' && !options.some((option) => option.value === value),
  );
  return [...offered, ...unknown.map((value) => ({ value, label: value }))].map(({ value, label }) => ({ value, label }));
}

function listOf(value: ValueWidgetProps['value']): string[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter((one) => typeof one === 'string') : [];
}

function OptionLine({ label, hue, hint }: { readonly label: string; readonly hue: Option['hue']; readonly hint: string | undefined }) {
  const name = hue === undefined ? label : <StatusPill label={label} hue={hue} />;
  return hint === undefined ? (
    name
  ) : (
    <span className="mf-option">
      {name}
      <span className="mf-option-hint">{hint}</span>
    </span>
  );
}

/** A single dropdown value; statuses are shown as a pill. */
export function DropdownWidget({
  field,
  value,
  onChange,
  onBlur,
  readOnly,
  wrapperProps,
  options = NO_OPTIONS,
  allowed,
  hintOf,
}: ValueWidgetProps) {
  const current = typeof value === 'string' ? value : null;
  const chosen = options.find((option) => option.value === current);
  const hue = (one: string) => options.find((option) => option.value === one)?.hue;
  const list = useLateList(onBlur, options.length > SEARCH_FROM);
  return (
    <Select
      {...wrapperProps}
      rightSection={CHEVRON}
      data={selectableOptions(options, current === null ? [] : [current], allowed)}
      value={current}
      onChange={(next) => onChange(next ?? undefined)}
      {...list}
      readOnly={readOnly}
      placeholder={field.placeholder ?? ''}
      searchable={options.length > SEARCH_FROM}
      clearable={field.required !== true && !readOnly}
      allowDeselect={field.required !== true}
      nothingFoundMessage={t('views.fields.noMatch')}
      maxDropdownHeight={280}
      checkIconPosition="right"
      renderOption={({ option }) => (
        <OptionLine label={option.label} hue={hue(option.value)} hint={option.value === current ? undefined : hintOf?.(option.value)} />
      )}
      {...(chosen?.hue === undefined || options.length > SEARCH_FROM * 2
        ? {}
        : {
            className: 'mf-pill-select',
            leftSection: <StatusPill label={chosen.label} hue={chosen.hue} />,
            leftSectionPointerEvents: 'none' as const,
          })}
    />
  );
}

export function MultiSelectWidget({
  field,
  value,
  onChange,
  onBlur,
  readOnly,
  wrapperProps,
  options = NO_OPTIONS,
  allowed,
}: ValueWidgetProps) {
  const current = listOf(value);
  const list = useLateList(onBlur, options.length > SEARCH_FROM);
  return (
    <MultiSelect
      {...wrapperProps}
      rightSection={CHEVRON}
      data={selectableOptions(options, current, allowed)}
      value={current}
      onChange={(next) => onChange(next.length === 0 ? undefined : next)}
      {...list}
      readOnly={readOnly}
      placeholder={current.length === 0 ? (field.placeholder ?? '') : ''}
      searchable
      clearable={!readOnly}
      nothingFoundMessage={t('views.fields.noMatch')}
      maxDropdownHeight={280}
      hidePickedOptions
    />
  );
}

/** A checkbox with its label. */
export function CheckboxWidget({ value, onChange, onBlur, readOnly, wrapperProps }: ValueWidgetProps) {
  const isWrong = wrapperProps.error !== undefined;
  const noteId = `${wrapperProps.id}-note`;
  const note = isWrong || wrapperProps.description !== undefined ? noteId : undefined;
  return (
    <Switch
      id={wrapperProps.id}
      label={wrapperProps.label}
      aria-invalid={isWrong || undefined}
      aria-describedby={note}
      description={wrapperProps.description === undefined ? undefined : <span id={noteId}>{wrapperProps.description}</span>}
      error={isWrong ? <span id={noteId}>{wrapperProps.error}</span> : undefined}
      className="mf-switch"
      size="xs"
      checked={value === true}
      disabled={readOnly}
      onChange={(event) => onChange(event.currentTarget.checked)}
      onBlur={onBlur}
    />
  );
}

function useModuleOptions(refs: readonly string[], current: readonly string[]) {
  const modules = useModuleSummaries(refs);
  const known = modules
    .map((module) => ({ value: module.name, label: module.label }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return [...known, ...current.filter((name) => !known.some((one) => one.value === name)).map((name) => ({ value: name, label: name }))];
}

export function ModuleWidget({ field, value, onChange, onBlur, readOnly, wrapperProps }: ValueWidgetProps) {
  const current = typeof value === 'string' ? value : null;
  const data = useModuleOptions(field.refs, current === null ? [] : [current]);
  return (
    <Select
      {...wrapperProps}
      rightSection={CHEVRON}
      data={data}
      value={current}
      onChange={(next) => onChange(next ?? undefined)}
      onBlur={onBlur}
      readOnly={readOnly}
      searchable
      clearable={field.required !== true}
      nothingFoundMessage={t('views.fields.noMatch')}
    />
  );
}

export function MultiModuleWidget({ field, value, onChange, onBlur, readOnly, wrapperProps }: ValueWidgetProps) {
  const current = listOf(value);
  const data = useModuleOptions(field.refs, current);
  return (
    <MultiSelect
      {...wrapperProps}
      rightSection={CHEVRON}
      data={data}
      value={current}
      onChange={(next) => onChange(next.length === 0 ? undefined : next)}
      onBlur={onBlur}
      readOnly={readOnly}
      searchable
      nothingFoundMessage={t('views.fields.noMatch')}
      hidePickedOptions
    />
  );
}
