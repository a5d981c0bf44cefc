import { Checkbox, Select, TextInput } from '@mantine/core';
import { ChevronDown, Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button, Icon, IconButton, t } from '../../../kit/index.ts';
import { OFFERED_TYPES } from '../fields/field-types.ts';
import { createFirstField, hasOptions, isRelate, type FirstField } from './new-module.ts';

const CHEVRON = <Icon of={ChevronDown} />;

export interface FirstFieldsProps {
  readonly rows: readonly FirstField[];
  readonly names: ReadonlyMap<number, string>;
  /** Modules that a relate can point to. */
  readonly modules: readonly { readonly value: string; readonly label: string }[];
  /** By 'field.<key>' and 'field.<key>.options'. */
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (rows: readonly FirstField[]) => void;
}

/** The first fields of a new module, one in each row. Enter in a label adds the next row. */
export function FirstFields({ rows, onChange, ...props }: FirstFieldsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const count = useRef(rows.length);
  useEffect(() => {
    if (rows.length > count.current) body.current?.querySelector<HTMLInputElement>('tr:last-child input')?.focus();
    count.current = rows.length;
  }, [rows.length]);
  const add = () => onChange([...rows, createFirstField()]);
  return (
    <section className="sf-first" aria-label={t('studioFields.newModule.fields')}>
      <div className="sf-scroll">
        <table className="sf-table sf-stack sf-first-table">
          <thead>
            <tr>
              <th scope="col">{t('studioFields.label')}</th>
              <th scope="col">{t('studioFields.type')}</th>
              <th scope="col">{t('studioFields.newModule.options')}</th>
              <th scope="col">{t('studioFields.property.required')}</th>
              <th scope="col">
                <span className="ms-visually-hidden">{t('studioFields.newModule.removeRow')}</span>
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, at) => (
              <FirstFieldRow
                {...props}
                key={row.key}
                row={row}
                number={at + 1}
                onAdd={add}
                onChange={(next) => onChange(rows.map((one) => (one.key === row.key ? next : one)))}
                onRemove={() => onChange(rows.filter((one) => one.key !== row.key))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Button variant="quiet" size="sm" icon={Plus} onClick={add}>
        {t('studioFields.newModule.addRow')}
      </Button>
    </section>
  );
}

interface RowProps extends Pick<FirstFieldsProps, 'names' | 'modules' | 'problems'> {
  readonly row: FirstField;
  readonly number: number;
  readonly onAdd: () => void;
  readonly onChange: (row: FirstField) => void;
  readonly onRemove: () => void;
}

function FirstFieldRow({ row, number, names, modules, problems, onAdd, onChange, onRemove }: RowProps) {
  const name = names.get(row.key) ?? '';
  return (
    <tr aria-label={t('studioFields.newModule.row', { number })}>
      <td data-label={t('studioFields.label')}>
        <TextInput
          aria-label={t('studioFields.newModule.rowLabel', { number })}
          description={name === '' ? undefined : <code className="ms-mono">{name}</code>}
          inputWrapperOrder={['input', 'error', 'description']}
          maxLength={200}
          value={row.label}
          error={problems.get(`field.${row.key}`)}
          onChange={(event) => onChange({ ...row, label: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onAdd();
          }}
        />
      </td>
      <td data-label={t('studioFields.type')}>
        <Select
          aria-label={t('studioFields.newModule.rowType', { number })}
          rightSection={CHEVRON}
          searchable
          openOnFocus={false}
          allowDeselect={false}
          data={OFFERED_TYPES.map((type) => ({ value: type, label: t(`studioFields.types.${type}`) }))}
          value={row.inputType}
          onChange={(type) => {
            if (type !== null) onChange({ ...row, inputType: type });
          }}
        />
      </td>
      <td data-label={t('studioFields.newModule.options')}>
        {hasOptions(row.inputType) && (
          <TextInput
            aria-label={t('studioFields.newModule.rowOptions', { number })}
            placeholder={t('studioFields.newModule.optionsHint')}
            value={row.options}
            error={problems.get(`field.${row.key}.options`)}
            onChange={(event) => onChange({ ...row, options: event.currentTarget.value })}
          />
        )}
        {isRelate(row.inputType) && (
          <Select
            aria-label={t('studioFields.newModule.rowModule', { number })}
            placeholder={t('studioFields.newModule.moduleHint')}
            rightSection={CHEVRON}
            searchable
            data={[...modules]}
            value={row.ref ?? null}
            error={problems.get(`field.${row.key}.options`)}
            onChange={(ref) => onChange({ ...row, ref: ref ?? undefined })}
          />
        )}
      </td>
      <td data-label={t('studioFields.property.required')} data-short>
        <Checkbox
          aria-label={t('studioFields.newModule.rowRequired', { number })}
          checked={row.required}
          onChange={(event) => onChange({ ...row, required: event.currentTarget.checked })}
        />
      </td>
      <td data-short>
        <IconButton icon={X} size="sm" label={t('studioFields.newModule.removeNumber', { number })} onClick={onRemove} />
      </td>
    </tr>
  );
}
