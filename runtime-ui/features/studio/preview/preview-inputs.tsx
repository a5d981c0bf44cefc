import { MultiSelect, Select } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { Icon, t } from '../../../kit/index.ts';
import {
  useModuleChoices,
  useRecordChoices,
  useRoleChoices,
  useTeamChoices,
  useUserChoices,
  useUserTypeChoices,
  type FoundChoices,
} from './use-preview-choices.ts';

/** Shows everything that the server found: it has searched already. */
const asFound = ({ options }: { readonly options: readonly unknown[] }) => options as never;

interface FoundSelectProps {
  readonly label: string;
  readonly placeholder: string;
  readonly found: FoundChoices;
  readonly value: string | null;
  readonly clearable?: boolean;
  readonly onChange: (value: string | null) => void;
}

/** A choice among records that the server finds as one types. */
function FoundSelect({ label, placeholder, found, value, clearable = false, onChange }: FoundSelectProps) {
  const empty = found.error?.message ?? t(found.isLoading ? 'studioPreview.searching' : 'studioPreview.none');
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={[...found.choices]}
      value={value}
      searchable
      clearable={clearable}
      filter={asFound}
      nothingFoundMessage={empty}
      rightSection={clearable && value !== null ? undefined : <Icon of={ChevronDown} />}
      onSearchChange={found.setWords}
      onChange={onChange}
    />
  );
}

interface UserInputProps {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** The user for whom definitions are shown. */
export function UserInput({ value, onChange }: UserInputProps) {
  const found = useUserChoices(value);
  return (
    <FoundSelect
      label={t('studioPreview.user')}
      placeholder={t('studioPreview.userSearch')}
      found={found}
      value={value}
      onChange={onChange}
    />
  );
}

/** Somebody with roles. */
export interface ChosenRoles {
  readonly roles: readonly string[];
  readonly teams: readonly string[];
  readonly userType: string;
}

interface RoleInputsProps {
  readonly changeSet: string | null;
  readonly value: ChosenRoles;
  readonly onChange: (value: ChosenRoles) => void;
}

/** Roles, teams and the user type of somebody for whom definitions are shown. */
export function RoleInputs({ changeSet, value, onChange }: RoleInputsProps) {
  const roles = useRoleChoices(changeSet);
  const teams = useTeamChoices();
  const types = useUserTypeChoices();
  return (
    <>
      <MultiSelect
        label={t('studioPreview.roles')}
        placeholder={value.roles.length === 0 ? t('studioPreview.rolesChoose') : ''}
        data={[...roles]}
        value={[...value.roles]}
        searchable
        onChange={(next) => onChange({ ...value, roles: next })}
      />
      <Select
        label={t('studioPreview.userType')}
        data={[...types]}
        value={value.userType}
        allowDeselect={false}
        rightSection={<Icon of={ChevronDown} />}
        onChange={(userType) => onChange({ ...value, userType: userType ?? value.userType })}
      />
      <MultiSelect
        label={t('studioPreview.teams')}
        description={t('studioPreview.teamsHelp')}
        data={[...teams]}
        value={[...value.teams]}
        searchable
        onChange={(next) => onChange({ ...value, teams: next })}
      />
      <p className="st-note">{t('studioPreview.own')}</p>
    </>
  );
}

/** The page to open. */
export interface ChosenPage {
  readonly module: string | null;
  readonly record: string | null;
}

interface PageInputsProps {
  readonly changeSet: string | null;
  readonly value: ChosenPage;
  readonly onChange: (value: ChosenPage) => void;
}

/** The page to open: the first page, the list of a module, or one of its records. */
export function PageInputs({ changeSet, value, onChange }: PageInputsProps) {
  const { choices, find } = useModuleChoices(changeSet);
  const module = find(value.module);
  const found = useRecordChoices(module);
  return (
    <div className="sp-pages">
      <Select
        label={t('studioPreview.module')}
        placeholder={t('studioPreview.home')}
        data={[...choices]}
        value={value.module}
        searchable
        clearable
        rightSection={value.module === null ? <Icon of={ChevronDown} /> : undefined}
        onChange={(next) => onChange({ module: next, record: null })}
      />
      {module !== undefined && (
        <FoundSelect
          label={t('studioPreview.record')}
          placeholder={t('studioPreview.recordSearch')}
          found={found}
          value={value.record}
          clearable
          onChange={(record) => onChange({ ...value, record })}
        />
      )}
    </div>
  );
}
