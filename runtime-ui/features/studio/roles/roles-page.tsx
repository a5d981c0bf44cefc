import { useQuery } from '@tanstack/react-query';
import { Plus, Search } from 'lucide-react';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { JsonObject } from '#engine/model/values';
import { callApi, queryKeys, randomKey, type ApiError } from '../../../client/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  Icon,
  PageHeader,
  SkeletonRows,
  StatusPill,
  t,
  TextLink,
  usePageTitle,
} from '../../../kit/index.ts';
import { useDraft } from '../draft/use-draft.ts';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { STUDIO } from '../studio-sections.ts';
import { RoleNameDialog } from './role-name-dialog.tsx';
import './roles.css';

const ACTION_HUES = { added: 'green', changed: 'amber', removed: 'red' } as const;

interface RoleGroups {
  readonly data: readonly { readonly keys: readonly (string | null)[]; readonly measures: { readonly count: number } }[];
}

/** The number of users with each role, by the id of the role; undefined: not known. */
function useRoleCounts(): ReadonlyMap<string | null, number> | undefined {
  const body = { by: [{ field: 'roles' }], searchTerms: {} };
  const { data } = useQuery<RoleGroups, ApiError>({
    queryKey: queryKeys.list('users', { groups: body }),
    queryFn: ({ signal }) => callApi<RoleGroups>('POST', '/api/users/group', { body, signal }),
  });
  return data && new Map(data.data.map(({ keys: [role = null], measures }) => [role, measures.count]));
}

/** `/admin/studio/roles`: the roles, with what the open draft changes. */
export function RolesPage() {
  const { list, error, retry } = useDefinitions('role');
  const draft = useDraft();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const [isNaming, setNaming] = useState(false);
  usePageTitle(t('studio.sections.roles'));
  const create = (name: string) => {
    const id = `role_${randomKey()}`;
    draft.change('role', id, { id, name, module_access: {} });
    void navigate(`${STUDIO}/roles/${id}`);
  };
  const found = list?.filter(({ label }) => label.toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <>
      <PageHeader
        title={t('studio.sections.roles')}
        actions={
          <Button variant="primary" icon={Plus} onClick={() => setNaming(true)}>
            {t('studioRoles.new')}
          </Button>
        }
      />
      <div className="ms-page st-roles">
        <TextInput
          className="st-roles-search"
          aria-label={t('studioRoles.search')}
          placeholder={t('studioRoles.search')}
          leftSection={<Icon of={Search} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {error !== undefined && list === undefined ? (
          <ErrorState compact title={t('studioRoles.failed')} text={error.message} code={error.code} onRetry={retry} />
        ) : found === undefined ? (
          <SkeletonRows rows={8} columns={3} height={40} />
        ) : found.length === 0 ? (
          <EmptyState title={t('studioRoles.none')} help={t('studioRoles.noneHelp')} />
        ) : (
          <RoleTable roles={found} />
        )}
      </div>
      {isNaming && (
        <RoleNameDialog
          title={t('studioRoles.new')}
          taken={list?.map(({ name }) => name) ?? []}
          onClose={() => setNaming(false)}
          onNamed={create}
        />
      )}
    </>
  );
}

function RoleTable({ roles }: { readonly roles: readonly ListedDefinition[] }) {
  const counts = useRoleCounts();
  return (
    <div className="st-scroll" tabIndex={0} role="group" aria-label={t('studio.sections.roles')}>
      <table className="st-table">
        <thead>
          <tr>
            <th scope="col">{t('studioRoles.name')}</th>
            <th scope="col">{t('studioRoles.people')}</th>
            <th scope="col">{t('studioRoles.origin')}</th>
            <th scope="col">{t('studioRoles.inDraft')}</th>
          </tr>
        </thead>
        <tbody>
          {roles.map((role) => (
            <tr key={role.id}>
              <th scope="row">
                <TextLink href={`${STUDIO}/roles/${role.id}`}>{role.label}</TextLink>
              </th>
              <td>{counts === undefined ? '' : (counts.get(role.id) ?? 0).toLocaleString('en-US')}</td>
              <td>
                {role.plugin ?? t(`studioRoles.origins.${role.origin}`)}
                {role.customized && ` · ${t('studioRoles.customized')}`}
              </td>
              <td>{role.action && <StatusPill hue={ACTION_HUES[role.action]} label={t(`studioRoles.actions.${role.action}`)} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A copy of a role under another name. */
export function copyRole(role: JsonObject, name: string): JsonObject & { readonly id: string } {
  return { ...role, id: `role_${randomKey()}`, name };
}
