import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ShellView } from '#engine/model';
import { Dialog, IconButton, t, type SideBarGroup } from '../../kit/index.ts';
import { QuickSearch } from './quick-search.tsx';

/** Search on a phone: a button in the page header that opens it full screen. */
export function SearchSheet({ shell, menu }: { readonly shell: ShellView; readonly menu: readonly SideBarGroup[] }) {
  const [opened, setOpened] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const close = () => setOpened(false);
  return (
    <>
      <IconButton icon={Search} size="phone" label={t('frame.top.search')} onClick={() => setOpened(true)} />
      <Dialog opened={opened} title={t('frame.top.search')} size="confirm" onCancel={close} dirty={false}>
        <QuickSearch shell={shell} menu={menu} inputRef={input} onDone={close} />
      </Dialog>
    </>
  );
}
