import { Select } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Icon, SearchInput, t } from '../../../kit/index.ts';
import { useChoices, useUserTypes, type UserFilters } from './people-queries.ts';

/** Milliseconds after the last key until the list is searched. */
const WAIT = 250;

interface BarProps {
  readonly filters: UserFilters;
  readonly onChange: (changed: Partial<UserFilters>) => void;
}

/** The search words; the list follows when the user stops typing. */
function Words({ filters: { words }, onChange }: BarProps) {
  const [typed, setTyped] = useState(words);
  useEffect(() => setTyped(words), [words]);
  useEffect(() => {
    if (typed.trim() === words) return;
    const timer = setTimeout(() => onChange({ words: typed.trim() }), WAIT);
    return () => clearTimeout(timer);
  });
  return <SearchInput label={t('people.search')} value={typed} maxLength={200} onChange={setTyped} />;
}

interface FilterProps {
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function Filter({ label, data, value, onChange }: FilterProps) {
  return (
    <Select
      className="mp-filter"
      aria-label={label}
      placeholder={label}
      data={[...data]}
      value={value}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': t('people.clearOne', { label }) }}
      {...(value === null ? { rightSection: <Icon of={ChevronDown} /> } : {})}
      onChange={onChange}
    />
  );
}

/** Search words and filters of the list of users. */
export function UserFilterBar({ filters, onChange }: BarProps) {
  const statuses = (['active', 'inactive', 'never'] as const).map((value) => ({ value, label: t(`people.status.${value}`) }));
  return (
    <div className="mp-filters" role="search">
      <Words filters={filters} onChange={onChange} />
      <Filter label={t('people.columns.status')} data={statuses} value={filters.status} onChange={(status) => onChange({ status })} />
      <Filter
        label={t('people.columns.type')}
        data={useUserTypes()}
        value={filters.userType}
        onChange={(userType) => onChange({ userType })}
      />
      <Filter label={t('people.role')} data={useChoices('roles')} value={filters.role} onChange={(role) => onChange({ role })} />
      <Filter label={t('people.team')} data={useChoices('teams')} value={filters.team} onChange={(team) => onChange({ team })} />
    </div>
  );
}
