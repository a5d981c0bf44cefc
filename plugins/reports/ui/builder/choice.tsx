import { Select } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { Icon } from '#ui';
import type { FieldChoice } from './definition.ts';

interface ChoiceProps {
  readonly label: string;
  readonly data: readonly FieldChoice[];
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly isSearchable?: boolean;
  readonly width?: number;
  readonly error?: boolean;
}

/** A choice of one of several; a value that is not offered is shown as it is. */
export function Choice({ label, data, value, onChange, placeholder, isSearchable = false, width = 180, error = false }: ChoiceProps) {
  const isKnown = value === undefined || value === '' || data.some((one) => one.value === value);
  return (
    <Select
      className="rp-choice"
      w={width}
      size="sm"
      aria-label={label}
      placeholder={placeholder}
      error={error}
      searchable={isSearchable}
      allowDeselect={false}
      maxDropdownHeight={320}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      rightSection={<Icon of={ChevronDown} />}
      data={isKnown ? [...data] : [...data, { value, label: value }]}
      value={value === undefined || value === '' ? null : value}
      onChange={(next) => {
        if (next !== null && next !== value) onChange(next);
      }}
    />
  );
}
