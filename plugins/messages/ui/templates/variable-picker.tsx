import { Select } from '@mantine/core';
import { useState } from 'react';
import { useModuleView } from '#ui';
import { listVariableGroups } from '../../shared/variables.ts';
import { tMessages } from '../texts.ts';

interface VariablePickerProps {
  /** Module of the records that the template is for; '': any. */
  readonly module: string;
  /** Label of the field that the variables are written into. */
  readonly into: string;
  /** Called with the variable as templates have it: `{{ target.first_name }}`. */
  readonly onPick: (text: string) => void;
}

/** A searchable menu of the variables of templates. */
export function VariablePicker({ module, into, onPick }: VariablePickerProps) {
  const [search, setSearch] = useState('');
  const { data } = useModuleView(module, module !== '');
  const groups = listVariableGroups(module, data?.fields);
  return (
    <Select
      aria-label={tMessages('insertInto', { field: into })}
      placeholder={tMessages('insertVariable')}
      nothingFoundMessage={tMessages('noVariable')}
      searchable
      openOnFocus={false}
      maxDropdownHeight={320}
      data={groups.map(({ label, objects: [object = ''], variables }) => ({
        group: label,
        items: variables.map(({ name, label: text }) => ({ value: `${object}.${name}`, label: text })),
      }))}
      value={null}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(name) => {
        if (name === null) return;
        onPick(`{{ ${name} }}`);
        setSearch('');
      }}
    />
  );
}
