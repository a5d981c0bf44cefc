import { MultiSelect, Select } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { recordRoute, updateRecord, useInvalidateRecords, type PopulatedRecord } from '../../../client/index.ts';
import { Button, Card, Icon, showNotice, t, TextLink } from '../../../kit/index.ts';
import { textOf } from '../../../fields/values/index.ts';
import { idsOf, useChoices, useUserTypes } from './people-queries.ts';
import { useAction } from '../../../views/index.ts';

interface Access {
  readonly userType: string;
  readonly roles: readonly string[];
  readonly teams: readonly string[];
}

function accessOf(user: PopulatedRecord): Access {
  return { userType: textOf(user['userType']), roles: idsOf(user['roles']), teams: idsOf(user['teams']) };
}

/** The roles of a user as links: what each of them allows. */
function RoleLinks({ user }: { readonly user: PopulatedRecord }) {
  const names = new Map(useChoices('roles').map(({ value, label }) => [value, label]));
  const roles = idsOf(user['roles']).filter((id) => names.has(id));
  if (user['userType'] === 'System Admin') return <p className="ma-note">{t('people.access.all')}</p>;
  if (roles.length === 0) return <p className="ma-problem">{t('people.access.noRoles')}</p>;
  return (
    <p className="ma-note">
      {t('people.access.see')}{' '}
      {roles.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <TextLink href={recordRoute('roles', id)}>{names.get(id)}</TextLink>
        </span>
      ))}
    </p>
  );
}

/** The type, roles and teams of a user, saved together. */
export function UserAccess({ user }: { readonly user: PopulatedRecord }) {
  const invalidate = useInvalidateRecords();
  const stored = accessOf(user);
  const [changed, setChanged] = useState<Partial<Access>>({});
  const { isBusy, run } = useAction();
  const access = { ...stored, ...changed };
  const isDirty = JSON.stringify(access) !== JSON.stringify(stored);
  const [types, roles, teams] = [useUserTypes(), useChoices('roles'), useChoices('teams')];
  const change = (next: Partial<Access>) => setChanged({ ...changed, ...next });
  const save = () =>
    run(async () => {
      // The version refuses a save over changes of another admin, whose roles would be lost.
      await updateRecord('/api/users', user._id, { ...access, _version: user._version });
      showNotice({ kind: 'ok', text: t('people.access.saved') });
      await invalidate(['users']);
      setChanged({});
    });
  return (
    <Card title={t('people.access.title')}>
      <div className="mp-access">
        <Select
          label={t('people.columns.type')}
          data={types}
          value={access.userType}
          allowDeselect={false}
          rightSection={<Icon of={ChevronDown} />}
          onChange={(userType) => change({ userType: userType ?? stored.userType })}
        />
        <MultiSelect
          label={t('people.columns.roles')}
          data={roles}
          value={[...access.roles]}
          searchable
          onChange={(next) => change({ roles: next })}
        />
        <MultiSelect
          label={t('people.columns.teams')}
          data={teams}
          value={[...access.teams]}
          searchable
          onChange={(next) => change({ teams: next })}
        />
      </div>
      <RoleLinks user={user} />
      <div className="mp-buttons">
        <Button variant="primary" size="sm" disabled={!isDirty} loading={isBusy} onClick={save}>
          {t('people.access.save')}
        </Button>
        {isDirty && (
          <Button variant="quiet" size="sm" onClick={() => setChanged({})}>
            {t('people.access.undo')}
          </Button>
        )}
      </div>
    </Card>
  );
}
