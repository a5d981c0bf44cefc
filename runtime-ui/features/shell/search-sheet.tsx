import { useRef } from 'react';
import type { ShellView } from '#engine/model/wire';
import { Dialog, t, type SideBarGroup } from '../../kit/index.ts';
import { QuickSearch } from './quick-search.tsx';

/** Search on a phone, full screen. */
export function SearchSheet({
  shell,
  menu,
  opened,
  onClose,
  onAllKeys,
}: {
  readonly shell: ShellView;
  readonly menu: readonly SideBarGroup[];
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onAllKeys: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog opened={opened} title={t('frame.top.search')} size="confirm" onCancel={onClose} dirty={false}>
      <QuickSearch shell={shell} menu={menu} inputRef={input} withHistory onShortcuts={onAllKeys} onDone={onClose} />
    </Dialog>
  );
}
