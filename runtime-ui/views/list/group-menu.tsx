import { Check } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { groupableItems, groupUnits, getItemLabel, resolveItem, type ListHandle } from '../../headless/index.ts';
import { Icon, Menu, t, type MenuGroup } from '../../kit/index.ts';

/** Selects the field to group by, and the period for dates. It is loaded by a click on its button and opens at once. */
export function GroupMenu({
  module,
  list,
  target,
}: {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly target: ReactElement;
}) {
  const [opened, setOpened] = useState(true);
  const { groupBy } = list.state;
  const chosen = groupBy === null ? undefined : resolveItem(module, { fieldName: groupBy.field });
  const mark = (isOn: boolean) => (isOn ? <Icon of={Check} size={14} label={t('views.fields.yes')} /> : undefined);
  const units = groupBy === null ? [] : groupUnits(chosen?.field);
  const fields = groupableItems(module).map((item) => ({
    id: item.fieldName,
    label: getItemLabel(item),
    trailing: mark(item.fieldName === groupBy?.field),
    onSelect: () =>
      list.change({ groupBy: groupUnits(item.field).length > 0 ? { field: item.fieldName, unit: 'month' } : { field: item.fieldName } }),
  }));
  const groups: MenuGroup[] = [
    {
      id: 'none',
      items: [{ id: 'none', label: t('saved.noGroup'), trailing: mark(groupBy === null), onSelect: () => list.change({ groupBy: null }) }],
    },
    ...(units.length === 0 || groupBy === null
      ? []
      : [
          {
            id: 'units',
            label: t('saved.unit'),
            items: units.map((unit) => ({
              id: unit,
              label: t(`saved.${unit}`),
              trailing: mark((groupBy.unit ?? 'month') === unit),
              onSelect: () => list.change({ groupBy: { field: groupBy.field, unit } }),
            })),
          },
        ]),
    { id: 'fields', label: t('saved.groupBy'), items: fields },
  ];
  return <Menu label={t('saved.groupBy')} width={240} opened={opened} onChange={setOpened} groups={groups} target={target} />;
}
