import { Select } from '@mantine/core';
import { Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  appOfLayout,
  hasSameAudience,
  isCommonLayout,
  LAYOUT_APPS,
  type LayoutApp,
  type LayoutAudience,
  type LayoutDefinition,
} from '#engine/model/definitions';
import { Button, ConfirmDialog, t } from '../../../../kit/index.ts';
import { countDifferences } from '../model/role-layouts.ts';

interface RolePropertiesProps {
  readonly layout: LayoutDefinition;
  /** All layouts of the view, with this one. */
  readonly layouts: readonly LayoutDefinition[];
  /** Names of the roles. */
  readonly roles: readonly string[];
  /** Makes a layout for other users as a copy of this one, or replaces the content of the one that they have. */
  readonly onCopy: (audience: LayoutAudience) => void;
  /** Takes over the content of the common layout. */
  readonly onTakeOver: (from: LayoutDefinition) => void;
  /** Removes the layout of a role or app: its users have the common one then. */
  readonly onRemove: () => void;
}

/** For whom the layout is. */
function describeAudience(layout: LayoutDefinition, differences: number): string {
  const isOfApp = appOfLayout(layout) !== 'main';
  if (layout.role !== undefined)
    return t(isOfApp ? 'studioLayout.roles.ownInApp' : 'studioLayout.roles.own', { role: layout.role, count: differences });
  return isOfApp ? t('studioLayout.roles.ofApp', { count: differences }) : t('studioLayout.roles.common');
}

function nameAudience(layout: LayoutDefinition): string {
  const app = appOfLayout(layout) === 'main' ? [] : [t('studioLayout.app.provider')];
  return [...(layout.role === undefined ? [] : [layout.role]), ...app].join(', ');
}

/** For whom the layout is: copies for other roles and apps, and what differs from the common layout. */
export function RoleProperties({ layout, layouts, roles, onCopy, onTakeOver, onRemove }: RolePropertiesProps) {
  const [role, setRole] = useState<string | null>(null);
  const [app, setApp] = useState<LayoutApp>(() => LAYOUT_APPS.find((one) => one === appOfLayout(layout)) ?? 'main');
  const [isAsking, setAsking] = useState(false);
  const common = layouts.find(isCommonLayout);
  const isCommon = isCommonLayout(layout);
  const audienceOf = (name: string | null): LayoutAudience => ({
    ...(name === null ? {} : { role: name }),
    // The app of the layouts that are there, which may be written or not.
    ...(app === 'main' ? (common?.app === undefined ? {} : { app: common.app }) : { app }),
  });
  const hasOwn = (name: string | null): boolean => layouts.some((one) => hasSameAudience(one, audienceOf(name)));
  const isSame = hasSameAudience(layout, audienceOf(role));
  const differences = common === undefined || isCommon ? 0 : countDifferences(layout, common);
  return (
    <section className="sl-roles" aria-label={t('studioLayout.roles.title')}>
      <h2>{t('studioLayout.roles.title')}</h2>
      <p className="sl-note">{describeAudience(layout, differences)}</p>
      <Select
        label={t('studioLayout.roles.copyTo')}
        placeholder={t('studioLayout.allRoles')}
        data={roles.map((name) => ({ value: name, label: hasOwn(name) ? t('studioLayout.roles.hasOwn', { role: name }) : name }))}
        value={role}
        searchable
        clearable
        onChange={setRole}
      />
      <Select
        label={t('studioLayout.app.label')}
        description={t('studioLayout.app.help')}
        data={LAYOUT_APPS.map((one) => ({ value: one, label: t(`studioLayout.app.${one}`) }))}
        value={app}
        allowDeselect={false}
        onChange={(next) => setApp(LAYOUT_APPS.find((one) => one === next) ?? 'main')}
      />
      <Button
        size="sm"
        icon={Copy}
        disabled={isSame}
        title={isSame ? t('studioLayout.roles.same') : undefined}
        onClick={() => {
          onCopy(audienceOf(role));
          setRole(null);
        }}
      >
        {t(`studioLayout.roles.${role === null ? 'app' : 'role'}${hasOwn(role) ? 'Replace' : 'Copy'}`)}
      </Button>
      {!isCommon && common !== undefined && (
        <>
          <Button size="sm" variant="quiet" disabled={differences === 0} onClick={() => onTakeOver(common)}>
            {t('studioLayout.roles.takeOver')}
          </Button>
          <Button size="sm" variant="danger-quiet" icon={Trash2} onClick={() => setAsking(true)}>
            {t('studioLayout.roles.remove', { role: nameAudience(layout) })}
          </Button>
          <ConfirmDialog
            opened={isAsking}
            danger
            title={t('studioLayout.roles.removeTitle', { role: nameAudience(layout) })}
            text={t('studioLayout.roles.removeText')}
            confirmLabel={t('studioLayout.roles.removeDo')}
            onConfirm={() => {
              setAsking(false);
              onRemove();
            }}
            onCancel={() => setAsking(false)}
          />
        </>
      )}
    </section>
  );
}
