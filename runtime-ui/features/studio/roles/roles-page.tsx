import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { JsonObject } from '#engine/model/values';
import { callApi, queryKeys, randomKey, type ApiError } from '../../../client/index.ts';
import { Button, t, TextLink } from '../../../kit/index.ts';
import { ChangeCell, DefinitionList, OwnerCell } from '../definition-list.tsx';
import { useDraft } from '../draft/use-draft.ts';
import { useDefinitions, type ListedDefinition } from '../draft/use-definitions.ts';
import { STUDIO } from '../studio-sections.ts';
import { RoleNameDialog } from './role-name-dialog.tsx';

const PAGE = `${STUDIO}/roles`;
const COLUMNS = ['name', 'people', 'owner', 'change'] as const;

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
  const definitions = useDefinitions('role');
  const { list } = definitions;
  const counts = useRoleCounts();
  const draft = useDraft();
  const navigate = useNavigate();
  const [isNaming, setNaming] = useState(false);
  const create = (name: string) => {
    const id = `role_${randomKey()}`;
    draft.change('role', id, { id, name, module_access: {} });
    void navigate(`${PAGE}/${id}`);
  };
  return (
    <>
      <DefinitionList
        title={t('studio.sections.roles')}
        definitions={definitions}
        note={list?.length.toLocaleString('en-US')}
        actions={
          <Button variant="primary" icon={Plus} onClick={() => setNaming(true)}>
            {t('studioRoles.new')}
          </Button>
        }
        find={t('studioRoles.search')}
        matches={({ label }, words) => label.toLowerCase().includes(words.trim().toLowerCase())}
        none={t('studioRoles.none')}
        columns={COLUMNS.map((column) => t(`studioRoles.list.${column}`))}
        renderRow={(role) => <RoleRow key={role.id} role={role} people={counts && (counts.get(role.id) ?? 0)} />}
      />
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

function RoleRow({ role, people }: { readonly role: ListedDefinition; readonly people: number | undefined }) {
  return (
    <tr data-removed={role.action === 'removed' || undefined}>
      <th scope="row">
        <span className="sf-row-name">
          <TextLink href={`${PAGE}/${role.id}`}>{role.label}</TextLink>
        </span>
      </th>
      <td className="ms-tabular">{people?.toLocaleString('en-US')}</td>
      <OwnerCell of={role} />
      <ChangeCell of={role} />
    </tr>
  );
}

/** A copy of a role under another name. */
export function copyRole(role: JsonObject, name: string): JsonObject & { readonly id: string } {
  return { ...role, id: `role_${randomKey()}`, name };
}
