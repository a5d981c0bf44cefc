import { Select, type SelectProps } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { JsonValue } from '#engine/model/values';
import { Icon, t } from '../../kit/index.ts';

interface YesNoSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value: JsonValue | undefined;
  /** Undefined: neither. */
  readonly onChange: (value: boolean | undefined) => void;
}

/** Yes, no, or neither, where a checkbox would not tell the last two apart. */
export function YesNoSelect({ value, onChange, ...props }: YesNoSelectProps) {
  return (
    <Select
      rightSection={<Icon of={ChevronDown} />}
      {...props}
      data={[
        { value: 'yes', label: t('views.fields.yes') },
        { value: 'no', label: t('views.fields.no') },
      ]}
      value={value === true ? 'yes' : value === false ? 'no' : null}
      onChange={(next) => onChange(next === null ? undefined : next === 'yes')}
    />
  );
}
