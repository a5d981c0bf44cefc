import { Check } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { ModuleView, ViewType } from '#engine/model/wire';
import { listViewTypeItems, getItemLabel, type ListHandle } from '../../headless/index.ts';
import { Icon, Menu, t } from '../../kit/index.ts';

/** Selects the field for the columns of the board or the days of the calendar. It is loaded by a click on its button and opens at once. */
export function ViewTypeMenu({
  module,
  list,
  viewType,
  target,
}: {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly viewType: ViewType;
  readonly target: ReactElement;
}) {
  const [opened, setOpened] = useState(true);
  const items = listViewTypeItems(module, viewType.kind).map((item) => ({
    id: item.fieldName,
    label: getItemLabel(item),
    trailing: item.fieldName === viewType.field ? <Icon of={Check} size={14} label={t('views.fields.yes')} /> : undefined,
    onSelect: () => list.change({ viewType: { kind: viewType.kind, field: item.fieldName } }),
  }));
  return (
    <Menu
      label={t(viewType.kind === 'board' ? 'saved.columnsBy' : 'saved.daysBy')}
      width={240}
      opened={opened}
      onChange={setOpened}
      groups={[{ id: 'fields', items }]}
      target={target}
    />
  );
}
