import { Braces, Copy, Ellipsis, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { toText, type JsonObject } from '#engine/model/values';
import {
  Button,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  Menu,
  PageHeader,
  SkeletonRows,
  t,
  Tabs,
  usePageTitle,
} from '../../../kit/index.ts';
import { useDefinition, type DraftDefinition } from '../draft/use-definition.ts';
import { useDefinitions } from '../draft/use-definitions.ts';
import { useDraft } from '../draft/use-draft.ts';
import { PreviewButton } from '../preview/preview-button.tsx';
import { STUDIO } from '../studio-sections.ts';
import { PERMISSIONS, type RightChange } from './right-changes.ts';
import { RightsMatrix } from './rights-matrix.tsx';
import { PlacedRightNote, usePlacedRight } from './placed-right.tsx';
import { RoleComparison } from './role-comparison.tsx';
import { RoleEffects } from './role-effects.tsx';
import { RoleNameDialog } from './role-name-dialog.tsx';
import { RolePeople } from './role-people.tsx';
import { RolePermissions } from './role-permissions.tsx';
import { copyRole } from './roles-page.tsx';
import { useSimulatorBeside } from './use-simulator-beside.ts';
import './roles.css';

const TABS = ['rights', 'effects', 'permissions', 'people', 'compare'] as const;
type Tab = (typeof TABS)[number];

/** `/admin/studio/roles/:id`: the rights of a role in the open draft. */
export function RolePage() {
  const { id = '' } = useParams();
  const role = useDefinition('role', id);
  const { definition, action, isLoading, error, retry, discard } = role;
  const name = definition === undefined ? t('studio.sections.roles') : toText(definition['name']);
  usePageTitle(name);
  if (error !== undefined) return <ErrorState title={t('studioRoles.failed')} text={error.message} code={error.code} onRetry={retry} />;
  if (isLoading) return <SkeletonRows rows={10} columns={6} height={36} />;
  if (definition === undefined)
    return (
      <EmptyState
        title={t(action === 'removed' ? 'studioRoles.removed' : 'studioRoles.missing')}
        {...(action === 'removed' && { actions: <Button onClick={discard}>{t('studioRoles.restore')}</Button> })}
      />
    );
  return <Role role={role} definition={definition} />;
}

function Role({ role, definition }: { readonly role: DraftDefinition; readonly definition: JsonObject }) {
  const { list } = useDefinitions('role');
  const draft = useDraft();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [tab, setTab] = useState<Tab>(() => (params.get('property') === PERMISSIONS ? 'permissions' : 'rights'));
  const [dialog, setDialog] = useState<'rename' | 'copy'>();
  const placed = usePlacedRight(role, definition);
  const isBeside = useSimulatorBeside();
  // Beside the matrix, the effects need no tab.
  const tabs = TABS.filter((one) => one !== 'effects' || !isBeside);
  const shownTab = isBeside && tab === 'effects' ? 'rights' : tab;
  const [name, id] = [toText(definition['name']), toText(definition['id'])];
  const taken = (list ?? []).map((one) => one.name);
  const onNamed = (next: string) => {
    if (dialog === 'rename') return role.change({ ...definition, name: next });
    const copy = copyRole(definition, next);
    draft.change('role', copy.id, copy);
    void navigate(`${STUDIO}/roles/${copy.id}`);
  };
  return (
    <>
      <PageHeader
        title={
          <span className="st-role-title">
            <Icon of={KeyRound} /> {name}
          </span>
        }
        actions={
          <>
            <PreviewButton initial={{ roles: [id] }} />
            <Menu
              label={t('studioRoles.more')}
              position="bottom-end"
              target={<IconButton icon={Ellipsis} label={t('studioRoles.more')} />}
              groups={[
                {
                  id: 'role',
                  items: [
                    { id: 'rename', label: t('studioRoles.rename'), icon: Pencil, onSelect: () => setDialog('rename') },
                    { id: 'copy', label: t('studioRoles.copy'), icon: Copy, onSelect: () => setDialog('copy') },
                    { id: 'json', label: t('studioFields.json'), icon: Braces, href: `${STUDIO}/json/role/${encodeURIComponent(id)}` },
                    { id: 'remove', label: t('studioRoles.remove'), icon: Trash2, danger: true, onSelect: () => role.change(null) },
                  ],
                },
              ]}
            />
          </>
        }
      />
      <div className="ms-page st-roles">
        <TextInput
          label={t('studioRoles.description')}
          value={toText(definition['description'])}
          maxLength={2000}
          onChange={(event) => role.change({ ...definition, description: event.currentTarget.value })}
        />
        {role.problems.map(({ path, cause }) => (
          <p key={`${path} ${cause}`} className="st-problem" role="alert">
            {cause}
          </p>
        ))}
        {placed !== undefined && <PlacedRightNote placed={placed} definition={definition} />}
        <Tabs
          items={tabs.map((one) => ({ id: one, label: t(`studioRoles.tabs.${one}`) }))}
          selected={shownTab}
          onSelect={(next) => setTab(TABS.find((one) => one === next) ?? 'rights')}
          label={t('studioRoles.tabs.label')}
        >
          {shownTab === 'rights' && (
            <div className="st-rights" data-beside={isBeside || undefined}>
              <div className="st-rights-matrix">
                <RightsMatrix
                  role={definition}
                  published={role.detail?.definition}
                  placed={placed?.change ?? readShown(params)}
                  onChange={role.change}
                />
              </div>
              {isBeside && (
                <aside className="st-simulator" aria-label={t('studioRoles.simulator')}>
                  <h2 className="st-simulator-title">{t('studioRoles.simulator')}</h2>
                  <RoleEffects id={id} />
                </aside>
              )}
            </div>
          )}
          {shownTab === 'effects' && <RoleEffects id={id} />}
          {shownTab === 'permissions' && <RolePermissions role={definition} onChange={role.change} />}
          {shownTab === 'people' && <RolePeople id={id} />}
          {shownTab === 'compare' && <RoleComparison role={definition} roles={(list ?? []).filter((one) => one.id !== id)} />}
        </Tabs>
      </div>
      {dialog !== undefined && (
        <RoleNameDialog
          title={t(dialog === 'rename' ? 'studioRoles.rename' : 'studioRoles.copy')}
          initial={dialog === 'rename' ? name : t('studioRoles.copyOf', { name })}
          taken={dialog === 'rename' ? taken.filter((one) => one !== name) : taken}
          onClose={() => setDialog(undefined)}
          onNamed={onNamed}
        />
      )}
    </>
  );
}

/** The module, and the field, that the matrix shows for `?module=&field=`. */
function readShown(params: URLSearchParams): RightChange | undefined {
  const [module, field] = [params.get('module'), params.get('field')];
  if (module === null) return undefined;
  return { module, property: field === null ? 'view' : `field_access.${field}`, value: '' };
}
