import { Select } from '@mantine/core';
import { Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { LayoutDefinition } from '#engine/model/definitions';
import { Button, ConfirmDialog, t } from '../../../../kit/index.ts';
import { countDifferences } from '../model/role-layouts.ts';

interface RolePropertiesProps {
  readonly layout: LayoutDefinition;
  /** All layouts of the view, with this one. */
  readonly layouts: readonly LayoutDefinition[];
  /** Names of the roles. */
  readonly roles: readonly string[];
  /** Makes a layout for a role as a copy of this one, or replaces the content of the one that it has. */
  readonly onCopy: (role: string) => void;
  /** Takes over the content of the layout for all roles. */
  readonly onTakeOver: (from: LayoutDefinition) => void;
  /** Removes the layout of a role: its users have the one for all roles then. */
  readonly onRemove: () => void;
}

/** For whom the layout is: copies for other roles, and what differs from the layout for all roles. */
export function RoleProperties({ layout, layouts, roles, onCopy, onTakeOver, onRemove }: RolePropertiesProps) {
  const [role, setRole] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const common = layouts.find((one) => one.role === undefined);
  const hasOwn = (name: string): boolean => layouts.some((one) => one.role === name);
  const differences = common === undefined || layout.role === undefined ? 0 : countDifferences(layout, common);
  return (
    <section className="sl-roles" aria-label={t('studioLayout.roles.title')}>
      <h2>{t('studioLayout.roles.title')}</h2>
      <p className="sl-note">
        {layout.role === undefined
          ? t('studioLayout.roles.common')
          : t('studioLayout.roles.own', { role: layout.role, count: differences })}
      </p>
      <Select
        label={t('studioLayout.roles.copyTo')}
        data={roles
          .filter((name) => name !== layout.role)
          .map((name) => ({ value: name, label: hasOwn(name) ? t('studioLayout.roles.hasOwn', { role: name }) : name }))}
        value={role}
        searchable
        onChange={setRole}
      />
      <Button
        size="sm"
        icon={Copy}
        disabled={role === null}
        onClick={() => {
          if (role !== null) onCopy(role);
          setRole(null);
        }}
      >
        {t(role !== null && hasOwn(role) ? 'studioLayout.roles.replace' : 'studioLayout.roles.copy')}
      </Button>
      {layout.role !== undefined && common !== undefined && (
        <>
          <Button size="sm" variant="quiet" disabled={differences === 0} onClick={() => onTakeOver(common)}>
            {t('studioLayout.roles.takeOver')}
          </Button>
          <Button size="sm" variant="danger-quiet" icon={Trash2} onClick={() => setAsking(true)}>
            {t('studioLayout.roles.remove', { role: layout.role })}
          </Button>
          <ConfirmDialog
            opened={isAsking}
            danger
            title={t('studioLayout.roles.removeTitle', { role: layout.role })}
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
