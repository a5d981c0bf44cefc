import { MultiSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { FIELD_NOTIFICATIONS, type FieldDefinition } from '#engine/model/definitions';
import { DATE_CHOICES } from '#engine/model/field-types';
import type { JsonValue } from '#engine/model/values';
import { FieldInput } from '../../../fields/widgets/index.ts';
import { Icon, t } from '../../../kit/index.ts';
import { useDefinitions } from '../draft/use-definitions.ts';
import { nameOfListed, useDropdowns } from '../dropdowns/use-dropdowns.ts';
import { VALIDATORS } from './field-operators.ts';
import { problemOf, type PropertyContext } from './property-context.ts';
import { toFieldView, toModuleView } from './use-published-view.ts';

const CHEVRON = <Icon of={ChevronDown} />;

type TextName = 'description' | 'placeholder' | 'unit' | 'requiredText' | 'defaultSetting' | 'fieldType' | 'mask' | 'numberFormat';
type NumberName = 'minimum' | 'maximum' | 'textAreaRowCount' | 'firstNumber';
type FlagName =
  | 'required'
  | 'massUpdatable'
  | 'searchable'
  | 'unique'
  | 'sensitive'
  | 'readOnly'
  | 'deadline'
  | 'integer'
  | 'grouped'
  | 'clock'
  | 'containsZips'
  | 'audited'
  | 'profile'
  | 'allowsOtherNames';

/** Properties that are on if they are not written. */
const ON_BY_DEFAULT: ReadonlySet<string> = new Set(['grouped', 'audited']);

const MAX_LENGTHS: { readonly [name in TextName]?: number } = { unit: 40, mask: 100, numberFormat: 60 };

/** A text; an empty one removes the property. */
export function TextProperty({ name, context }: { readonly name: TextName; readonly context: PropertyContext }) {
  const common = {
    label: t(`studioFields.property.${name}`),
    description: t(`studioFields.help.${name}`),
    value: context.field[name] ?? '',
    error: problemOf(context, name),
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      context.set({ [name]: value === '' ? undefined : value }),
  };
  if (name === 'description') return <Textarea {...common} autosize minRows={2} maxRows={8} maxLength={2000} />;
  return <TextInput {...common} maxLength={MAX_LENGTHS[name] ?? 200} />;
}

/** The bounds of whole numbers. */
const WHOLE_NUMBERS: { readonly [name in NumberName]?: { readonly min: number; readonly max: number } } = {
  textAreaRowCount: { min: 1, max: 40 },
  firstNumber: { min: 0, max: 999_999_999_999 },
};

/** A number; an empty input removes the property. */
export function NumberProperty({ name, context }: { readonly name: NumberName; readonly context: PropertyContext }) {
  const bounds = WHOLE_NUMBERS[name];
  return (
    <NumberInput
      label={t(`studioFields.property.${name}`)}
      value={context.field[name] ?? ''}
      allowDecimal={bounds === undefined}
      {...bounds}
      error={problemOf(context, name)}
      onChange={(next) => context.set({ [name]: typeof next === 'number' ? next : undefined })}
    />
  );
}

/** A property that is on or off. */
export function FlagProperty({ name, context }: { readonly name: FlagName; readonly context: PropertyContext }) {
  const isOn = context.field[name] ?? ON_BY_DEFAULT.has(name);
  const error = problemOf(context, name);
  return (
    <Switch
      size="xs"
      label={t(`studioFields.property.${name}`)}
      description={t(`studioFields.help.${name}`)}
      checked={isOn}
      {...(error === undefined ? {} : { error })}
      onChange={(event) => context.set({ [name]: event.currentTarget.checked })}
    />
  );
}

/** The dropdown whose values the field has. */
export function DropdownProperty({ context }: { readonly context: PropertyContext }) {
  const list = useDefinitions('dropdown').list?.filter(({ action }) => action !== 'removed') ?? [];
  const names = [...new Set([...list.map(nameOfListed), ...(context.field.dropdown === undefined ? [] : [context.field.dropdown])])];
  return (
    <Select
      label={t('studioFields.property.dropdown')}
      description={t('studioFields.help.dropdown')}
      required
      searchable
      rightSection={CHEVRON}
      nothingFoundMessage={t('views.fields.noMatch')}
      data={names}
      value={context.field.dropdown ?? null}
      error={problemOf(context, 'dropdown')}
      // A default, the values by a parent and what a value requires are values of the dropdown before.
      onChange={(next) =>
        context.set({
          dropdown: next ?? undefined,
          default: undefined,
          optionsBy: undefined,
          transitionRequirements: undefined,
          awaitsApproval: undefined,
        })
      }
    />
  );
}

/** The module, or the modules, that the field refers to. */
export function RefProperty({ context }: { readonly context: PropertyContext }) {
  const { field } = context;
  const list = useDefinitions('module').list?.filter(({ action }) => action !== 'removed') ?? [];
  const data = list.map((one) => ({ value: nameOfListed(one), label: one.label }));
  const current = [field.ref ?? []].flat();
  const common = {
    label: t('studioFields.property.ref'),
    searchable: true,
    rightSection: CHEVRON,
    nothingFoundMessage: t('views.fields.noMatch'),
    data,
    error: problemOf(context, 'ref'),
  };
  if (field.inputType === 'Relate' || field.inputType === 'MultiRelate')
    return (
      <Select
        {...common}
        required
        value={current[0] ?? null}
        onChange={(next) => context.set({ ref: next ?? undefined, notifies: undefined })}
      />
    );
  return (
    <MultiSelect
      {...common}
      description={t('studioFields.help.refs')}
      value={current}
      onChange={(next) => context.set({ ref: next.length === 0 ? undefined : next })}
    />
  );
}

/** The value of new records, in the input of the field's type. */
export function DefaultProperty({ context }: { readonly context: PropertyContext }) {
  const { field, module, fields } = context;
  const dropdowns = useDropdowns(field.dropdown === undefined ? [] : [field.dropdown]);
  const { required: _required, description: _description, ...plain } = field;
  return (
    <FieldInput
      key={`${field.inputType} ${field.dropdown ?? ''}`}
      id={`default-${field.id}`}
      module={toModuleView(module, fields, dropdowns, undefined)}
      field={{ ...toFieldView(plain), label: t('studioFields.property.default') }}
      value={field.default as JsonValue | undefined}
      issues={(context.problems.get('default') ?? []).map((message) => ({ field: field.fieldName, path: '', code: 'default', message }))}
      onChange={(value) => context.set({ default: value })}
    />
  );
}

/** The day that new records have, by its distance from the day on which they are created. */
export function DefaultDateProperty({ context }: { readonly context: PropertyContext }) {
  return (
    <Select
      label={t('studioFields.property.defaultDate')}
      description={t('studioFields.help.defaultDate')}
      rightSection={CHEVRON}
      searchable
      clearable
      data={[...DATE_CHOICES]}
      value={context.field.defaultDate ?? null}
      error={problemOf(context, 'defaultDate')}
      onChange={(next) => context.set({ defaultDate: next ?? undefined })}
    />
  );
}

/** The values with which a record waits for an approval. */
export function AwaitsApprovalProperty({ context }: { readonly context: PropertyContext }) {
  const { dropdown: name, awaitsApproval = [] } = context.field;
  const [dropdown] = useDropdowns(name === undefined ? [] : [name]);
  return (
    <MultiSelect
      label={t('studioFields.property.awaitsApproval')}
      description={t('studioFields.help.awaitsApproval')}
      rightSection={CHEVRON}
      searchable
      clearable
      data={(dropdown?.options ?? []).map(({ value, label }) => ({ value, label }))}
      value={awaitsApproval}
      error={problemOf(context, 'awaitsApproval')}
      onChange={(next) => context.set({ awaitsApproval: next.length === 0 ? undefined : next })}
    />
  );
}

/** Who is notified when they are entered in the field. */
export function NotifiesProperty({ context }: { readonly context: PropertyContext }) {
  return (
    <Select
      label={t('studioFields.property.notifies')}
      rightSection={CHEVRON}
      clearable
      placeholder={t('studioFields.nobody')}
      data={FIELD_NOTIFICATIONS.map((value) => ({ value, label: t(`studioFields.notification.${value}`) }))}
      value={context.field.notifies ?? null}
      error={problemOf(context, 'notifies')}
      onChange={(next) => context.set({ notifies: next ?? undefined })}
    />
  );
}

/** Named checks of the value. The options of those that are chosen stay. */
export function ValidatorsProperty({ context }: { readonly context: PropertyContext }) {
  const current = context.field.validators ?? [];
  const names = [...new Set([...VALIDATORS, ...current.map(({ name }) => name)])].sort();
  const setAge = (years: number | string) =>
    context.set({
      validators: current.map((one) =>
        one.name === 'minimumAge' && typeof years === 'number' ? { ...one, options: { ...one.options, years } } : one,
      ),
    });
  const age = current.find(({ name }) => name === 'minimumAge');
  return (
    <>
      <MultiSelect
        label={t('studioFields.property.validators')}
        rightSection={CHEVRON}
        searchable
        data={names}
        value={current.map(({ name }) => name)}
        error={problemOf(context, 'validators')}
        onChange={(next) => {
          const validators = next.map((name) => current.find((one) => one.name === name) ?? { name });
          context.set({ validators: validators.length === 0 ? undefined : validators });
        }}
      />
      {age !== undefined && (
        <NumberInput
          label={t('studioFields.property.years')}
          min={1}
          max={150}
          allowDecimal={false}
          value={typeof age.options?.['years'] === 'number' ? age.options['years'] : 14}
          onChange={setAge}
        />
      )}
    </>
  );
}

interface FieldSelectProps {
  readonly label: string;
  readonly context: PropertyContext;
  readonly accepts: (field: FieldDefinition) => boolean;
  readonly value: string | undefined;
  readonly error?: string | undefined;
  readonly onChange: (name: string | undefined) => void;
}

/** Another field of the module. */
export function FieldSelect({ label, context, accepts, value, error, onChange }: FieldSelectProps) {
  const others = context.fields.filter((one) => one.fieldName !== context.field.fieldName && accepts(one));
  return (
    <Select
      label={label}
      rightSection={CHEVRON}
      searchable
      clearable
      nothingFoundMessage={t('views.fields.noMatch')}
      data={others.map((one) => ({ value: one.fieldName, label: one.label }))}
      value={value ?? null}
      error={error}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

/** The fields that a form fills from a ZIP. */
export function ZipProperty({ context }: { readonly context: PropertyContext }) {
  const fills = context.field.zipAutofill ?? {};
  const set = (part: 'city' | 'state', name: string | undefined) => {
    const next = Object.fromEntries(Object.entries({ ...fills, [part]: name }).filter(([, value]) => value !== undefined));
    context.set({ zipAutofill: Object.keys(next).length === 0 ? undefined : next });
  };
  return (['city', 'state'] as const).map((part) => (
    <FieldSelect
      key={part}
      label={t(`studioFields.property.zip_${part}`)}
      context={context}
      accepts={({ inputType }) => inputType === 'TextField' || inputType === 'Dropdown'}
      value={fills[part]}
      error={problemOf(context, 'zipAutofill')}
      onChange={(name) => set(part, name)}
    />
  ));
}
