import { Checkbox } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { ListHandle } from '../../headless/index.ts';
import { Button, Popover, t } from '../../kit/index.ts';

/** Which columns are shown; kept per user. At least one stays. */
export function ColumnChoice({ list, icon }: { readonly list: ListHandle; readonly icon: LucideIcon }) {
  const [opened, setOpened] = useState(false);
  const shown = list.columns.filter((column) => column.shown && column.item.field !== undefined).map((column) => column.item.fieldName);
  const toggle = (name: string, isShown: boolean) => list.showColumns(isShown ? [...shown, name] : shown.filter((one) => one !== name));
  const button = <Button variant="quiet" size="sm" icon={icon} aria-expanded={opened} aria-haspopup="dialog" onClick={() => setOpened(!opened)}>{t('views.list.columns')}</Button>;
  return (
    <Popover target={button} opened={opened} onClose={() => setOpened(false)} label={t('views.list.chosenColumns')} width={260} position="bottom-end">
      <div className="mv-columns" role="group" aria-label={t('views.list.chosenColumns')}>
        {list.columns.filter((column) => column.item.field !== undefined).map((column) => (
          <Checkbox key={column.item.fieldName} label={column.item.label} checked={column.shown} disabled={column.shown && shown.length === 1} onChange={(event) => toggle(column.item.fieldName, event.currentTarget.checked)} />
        ))}
      </div>
      <div className="mv-columns-foot"><Button variant="quiet" size="sm" onClick={() => list.showColumns(null)}>{t('views.list.resetColumns')}</Button></div>
    </Popover>
  );
}
