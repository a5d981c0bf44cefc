import { Checkbox, Select, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronDown, Plus, X } from 'lucide-react';
import {
  COLUMN_INPUT_TYPES,
  deriveFieldName,
  findFieldNameProblem,
  type ColumnDefinition,
  type FieldDefinition,
  type InputType,
} from '#engine/model/definitions';
import { useState } from 'react';
import { Button, Icon, IconButton, t } from '../../../kit/index.ts';
import { useDefinitions } from '../draft/use-definitions.ts';
import { nameOfListed } from '../dropdowns/use-dropdowns.ts';
import { problemOf, type PropertyContext } from './property-context.ts';

const CHEVRON = <Icon of={ChevronDown} />;

/** The columns of the entries of an Array, or of the value of an Object. Other properties of a column stay as they are. */
export function EntryProperty({ context }: { readonly context: PropertyContext }) {
  const entry = context.field.entry;
  const columns: readonly ColumnDefinition[] = entry?.columns ?? [];
  const set = (next: readonly ColumnDefinition[]) =>
    context.set({ entry: next.length === 0 ? undefined : { ...entry, columns: [...next] } });
  const move = (at: number, by: -1 | 1) => {
    const next = [...columns];
    const [moved] = next.splice(at, 1);
    if (moved !== undefined) next.splice(at + by, 0, moved);
    set(next);
  };
  const add = () => {
    const label = t('studioFields.newColumn', { number: columns.length + 1 });
    const fieldName = deriveFieldName(
      label,
      columns.map((column) => column.fieldName),
    );
    set([...columns, { fieldName, label, inputType: 'TextField' }]);
  };
  const error = problemOf(context, 'entry');
  return (
    <section className="sf-rule">
      <h3 className="sf-heading">{t('studioFields.property.entry')}</h3>
      {columns.map((column, at) => (
        <div key={at} className="sf-column" role="group" aria-label={column.label}>
          <ColumnInputs
            column={column}
            others={columns.filter((one) => one !== column)}
            fields={context.fields}
            onChange={(next) => set(columns.map((one, index) => (index === at ? next : one)))}
          />
          <div className="sf-column-tools">
            <IconButton
              icon={ArrowUp}
              size="xs"
              label={t('views.rows.moveUp', { name: column.label })}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            />
            <IconButton
              icon={ArrowDown}
              size="xs"
              label={t('views.rows.moveDown', { name: column.label })}
              disabled={at === columns.length - 1}
              onClick={() => move(at, 1)}
            />
            <IconButton
              icon={X}
              size="xs"
              label={t('studioFields.removeColumn', { name: column.label })}
              onClick={() => set(columns.filter((_, index) => index !== at))}
            />
          </div>
        </div>
      ))}
      {error !== undefined && <p className="sf-problem">{error}</p>}
      {columns.length < 20 && (
        <Button variant="quiet" size="xs" icon={Plus} onClick={add}>
          {t('studioFields.addColumn')}
        </Button>
      )}
    </section>
  );
}

interface ColumnInputsProps {
  readonly column: ColumnDefinition;
  readonly others: readonly ColumnDefinition[];
  /** The fields of the module. */
  readonly fields: readonly FieldDefinition[];
  readonly onChange: (column: ColumnDefinition) => void;
}

function ColumnInputs({ column, others, fields, onChange }: ColumnInputsProps) {
  const names = others.map(({ fieldName }) => fieldName);
  const problem = column.fieldName === '_id' ? undefined : findFieldNameProblem(column.fieldName, names);
  const { dropdown: _dropdown, ref: _ref, fieldsOf: _fieldsOf, operandOf: _operandOf, valueFor: _valueFor, ...plain } = column;
  return (
    <>
      <TextInput
        label={t('studioFields.label')}
        value={column.label}
        maxLength={200}
        error={column.label.trim() === '' ? t('studioFields.problem.label') : undefined}
        onChange={(event) => onChange({ ...column, label: event.currentTarget.value })}
      />
      <TextInput
        label={t('studioFields.apiName')}
        className="sf-mono"
        value={column.fieldName}
        maxLength={64}
        error={problem === undefined ? undefined : t(`studioFields.name.field.${problem}`)}
        onChange={(event) => onChange({ ...column, fieldName: event.currentTarget.value })}
      />
      <Select
        label={t('studioFields.type')}
        rightSection={CHEVRON}
        allowDeselect={false}
        data={COLUMN_INPUT_TYPES.map((type) => ({ value: type, label: t(`studioFields.types.${type}`) }))}
        value={column.inputType}
        onChange={(type) => {
          if (type !== null) onChange({ ...plain, inputType: type });
        }}
      />
      <ColumnTarget column={column} onChange={onChange} />
      {column.inputType === 'TextField' && (
        <FieldsOfInput column={column} fields={fields} onChange={(fieldsOf) => onChange(withProperty(column, { fieldsOf }))} />
      )}
      {column.inputType === 'Object' && column.entry === undefined && column.operandOf === undefined && (
        <ValueForInput column={column} others={others} onChange={(valueFor) => onChange(withProperty(column, { valueFor }))} />
      )}
      {column.inputType === 'Object' && column.entry === undefined && column.valueFor === undefined && (
        <OperandInputs column={column} others={others} onChange={(operandOf) => onChange(withProperty(column, { operandOf }))} />
      )}
      <Checkbox
        label={t('studioFields.property.required')}
        checked={column.required === true}
        onChange={(event) => onChange({ ...column, required: event.currentTarget.checked })}
      />
    </>
  );
}

const REFERRING: ReadonlySet<InputType> = new Set(['Relate', 'MultiRelate']);

/** The dropdown or the module that the values of a column come from. */
function ColumnTarget({ column, onChange }: Pick<ColumnInputsProps, 'column' | 'onChange'>) {
  const isOption = column.inputType === 'Dropdown';
  const { list = [] } = useDefinitions(isOption ? 'dropdown' : 'module');
  if (!isOption && !REFERRING.has(column.inputType)) return null;
  const property = isOption ? 'dropdown' : 'ref';
  const value = column[property];
  return (
    <Select
      label={t(`studioFields.property.${property}`)}
      rightSection={CHEVRON}
      searchable
      required
      data={list.map((one) => ({ value: nameOfListed(one), label: one.label }))}
      value={value ?? null}
      error={value === undefined ? t(`studioFields.problem.${property}`) : undefined}
      onChange={(next) => {
        if (next !== null) onChange({ ...column, [property]: next });
      }}
    />
  );
}

/** Sets properties of a column; undefined removes one. */
function withProperty(column: ColumnDefinition, changes: object): ColumnDefinition {
  return Object.fromEntries(Object.entries({ ...column, ...changes }).filter(([, value]) => value !== undefined)) as ColumnDefinition;
}

interface FieldsOfInputProps {
  readonly column: ColumnDefinition;
  readonly fields: readonly FieldDefinition[];
  readonly onChange: (fieldName: string | undefined) => void;
}

/** The field of the record with the module whose fields the column names. */
function FieldsOfInput({ column, fields, onChange }: FieldsOfInputProps) {
  return (
    <Select
      label={t('studioFields.property.fieldsOf')}
      rightSection={CHEVRON}
      searchable
      clearable
      data={fields.map(({ fieldName, label }) => ({ value: fieldName, label }))}
      value={column.fieldsOf ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

interface ValueForInputProps {
  readonly column: ColumnDefinition;
  readonly others: readonly ColumnDefinition[];
  readonly onChange: (valueFor: string | undefined) => void;
}

/** The column that names the field whose value the column has. */
function ValueForInput({ column, others, onChange }: ValueForInputProps) {
  return (
    <Select
      label={t('studioFields.property.valueFor')}
      rightSection={CHEVRON}
      searchable
      clearable
      nothingFoundMessage={t('views.fields.noMatch')}
      data={others.filter(({ fieldsOf }) => fieldsOf !== undefined).map(({ fieldName, label }) => ({ value: fieldName, label }))}
      value={column.valueFor ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

interface OperandInputsProps {
  readonly column: ColumnDefinition;
  readonly others: readonly ColumnDefinition[];
  readonly onChange: (operandOf: ColumnDefinition['operandOf']) => void;
}

/** The columns with the field and the operator of the condition whose value the column has. */
function OperandInputs({ column, others, onChange }: OperandInputsProps) {
  const [chosen, setChosen] = useState<{ readonly field?: string; readonly operator?: string }>(column.operandOf ?? {});
  const set = (part: 'field' | 'operator', name: string | undefined) => {
    const { [part]: _before, ...rest } = chosen;
    const next: typeof chosen = name === undefined ? rest : { ...rest, [part]: name };
    setChosen(next);
    // Half of it has no meaning, so it is not part of the column yet.
    onChange(next.field === undefined || next.operator === undefined ? undefined : { field: next.field, operator: next.operator });
  };
  const accepts = {
    field: (one: ColumnDefinition) => one.fieldsOf !== undefined,
    operator: (one: ColumnDefinition) => one.inputType === 'Dropdown',
  };
  return (['field', 'operator'] as const).map((part) => (
    <Select
      key={part}
      label={t(`studioFields.operandOf.${part}`)}
      rightSection={CHEVRON}
      searchable
      clearable
      data={others.filter(accepts[part]).map(({ fieldName, label }) => ({ value: fieldName, label }))}
      value={chosen[part] ?? null}
      onChange={(next) => set(part, next ?? undefined)}
    />
  ));
}
