import { MultiSelect, Select, TextInput } from '@mantine/core';
import { ChevronDown, Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { Condition, FieldDefinition, TransitionRequirementDefinition } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import { getTriggerCondition } from '#engine/model/visibility';
import { Button, Icon, IconButton, t } from '../../../kit/index.ts';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import { useDropdowns } from '../dropdowns/use-dropdowns.ts';
import { problemOf, type PropertyContext } from './property-context.ts';

const CHEVRON = <Icon of={ChevronDown} />;
type ConditionName = 'visibleWhen' | 'requiredWhen' | 'readOnlyWhen' | 'openWhen';

/** A condition of a field: when it is shown, required or read-only. */
export function ConditionProperty({ name, context }: { readonly name: ConditionName; readonly context: PropertyContext }) {
  const error = problemOf(context, name);
  return (
    <section className="sf-rule">
      <h3 className="sf-heading">{t(`studioFields.property.${name}`)}</h3>
      <ConditionEditor
        key={context.field.id}
        kind="condition"
        module={context.module}
        label={t(`studioFields.property.${name}`)}
        value={context.field[name] as JsonValue | undefined}
        onChange={(value) => context.set({ [name]: value as Condition | undefined })}
      />
      {error !== undefined && <p className="sf-problem">{error}</p>}
    </section>
  );
}

/** A trigger on a parent field, which conditions replace: it stays until it is converted. */
export function TriggerNote({
  context,
  onConvert,
}: {
  readonly context: PropertyContext;
  readonly onConvert: (field: FieldDefinition) => void;
}) {
  const { field, fields } = context;
  const parent = fields.find(({ fieldName }) => fieldName === field.parentField);
  const trigger = field.fieldsToTrigger;
  if (field.dependent !== true || parent === undefined || trigger === undefined) return null;
  const convert = () => {
    const { dependent: _dependent, parentField: _parent, fieldsToTrigger: _trigger, ...rest } = field;
    const condition = getTriggerCondition(trigger, parent);
    onConvert({ ...rest, visibleWhen: rest.visibleWhen === undefined ? condition : { and: [condition, rest.visibleWhen] } });
  };
  return (
    <p className="sf-note">
      {t('studioFields.trigger', { parent: parent.label })}{' '}
      <Button variant="quiet" size="xs" onClick={convert}>
        {t('studioFields.convertTrigger')}
      </Button>
    </p>
  );
}

type Validations = NonNullable<FieldDefinition['validations']>;

/** Rules for the value, each with its message. */
export function ValidationsProperty({ context }: { readonly context: PropertyContext }) {
  const rules: Validations = context.field.validations ?? [];
  const set = (next: Validations) => context.set({ validations: next.length === 0 ? undefined : next });
  const error = problemOf(context, 'validations');
  return (
    <section className="sf-rule">
      <h3 className="sf-heading">{t('studioFields.property.validations')}</h3>
      {rules.map((rule, at) => (
        <div key={at} className="sf-card" role="group" aria-label={t('studioFields.ruleOf', { number: at + 1 })}>
          <ConditionEditor
            kind="condition"
            module={context.module}
            label={t('studioFields.mustBe')}
            // A new rule has no condition yet.
            value={rule.condition === true ? undefined : (rule.condition as JsonValue)}
            onChange={(condition) =>
              set(rules.map((one, index) => (index === at ? { ...one, condition: (condition as Condition | undefined) ?? true } : one)))
            }
          />
          <TextInput
            label={t('studioFields.message')}
            maxLength={500}
            required
            value={rule.message}
            error={rule.message.trim() === '' ? t('studioFields.problem.message') : undefined}
            onChange={(event) => set(rules.map((one, index) => (index === at ? { ...one, message: event.currentTarget.value } : one)))}
          />
          <IconButton
            icon={X}
            size="xs"
            label={t('studioFields.removeRule', { number: at + 1 })}
            onClick={() => set(rules.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {error !== undefined && <p className="sf-problem">{error}</p>}
      <Button
        variant="quiet"
        size="xs"
        icon={Plus}
        onClick={() => set([...rules, { condition: true, message: t('studioFields.defaultMessage', { label: context.field.label }) }])}
      >
        {t('studioFields.addRule')}
      </Button>
    </section>
  );
}

/** Which values may be chosen, by the value of a parent: a matrix of both. */
export function OptionsByProperty({ context }: { readonly context: PropertyContext }) {
  const { field, fields } = context;
  const [chosen, setChosen] = useState(field.optionsBy?.field);
  const parents = fields.filter(
    (one) => one.fieldName !== field.fieldName && (one.inputType === 'Dropdown' || one.inputType === 'Checkbox') && one.sensitive !== true,
  );
  const parent = parents.find(({ fieldName }) => fieldName === chosen);
  return (
    <section className="sf-rule">
      <h3 className="sf-heading">{t('studioFields.property.optionsBy')}</h3>
      <Select
        aria-label={t('studioFields.parent')}
        placeholder={t('studioFields.noParent')}
        rightSection={CHEVRON}
        clearable
        searchable
        data={parents.map((one) => ({ value: one.fieldName, label: one.label }))}
        value={chosen ?? null}
        error={problemOf(context, 'optionsBy')}
        onChange={(next) => {
          setChosen(next ?? undefined);
          if (next !== field.optionsBy?.field) context.set({ optionsBy: undefined });
        }}
      />
      {parent !== undefined && <OptionMatrix context={context} parent={parent} />}
    </section>
  );
}

interface OptionLabel {
  readonly value: string;
  readonly label: string;
}

/** The matrix: a row for each own value, a column for each value of the parent. */
function OptionMatrix({ context, parent }: { readonly context: PropertyContext; readonly parent: FieldDefinition }) {
  const { field } = context;
  const dropdowns = useDropdowns([field.dropdown ?? [], parent.dropdown ?? []].flat());
  const optionsOf = (name: string | undefined): readonly OptionLabel[] => dropdowns.find((one) => one.name === name)?.options ?? [];
  const columns: readonly OptionLabel[] =
    parent.inputType === 'Checkbox'
      ? [
          { value: 'true', label: t('studioFields.conditions.yes') },
          { value: 'false', label: t('studioFields.conditions.no') },
        ]
      : optionsOf(parent.dropdown);
  const rows = optionsOf(field.dropdown);
  const all = rows.map(({ value }) => value);
  const allowed = (column: string): readonly string[] => field.optionsBy?.options[column] ?? all;
  const toggle = (column: string, row: string, isOn: boolean) => {
    const next = all.filter((value) => (value === row ? isOn : allowed(column).includes(value)));
    const { [column]: _before, ...others } = field.optionsBy?.options ?? {};
    // A value of the parent that allows every value is not written.
    const options = next.length === all.length ? others : { ...others, [column]: next };
    context.set({ optionsBy: Object.keys(options).length === 0 ? undefined : { field: parent.fieldName, options } });
  };
  return (
    <div className="sf-scroll" tabIndex={0} role="region" aria-label={t('studioFields.matrix')}>
      <table className="sf-matrix">
        <thead>
          <tr>
            <th scope="col">{field.label}</th>
            {columns.map((column) => (
              <th key={column.value} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.value}>
              <th scope="row">{row.label}</th>
              {columns.map((column) => (
                <td key={column.value}>
                  <label className="st-check">
                    <input
                      type="checkbox"
                      aria-label={t('studioFields.allowedWith', { value: row.label, parent: column.label })}
                      checked={allowed(column.value).includes(row.value)}
                      onChange={(event) => toggle(column.value, row.value, event.currentTarget.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What some values of a dropdown require. */
export function RequirementsProperty({ context }: { readonly context: PropertyContext }) {
  const { field } = context;
  const list = field.transitionRequirements ?? [];
  const [dropdown] = useDropdowns(field.dropdown === undefined ? [] : [field.dropdown]);
  const set = (next: readonly TransitionRequirementDefinition[]) =>
    context.set({ transitionRequirements: next.length === 0 ? undefined : [...next] });
  const first = dropdown?.options[0]?.value;
  const error = problemOf(context, 'transitionRequirements');
  return (
    <section className="sf-rule">
      <h3 className="sf-heading">{t('studioFields.property.transitionRequirements')}</h3>
      {list.map((one, at) => (
        <RequirementCard
          key={at}
          number={at + 1}
          requirement={one}
          context={context}
          options={dropdown?.options ?? []}
          onChange={(next) => set(list.map((each, index) => (index === at ? next : each)))}
          onRemove={() => set(list.filter((_, index) => index !== at))}
        />
      ))}
      {error !== undefined && <p className="sf-problem">{error}</p>}
      {first !== undefined && (
        <Button
          variant="quiet"
          size="xs"
          icon={Plus}
          onClick={() => set([...list, { to: [first], requires: [], message: t('studioFields.requirementMessage') }])}
        >
          {t('studioFields.addRequirement')}
        </Button>
      )}
    </section>
  );
}

interface RequirementCardProps {
  readonly number: number;
  readonly requirement: TransitionRequirementDefinition;
  readonly context: PropertyContext;
  readonly options: readonly OptionLabel[];
  readonly onChange: (next: TransitionRequirementDefinition) => void;
  readonly onRemove: () => void;
}

function RequirementCard({ number, requirement, context, options, onChange, onRemove }: RequirementCardProps) {
  const { hint, ...withoutHint } = requirement;
  const { when, ...always } = requirement;
  const others = context.fields.filter(({ fieldName }) => fieldName !== context.field.fieldName);
  return (
    <div className="sf-card" role="group" aria-label={t('studioFields.requirementOf', { number })}>
      <MultiSelect
        label={t('studioFields.values')}
        rightSection={CHEVRON}
        searchable
        data={options.map(({ value, label }) => ({ value, label }))}
        value={[...requirement.to]}
        onChange={(to) => {
          if (to.length > 0) onChange({ ...requirement, to });
        }}
      />
      <MultiSelect
        label={t('studioFields.requires')}
        rightSection={CHEVRON}
        searchable
        data={others.map(({ fieldName, label }) => ({ value: fieldName, label }))}
        value={[...requirement.requires]}
        onChange={(requires) => onChange({ ...requirement, requires })}
      />
      <ConditionEditor
        kind="condition"
        module={context.module}
        label={t('studioFields.onlyWhen')}
        value={when as JsonValue | undefined}
        onChange={(next) => onChange(next === undefined ? always : { ...always, when: next as Condition })}
      />
      <TextInput
        label={t('studioFields.hint')}
        maxLength={60}
        value={hint ?? ''}
        onChange={(event) => onChange(event.currentTarget.value === '' ? withoutHint : { ...requirement, hint: event.currentTarget.value })}
      />
      <TextInput
        label={t('studioFields.message')}
        maxLength={500}
        required
        value={requirement.message}
        error={requirement.message.trim() === '' ? t('studioFields.problem.message') : undefined}
        onChange={(event) => onChange({ ...requirement, message: event.currentTarget.value })}
      />
      <IconButton icon={X} size="xs" label={t('studioFields.removeRequirement', { number })} onClick={onRemove} />
    </div>
  );
}
