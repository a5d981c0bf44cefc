import { useState } from 'react';
import type { JsonObject } from '#engine/model/values';
import { ErrorState, Pager, SkeletonRows, StatusPill, t, TextLink } from '../../../kit/index.ts';
import { ROLES_ON_PAGE, useRoleDefinitions, type DraftedRole } from '../draft/use-role-definitions.ts';
import { STUDIO } from '../studio-sections.ts';
import { LEVEL_RIGHTS, listLimitedFields, readModuleLevels, YES_NO_RIGHTS } from './role-rights.ts';
import './roles.css';

const COLUMNS = ['access', ...LEVEL_RIGHTS, ...YES_NO_RIGHTS, 'sensitive'] as const;

/** The rights of each role on a module; a role leads to its rights on it. */
export function ModuleRoles({ module, label }: { readonly module: string; readonly label: string }) {
  const [page, setPage] = useState(0);
  const { roles, total, error, retry } = useRoleDefinitions(page);
  if (error !== undefined)
    return <ErrorState compact title={t('studioRoles.failed')} text={error.message} code={error.code} onRetry={retry} />;
  if (roles === undefined) return <SkeletonRows rows={6} columns={6} height={34} />;
  return (
    <>
      <div className="st-scroll" tabIndex={0} role="group" aria-label={t('studioRoles.rolesOf', { module: label })}>
        <table className="st-table" aria-label={t('studioRoles.rolesOf', { module: label })}>
          <thead>
            <tr>
              <th scope="col">{t('studioRoles.list.name')}</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {t(`studioRoles.columns.${column}`)}
                </th>
              ))}
              <th scope="col">{t('studioRoles.fields')}</th>
            </tr>
          </thead>
          <tbody>
            {roles.map((role) => (
              <RoleRow key={role.id} role={role} module={module} />
            ))}
          </tbody>
        </table>
      </div>
      {total > ROLES_ON_PAGE && <Pager page={page} pageSize={ROLES_ON_PAGE} shown={roles.length} total={total} onChange={setPage} />}
    </>
  );
}

function RoleRow({ role: { id, name, action, definition }, module }: { readonly role: DraftedRole; readonly module: string }) {
  return (
    <tr>
      <th scope="row">
        <TextLink href={`${STUDIO}/roles/${encodeURIComponent(id)}?${new URLSearchParams({ module }).toString()}`}>{name}</TextLink>{' '}
        {action !== undefined && <StatusPill plain label={t(`studioFields.change.${action}`)} />}
      </th>
      {definition === undefined ? (
        <td colSpan={COLUMNS.length + 1}>{t('states.loading')}</td>
      ) : (
        <Levels definition={definition} module={module} />
      )}
    </tr>
  );
}

function Levels({ definition, module }: { readonly definition: JsonObject; readonly module: string }) {
  const levels = readModuleLevels(definition, module);
  const limited = listLimitedFields(definition, module).length;
  return (
    <>
      {COLUMNS.map((column) => {
        const level = levels[column];
        return (
          <td key={column}>
            {typeof level === 'boolean' ? (
              t(level ? 'studioRoles.yes' : 'studioRoles.no')
            ) : (
              <span className="st-level-box" data-level={level}>
                {t(`studioRoles.levels.${level}`)}
              </span>
            )}
          </td>
        );
      })}
      <td>{limited === 0 ? t('studioRoles.noneLimited') : t('studioRoles.limited', { count: limited })}</td>
    </>
  );
}
