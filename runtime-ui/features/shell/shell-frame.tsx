import { ArrowLeft } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { ShellView } from '#engine/model';
import { BottomBar, Frame, IconButton, SideBar, t, TopBar, useBreakpoint, type SideBarGroup } from '../../kit/index.ts';
import { AccountMenu } from './account-menu.tsx';
import { CreateMenu, CreateSheet } from './create-menu.tsx';
import { HistoryMenu } from './history-menu.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { MoreSheet } from './more-sheet.tsx';
import { QuickSearch } from './quick-search.tsx';
import { SearchSheet } from './search-sheet.tsx';
import { ThemeDialog } from './theme-dialog.tsx';
import { useCollapsed } from './use-collapsed.ts';
import { listCreatable, pickBottomItems, useMenu } from './use-menu.ts';
import { assignLetters, useKeySwitch, useShortcuts } from './use-shortcuts.ts';

type Open = 'themes' | 'keys' | 'more' | 'create' | undefined;

function useGoKeys(menu: readonly SideBarGroup[]) {
  const items = menu.flatMap((group) => group.items);
  const letters = assignLetters(items.map((item) => item.label));
  const hrefOf = (letter: string) => items.find((item) => item.label === letters.get(letter))?.href;
  return { letters, hrefOf };
}

/** Sidebar, top bar, search, menus and keys around every page of a signed-in user. */
export function ShellFrame({ shell, children }: { readonly shell: ShellView; readonly children: ReactNode }) {
  const navigate = useNavigate();
  const breakpoint = useBreakpoint();
  const menu = useMenu(shell);
  const search = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<Open>();
  const [isCollapsed, toggle] = useCollapsed();
  const [singleKeys, setSingleKeys] = useKeySwitch();
  const { letters, hrefOf } = useGoKeys(menu);
  const close = () => setOpen(undefined);
  useShortcuts({
    singleKeys,
    onSearch: () => search.current?.focus(),
    onAllKeys: () => setOpen('keys'),
    onGo: (letter) => {
      const href = hrefOf(letter);
      if (href !== undefined) void navigate(href);
    },
  });
  const account = { shell, onThemes: () => setOpen('themes'), onKeys: () => setOpen('keys') };
  const canCreate = listCreatable(shell).length > 0;
  return (
    <>
      <Frame
        sidebarCollapsed={isCollapsed}
        sidebar={<SideBar title={t('product')} groups={menu} collapsed={isCollapsed} {...(breakpoint === 'wide' ? { onToggle: toggle } : {})} foot={<AccountMenu {...account} />} />}
        topBar={
          <TopBar
            start={<><IconButton icon={ArrowLeft} label={t('frame.top.back')} onClick={() => void navigate(-1)} /><HistoryMenu shell={shell} /></>}
            middle={<QuickSearch shell={shell} menu={menu} inputRef={search} />}
            end={<CreateMenu shell={shell} />}
          />
        }
        bottomBar={<BottomBar items={pickBottomItems(menu)} onMore={() => setOpen('more')} moreOpened={open === 'more'} {...(canCreate ? { onCreate: () => setOpen('create') } : {})} />}
        phoneTools={<SearchSheet shell={shell} menu={menu} />}
      >
        {children}
      </Frame>
      <ThemeDialog opened={open === 'themes'} onClose={close} />
      <KeysDialog opened={open === 'keys'} onClose={close} goKeys={[...letters]} singleKeys={singleKeys} onSingleKeys={setSingleKeys} />
      <MoreSheet {...account} menu={menu} opened={open === 'more'} onClose={close} />
      <CreateSheet shell={shell} opened={open === 'create'} onClose={close} />
    </>
  );
}
