import { Select } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { JsonValue } from '#engine/model/values';
import { VALUE_WIDGETS } from '../../fields/widgets/index.ts';
import { Icon } from '../../kit/index.ts';

/** The value of the option for all; no module, field, action or outcome has this name. */
const ALL = '*';

export interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** One of the options, or all. */
export function Choice({ label, all, options, value, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      data={[{ value: ALL, label: all }, ...options]}
      value={value ?? ALL}
      rightSection={<Icon of={ChevronDown} />}
      allowDeselect={false}
      searchable
      onChange={(next) => onChange(next === null || next === ALL ? undefined : next)}
    />
  );
}

interface UserChoiceProps {
  readonly id: string;
  readonly label: string;
  /** A reference to a user; absent: none. */
  readonly value: JsonValue | undefined;
  readonly onChange: (user: JsonValue | undefined) => void;
}

/** Chooses a user by name. */
export function UserChoice({ id, label, value, onChange }: UserChoiceProps) {
  const User = VALUE_WIDGETS.record;
  return (
    <User
      field={{ label, refs: ['users'] }}
      value={value}
      onChange={onChange}
      onBlur={() => undefined}
      readOnly={false}
      wrapperProps={{ id, label }}
      onParseError={() => undefined}
    />
  );
}
