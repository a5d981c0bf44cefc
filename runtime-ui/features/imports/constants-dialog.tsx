import { Select } from '@mantine/core';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import type { FieldView, ImportFieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { FieldInput } from '../../fields/index.ts';
import { findField, toWireValue } from '../../headless/index.ts';
import { Button, Dialog, IconButton, t } from '../../kit/index.ts';
import { areRivals, type ShownChoices } from './choices.ts';
import { usePopulated } from './use-populated.ts';

type Constants = { readonly [field: string]: JsonValue | undefined };

interface ConstantsDialogProps {
  readonly module: ModuleView;
  readonly fields: readonly ImportFieldView[];
  readonly choices: ShownChoices;
  readonly onSave: (constants: { readonly [field: string]: JsonValue }) => void;
  readonly onClose: () => void;
}

/** The fields that no column is imported as. */
function listOffered({ module, fields, choices: { columns } }: ConstantsDialogProps, draft: Constants): readonly FieldView[] {
  return fields.flatMap(({ field: name, matchOnly }) => {
    const field = matchOnly ? undefined : findField(module, name);
    const isTaken = name in draft || columns.some((column) => areRivals(column.field, name));
    return field === undefined || isTaken ? [] : [field];
  });
}

interface ConstantInputProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly onRemove: () => void;
}

function ConstantInput({ module, field, value, onChange, onRemove }: ConstantInputProps) {
  const id = useId().replace(/[^\w-]/g, '');
  const shown = usePopulated(field, value);
  return (
    <div className="iw-constant-input">
      <FieldInput id={id} module={module} field={field} value={shown} onChange={onChange} required={false} />
      <IconButton icon={X} label={t('imports.constants.remove', { field: field.label })} onClick={onRemove} />
    </div>
  );
}

/** Values that all rows get, in fields that no column is imported as. */
export function ConstantsDialog(props: ConstantsDialogProps) {
  const { module, choices, onSave, onClose } = props;
  const [draft, setDraft] = useState<Constants>(choices.constants);
  const offered = listOffered(props, draft);
  const set = (name: string, value: JsonValue | undefined) => setDraft((before) => ({ ...before, [name]: value }));
  const remove = (name: string) => setDraft((before) => Object.fromEntries(Object.entries(before).filter(([one]) => one !== name)));
  const save = () => {
    const values = Object.entries(draft).flatMap(([name, value]) => {
      const field = findField(module, name);
      const wire = field === undefined ? null : toWireValue(field, value);
      return wire === null ? [] : [[name, wire] as const];
    });
    onSave(Object.fromEntries(values));
  };
  const actions = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button variant="primary" onClick={save}>
        {t('imports.constants.save')}
      </Button>
    </>
  );
  return (
    <Dialog opened title={t('imports.constants.title')} subtitle={t('imports.constants.help')} onCancel={onClose} actions={actions}>
      <div className="iw-constants" tabIndex={-1} data-autofocus>
        {Object.entries(draft).map(([name, value]) => {
          const field = findField(module, name);
          return (
            field !== undefined && (
              <ConstantInput
                key={name}
                module={module}
                field={field}
                value={value}
                onChange={(next) => set(name, next)}
                onRemove={() => remove(name)}
              />
            )
          );
        })}
        {offered.length > 0 && (
          <Select
            searchable
            label={t('imports.constants.field')}
            placeholder={t('imports.constants.choose')}
            value={null}
            data={offered.map(({ fieldName, label }) => ({ value: fieldName, label }))}
            onChange={(name) => {
              if (name !== null) set(name, undefined);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
