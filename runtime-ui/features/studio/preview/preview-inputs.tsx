import { MultiSelect, Select } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { RecordChoice } from '../../../fields/widgets/index.ts';
import { Icon, t } from '../../../kit/index.ts';
import { useModuleChoices, useRoleChoices, useTeamChoices, useUserTypeChoices } from './use-preview-choices.ts';

interface UserInputProps {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** Nobody can be previewed who cannot sign in. */
const ACTIVE = { active: true };

/** The user for whom definitions are shown. */
export function UserInput({ value, onChange }: UserInputProps) {
  return (
    <RecordChoice
      label={t('studioPreview.user')}
      module="users"
      id={value}
      placeholder={t('studioPreview.userSearch')}
      where={ACTIVE}
      onChoose={(id) => onChange(id ?? null)}
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
        <RecordChoice
          key={module.name}
          label={t('studioPreview.record')}
          module={module.name}
          id={value.record}
          placeholder={t('studioPreview.recordSearch')}
          onChoose={(record) => onChange({ ...value, record: record ?? null })}
        />
      )}
    </div>
  );
}
