import { useState } from 'react';
import type { FieldDefinition } from '#engine/model/definitions';
import { ErrorState, Pager, SkeletonRows, StatusPill, t, TextLink, type PillHue } from '../../../kit/index.ts';
import { ROLES_ON_PAGE, useRoleDefinitions } from '../draft/use-role-definitions.ts';
import { STUDIO } from '../studio-sections.ts';
import { readFieldVisibility, type FieldVisibility, type RoleVisibility } from './field-visibility.ts';
import './roles.css';

const HUES: { readonly [visibility in FieldVisibility]: PillHue } = {
  noModule: 'red',
  hidden: 'red',
  masked: 'amber',
  read: 'gray',
  own: 'amber',
  readOwnWrite: 'green',
  write: 'green',
};

interface FieldRolesProps {
  /** Name of the module. */
  readonly module: string;
  readonly field: Pick<FieldDefinition, 'fieldName' | 'label' | 'sensitive'>;
  /** The published name of a field that the draft renames. */
  readonly earlierName?: string | undefined;
}

/** Who sees a field: each role with what it lets people see, and the way to its rights. */
export function FieldRoles({ module, field, earlierName }: FieldRolesProps) {
  const [page, setPage] = useState(0);
  const { roles, total, error, retry } = useRoleDefinitions(page);
  if (error !== undefined)
    return <ErrorState compact title={t('studioRoles.failed')} text={error.message} code={error.code} onRetry={retry} />;
  if (roles === undefined) return <SkeletonRows rows={4} columns={2} height={32} />;
  const names = [field.fieldName, ...(earlierName === undefined ? [] : [earlierName])];
  const query = new URLSearchParams({ module, field: field.fieldName }).toString();
  return (
    <section className="sf-form" aria-label={t('studioRoles.whoSees')}>
      <p className="sf-note">{t('studioRoles.whoSeesHelp')}</p>
      <ul className="sf-list">
        {roles.map(({ id, name, definition }) => (
          <li key={id} className="st-visibility">
            <TextLink href={`${STUDIO}/roles/${encodeURIComponent(id)}?${query}`}>{name}</TextLink>
            {definition !== undefined && <Visibility of={readFieldVisibility(definition, module, names, field)} />}
          </li>
        ))}
      </ul>
      {total > ROLES_ON_PAGE && <Pager page={page} pageSize={ROLES_ON_PAGE} shown={roles.length} total={total} onChange={setPage} />}
    </section>
  );
}

function Visibility({ of: { visibility, records } }: { readonly of: RoleVisibility }) {
  const isSeen = visibility !== 'noModule' && visibility !== 'hidden';
  return (
    <>
      {isSeen && records !== 'all' && <span className="ms-muted">{t(`studioRoles.visibleOn.${records}`)}</span>}
      <StatusPill plain hue={HUES[visibility]} label={t(`studioRoles.visibility.${visibility}`)} />
    </>
  );
}
