import { useState } from 'react';
import type { LayoutDefinition } from '#engine/model/definitions';
import { ErrorState, Pager, SkeletonRows, StatusPill, t, TextLink } from '../../../../kit/index.ts';
import { ROLES_ON_PAGE, useRoleDefinitions } from '../../draft/use-role-definitions.ts';
import { STUDIO } from '../../studio-sections.ts';
import { readRoleView, type RoleView, type RoleViewInput } from '../model/role-view.ts';

/** The fields of one role that are named; the others are counted. */
const NAMED = 3;

/** For each role: the layout of the view that it has, and the fields of this layout that it does not see. */
export function LayoutRoles(input: RoleViewInput) {
  const [page, setPage] = useState(0);
  const { roles, total, error, retry } = useRoleDefinitions(page);
  const title = t('studioLayout.byRole.title');
  return (
    <section className="sl-roles" aria-label={title}>
      <h2>{title}</h2>
      {error !== undefined && <ErrorState compact title={t('studioRoles.failed')} text={error.message} code={error.code} onRetry={retry} />}
      {error === undefined && roles === undefined && <SkeletonRows rows={4} columns={2} height={28} />}
      <ul className="sl-by-role">
        {roles?.map(({ id, name, definition }) => (
          <li key={id}>
            <TextLink href={`${STUDIO}/roles/${encodeURIComponent(id)}?module=${encodeURIComponent(input.module.name)}`}>{name}</TextLink>
            {definition !== undefined && <View of={readRoleView(name, definition, input)} current={input.layout} />}
          </li>
        ))}
      </ul>
      {total > ROLES_ON_PAGE && roles !== undefined && (
        <Pager page={page} pageSize={ROLES_ON_PAGE} shown={roles.length} total={total} onChange={setPage} />
      )}
    </section>
  );
}

function View({ of, current }: { readonly of: RoleView; readonly current: LayoutDefinition }) {
  if (of.kind === 'noModule') return <StatusPill plain hue="red" label={t('studioLayout.byRole.noModule')} />;
  if (of.kind === 'other')
    return (
      <TextLink href={`${STUDIO}/layouts/${encodeURIComponent(of.layout.id)}`}>
        {t(of.layout.role === undefined ? 'studioLayout.allRoles' : 'studioLayout.byRole.own')}
      </TextLink>
    );
  const { hidden, count } = of;
  const named = hidden.slice(0, NAMED).join(', ');
  return (
    <>
      {current.role !== undefined && <StatusPill plain hue="green" label={t('studioLayout.byRole.this')} />}
      {hidden.length === 0 ? (
        <StatusPill plain label={t('studioLayout.byRole.all', { count })} />
      ) : (
        <>
          <StatusPill plain hue="amber" label={t('studioLayout.byRole.hidden', { count: hidden.length })} />
          <p className="sl-note">
            {hidden.length > NAMED ? t('studioLayout.byRole.andMore', { names: named, count: hidden.length - NAMED }) : named}
          </p>
        </>
      )}
    </>
  );
}
