import type { ComponentProps } from 'react';
import { X } from 'lucide-react';
import { SYSTEM_FIELDS, type WorkflowValue } from '#engine/model/definitions';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { IconButton, t } from '../../../../kit/index.ts';
import { findField } from '../model/workflow-names.ts';
import { Choice, isReadable } from './field-selects.tsx';
import { newValue, ValueInput } from './value-input.tsx';

type Values = Readonly<Record<string, WorkflowValue>>;

interface ValuesInputProps {
  /** The module whose fields are set. */
  readonly owner: ModuleView | undefined;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** Whether steps can write a field. */
export function isWritten(field: FieldView): boolean {
  const isFixed =
    field.readOnly === true || field.formula !== undefined || field.rollUp !== undefined || field.inputType === 'AutoIncrement';
  return isReadable(field) && !field.system && !SYSTEM_FIELDS.has(field.fieldName) && !isFixed && field.inputType !== 'File';
}

/** A named value of a step, with the button that removes it. */
export function ValueRow({ onRemove, ...input }: ComponentProps<typeof ValueInput> & { readonly onRemove: () => void }) {
  const { label } = input;
  return (
    <div className="sw-value-row" role="group" aria-label={label}>
      <span className="sw-value-name">{label}</span>
      <ValueInput {...input} />
      <IconButton icon={X} size="sm" label={t('studioWorkflows.values.remove', { label })} onClick={onRemove} />
    </div>
  );
}

/** The fields that a step sets, each with its value. */
export function ValuesInput({ owner, values, onChange }: ValuesInputProps) {
  const free = (owner?.fields ?? []).filter((field) => isWritten(field) && !Object.hasOwn(values, field.fieldName));
  const without = (name: string) => Object.fromEntries(Object.entries(values).filter(([one]) => one !== name));
  return (
    <div className="sw-values">
      {Object.entries(values).map(([name, value]) => {
        const field = findField(owner, name);
        const label = field?.label ?? t('studioWorkflows.removed', { name });
        return (
          <ValueRow
            key={name}
            field={field}
            owner={owner}
            label={label}
            value={value}
            onChange={(next) => onChange({ ...values, [name]: next })}
            onRemove={() => onChange(without(name))}
          />
        );
      })}
      <Choice
        // Empty again after each choice.
        key={Object.keys(values).join(' ')}
        label={t(Object.keys(values).length > 0 ? 'studioWorkflows.values.addAnother' : 'studioWorkflows.values.add')}
        options={free.map(({ fieldName, label }) => ({ value: fieldName, label }))}
        value={undefined}
        onChange={(name) => onChange({ ...values, [name]: newValue('constant', findField(owner, name)) })}
      />
    </div>
  );
}
