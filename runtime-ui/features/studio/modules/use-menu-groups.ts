import type { MenuDefinition, ModuleDefinition } from '#engine/model/definitions';
import { randomKey, useShell } from '../../../client/index.ts';
import { t } from '../../../kit/index.ts';
import { useDefinition } from '../draft/use-definition.ts';

/** A group of the menu, for a select. */
export interface MenuGroupOption {
  readonly value: string;
  readonly label: string;
}

export interface MenuGroups {
  /** Of the menu of the admin, which is that of staff; none: without a menu every module is listed. */
  readonly groups: readonly MenuGroupOption[];
  /** Adds an entry for a module at the end of a group, in the open draft. */
  readonly addModule: (module: ModuleDefinition, group: string) => void;
}

/** The menu in which a new module gets its entry. */
export function useMenuGroups(): MenuGroups {
  const { definition, change } = useDefinition('menu', useShell().data?.menu.id ?? '');
  const menu = definition as unknown as MenuDefinition | undefined;
  return {
    groups: (menu?.groups ?? []).map(({ id, label, items }) => ({
      value: id,
      label: label ?? t('studioFields.newModule.menuGroup', { first: items[0]?.label ?? id }),
    })),
    addModule: ({ name, label, icon = 'table' }, group) => {
      if (menu === undefined) return;
      const item = { id: `item_${randomKey()}`, label, icon, module: name };
      const groups = menu.groups.map((one) => (one.id === group ? { ...one, items: [...one.items, item] } : one));
      change({ ...menu, groups });
    },
  };
}
