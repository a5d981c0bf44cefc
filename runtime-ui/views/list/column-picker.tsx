import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { ListHandle } from '../../headless/index.ts';
import { LazyBoundary, Button, createLazyComponent, Popover, t } from '../../kit/index.ts';

const ColumnList = createLazyComponent(async () => (await import('./column-list.tsx')).ColumnList);

/** Selects the visible columns: stored in a saved view, otherwise per user. */
export function ColumnPicker({ list, icon }: { readonly list: ListHandle; readonly icon: LucideIcon }) {
  const [opened, setOpened] = useState(false);
  const button = (
    <Button variant="quiet" size="sm" icon={icon} aria-expanded={opened} aria-haspopup="dialog" onClick={() => setOpened(!opened)}>
      {t('views.list.columns')}
    </Button>
  );
  return (
    <Popover
      target={button}
      opened={opened}
      onClose={() => setOpened(false)}
      label={t('views.list.chosenColumns')}
      width={300}
      position="bottom-end"
    >
      <LazyBoundary fallback={null}>
        <ColumnList list={list} />
      </LazyBoundary>
    </Popover>
  );
}
