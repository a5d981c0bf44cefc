import { Checkbox, Select } from '@mantine/core';
import { IMPORT_DATE_ORDERS, IMPORT_LINK_KEYS, type ImportColumnChoice } from '#engine/model/wire';
import { t } from '../../kit/index.ts';

/** What a column's options can be, by the type of its field. */
const OPTIONS: { readonly [inputType: string]: readonly ('dateOrder' | 'decimal' | 'separator' | 'links')[] } = {
  Date: ['dateOrder'],
  DateTime: ['dateOrder'],
  Number: ['decimal'],
  Currency: ['decimal'],
  MultiSelect: ['separator'],
  ListField: ['separator'],
  Relate: ['links'],
  MultiRelate: ['links', 'separator'],
};

const DECIMALS = ['.', ','] as const;
const SEPARATORS = [',', ';', '|', '/'] as const;
const DECIMAL_NAMES = { '.': 'point', ',': 'comma' } as const;
const SEPARATOR_NAMES = { ',': 'comma', ';': 'semicolon', '|': 'bar', '/': 'slash' } as const;

/** The choice that leaves it to what is found in the column. */
const FOUND = 'found';

export function hasOptions(inputType: string | null): boolean {
  return OPTIONS[inputType ?? ''] !== undefined;
}

type Options = Omit<ImportColumnChoice, 'index' | 'field'>;

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** What is chosen by default. */
  readonly found: string;
  readonly value: Value | undefined;
  readonly values: readonly Value[];
  readonly labelOf: (value: Value) => string;
  readonly onChange: (value: Value | undefined) => void;
}

function Choice<Value extends string>({ label, found, value, values, labelOf, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      size="xs"
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      label={label}
      value={value ?? FOUND}
      data={[{ value: FOUND, label: found }, ...values.map((one) => ({ value: one, label: labelOf(one) }))]}
      onChange={(next) => onChange(values.find((one) => one === next))}
    />
  );
}

interface ColumnOptionsProps {
  readonly choice: ImportColumnChoice;
  readonly inputType: string | null;
  readonly onChange: (options: { readonly [name in keyof Options]: Options[name] | undefined }) => void;
}

/** How the texts of a column are read: the order of dates, decimals, separators, and what names other records. */
export function ColumnOptions({ choice, inputType, onChange }: ColumnOptionsProps) {
  const shown = OPTIONS[inputType ?? ''] ?? [];
  return (
    <div className="iw-column-options">
      {shown.includes('dateOrder') && (
        <Choice
          label={t('imports.options.dateOrder')}
          found={t('imports.options.found')}
          value={choice.dateOrder}
          values={IMPORT_DATE_ORDERS}
          labelOf={(one) => t(`imports.options.dates.${one}`)}
          onChange={(dateOrder) => onChange({ dateOrder })}
        />
      )}
      {shown.includes('decimal') && (
        <Choice
          label={t('imports.options.decimal')}
          found={t('imports.options.found')}
          value={choice.decimal}
          values={DECIMALS}
          labelOf={(one) => t(`imports.options.decimals.${DECIMAL_NAMES[one]}`)}
          onChange={(decimal) => onChange({ decimal })}
        />
      )}
      {shown.includes('links') && (
        <>
          <Choice
            label={t('imports.options.linkBy')}
            found={t('imports.options.anyKey')}
            value={choice.linkBy}
            values={IMPORT_LINK_KEYS}
            labelOf={(one) => t(`imports.options.keys.${one === '_id' ? 'id' : one}`)}
            onChange={(linkBy) => onChange({ linkBy })}
          />
          <Checkbox
            checked={choice.createMissing ?? false}
            label={t('imports.options.createMissing')}
            onChange={(event) => onChange({ createMissing: event.currentTarget.checked ? true : undefined })}
          />
        </>
      )}
      {shown.includes('separator') && (
        <Choice
          label={t('imports.options.separator')}
          found={t('imports.options.usualSeparators')}
          value={SEPARATORS.find((one) => one === choice.separator)}
          values={SEPARATORS}
          labelOf={(one) => t(`imports.options.separators.${SEPARATOR_NAMES[one]}`)}
          onChange={(separator) => onChange({ separator })}
        />
      )}
    </div>
  );
}
