import { ArrowLeft, Search, Plus, FileText, History } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ShellView } from '#engine/model/wire';
import { loadRoute, findModule, findModulePage, writeLocalStorage, readLocalStorage } from '../../client/index.ts';
import { ScreenParts } from '../../extensions/index.ts';
import {
  LazyBoundary,
  BottomBar,
  Frame,
  IconButton,
  createLazyComponent,
  SideBar,
  t,
  TopBar,
  useBreakpoint,
  useDelayed,
  type SideBarGroup,
  Button,
  findIcon,
  Menu,
  formatRelativeTime,
  type MenuItem,
} from '../../kit/index.ts';
import { AccountMenu } from './account-menu.tsx';
import { QuickSearch } from './quick-search.tsx';
import type { OpenDialog } from './shell-dialogs.tsx';
import { useCounts, WAIT_MILLISECONDS } from './use-counts.ts';
import { readVisited, subscribeVisited, useNavigationHistory } from './use-navigation-history.ts';
import { listCreatable, pickBottomItems, useMenu, toNewRoute } from './use-menu.ts';
import { assignShortcutLetters, useSingleKeySetting, useShortcuts } from './use-shortcuts.ts';

const Bell = createLazyComponent(async () => (await import('./bell.tsx')).Bell, 'notice', 'home');
const ShellDialogs = createLazyComponent(async () => (await import('./shell-dialogs.tsx')).ShellDialogs);

function useGoKeys(menu: readonly SideBarGroup[]) {
  const items = menu.flatMap((group) => group.items);
  const letters = assignShortcutLetters(items.map((item) => item.label));
  const hrefOf = (letter: string) => items.find((item) => item.label === letters.get(letter))?.href;
  return { letters, hrefOf };
}

/** Which dialog is open, and whether any has been: their code is loaded with the first one. */
function useDialogs() {
  const [open, setOpen] = useState<OpenDialog>();
  const [wanted, setWanted] = useState(false);
  const onOpen = (dialog: OpenDialog) => {
    setOpen(dialog);
    if (dialog !== undefined) setWanted(true);
  };
  return { open, wanted, onOpen };
}

/** The router's key of the first location. */
const FIRST_OF_ALL = 'default';

/** The name or the logo of the company, if an admin entered one. */
function companyText({ settings }: ShellView, part: 'name' | 'logo'): string | undefined {
  const value = settings[`company_${part}`];
  return typeof value === 'string' && value ? value : undefined;
}

/** After navigation, moves the focus into the page, unless the page has set it already; on the first location the browser decides. */
function useFocusOnPage(): void {
  const { pathname, key } = useLocation();
  const before = useRef(key === FIRST_OF_ALL ? pathname : undefined);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const main = document.getElementById('main');
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [pathname]);
}

export interface ShellFrameProps {
  readonly shell: ShellView;
  /** The groups at the left in an area with a menu of its own; they are found in the search too. Default: the menu of the user. */
  readonly areaMenu?: readonly SideBarGroup[];
  readonly children: ReactNode;
}

/** Sidebar, top bar, search, menus and shortcuts around every page of a signed-in user. */
export function ShellFrame({ shell, areaMenu, children }: ShellFrameProps) {
  const navigate = useNavigate();
  const breakpoint = useBreakpoint();
  const menu = useMenu(shell);
  const everything = areaMenu ? [...menu, ...areaMenu] : menu;
  const search = useRef<HTMLInputElement>(null);
  const { open, wanted, onOpen } = useDialogs();
  const [isCollapsed, toggle] = useCollapsed(shell.sidebarCollapsed === true);
  const [singleKeys, setSingleKeys] = useSingleKeySetting();
  useFocusOnPage();
  useNavigationHistory(shell.user._id);
  // Uses the window's location: the button may be pressed again before the page of the first press is rendered.
  const goBack = () => void navigate(loadRoute(shell.user), { replace: true, state: { from: `${location.pathname}${location.search}` } });
  const counted = useCounts(shell, menu, breakpoint === 'phone' || (!areaMenu && breakpoint === 'wide' && !isCollapsed));
  const { letters, hrefOf } = useGoKeys(menu);
  useShortcuts({
    singleKeys,
    onSearch: () => (breakpoint === 'phone' ? onOpen('search') : search.current?.focus()),
    onShortcuts: () => onOpen('keys'),
    onGo: (letter) => {
      const href = hrefOf(letter);
      if (href !== undefined) void navigate(href);
    },
  });
  const account = { shell, onThemes: () => onOpen('themes'), onShortcuts: () => onOpen('keys') };
  const canCreate = listCreatable(shell).length > 0;
  const isLater = useDelayed(true, WAIT_MILLISECONDS);
  const bell = (
    <span className="ms-bell">
      {isLater && shell.preview === undefined && (
        <LazyBoundary fallback={null}>
          <Bell shell={shell} />
        </LazyBoundary>
      )}
    </span>
  );
  return (
    <>
      <Frame
        sidebarCollapsed={isCollapsed}
        sidebar={
          <SideBar
            title={companyText(shell, 'name') ?? t('product')}
            logo={companyText(shell, 'logo')}
            groups={areaMenu ?? counted}
            collapsed={isCollapsed}
            {...(breakpoint === 'wide' ? { onToggle: toggle } : {})}
            more={areaMenu ? undefined : <ScreenParts place="menu" shell={shell} isCollapsed={isCollapsed} />}
            foot={<AccountMenu {...account} />}
          />
        }
        topBar={
          <TopBar
            start={
              <>
                <IconButton icon={ArrowLeft} label={t('frame.top.back')} onClick={goBack} />
                <HistoryMenu shell={shell} />
              </>
            }
            middle={<QuickSearch shell={shell} menu={everything} inputRef={search} onShortcuts={() => onOpen('keys')} />}
            end={
              <>
                {bell}
                <CreateMenu shell={shell} />
              </>
            }
          />
        }
        bottomBar={
          <BottomBar
            items={pickBottomItems(counted).map(({ urgent, count, ...item }) =>
              urgent === true && count !== undefined ? { ...item, count } : item,
            )}
            onMore={() => onOpen('more')}
            moreOpened={open === 'more'}
            {...(canCreate ? { onCreate: () => onOpen('create') } : {})}
          />
        }
        phoneTools={
          <>
            <IconButton icon={Search} size="phone" label={t('frame.top.search')} onClick={() => onOpen('search')} />
            {bell}
          </>
        }
      >
        {children}
      </Frame>
      <ScreenParts place="frame" shell={shell} />
      {wanted && (
        <LazyBoundary fallback={null}>
          <ShellDialogs
            shell={shell}
            menu={everything}
            open={open}
            onOpen={onOpen}
            goKeys={[...letters]}
            singleKeys={singleKeys}
            onSingleKeys={setSingleKeys}
          />
        </LazyBoundary>
      )}
    </>
  );
}

/** The Create button of the top bar: one item for each module in which the user may create records. */
function CreateMenu({ shell }: { readonly shell: ShellView }) {
  const modules = listCreatable(shell);
  if (modules.length === 0) return null;
  const items = modules.map((module) => ({
    id: module.name,
    label: module.labelSingular,
    icon: findIcon(module.icon),
    href: toNewRoute(shell, module.name),
  }));
  return (
    <Menu
      label={t('frame.top.createTitle')}
      groups={[{ id: 'modules', label: t('frame.top.createTitle'), items }]}
      target={
        <Button variant="quiet" icon={Plus}>
          {t('frame.top.create')}
        </Button>
      }
    />
  );
}

/** The recently visited pages, under the clock of the top bar; read when the menu is opened. */
function HistoryMenu({ shell }: { readonly shell: ShellView }) {
  const [opened, setOpened] = useState(false);
  const [, refresh] = useState({});
  // The page that is open is added a second after it was opened, possibly while the menu is open.
  useEffect(() => (opened ? subscribeVisited(() => refresh({})) : undefined), [opened]);
  const pages = opened ? readVisited(shell.user._id) : [];
  const items: MenuItem[] = pages.map(({ route, title, at }) => {
    const module = findModule(shell, findModulePage(route.split('?')[0] ?? '', shell.modules)?.module ?? '');
    return { id: route, label: title, icon: module ? findIcon(module.icon) : FileText, href: route, trailing: formatRelativeTime(at) };
  });
  const shown = items.length > 0 ? items : [{ id: 'none', label: t('frame.history.none'), disabled: true }];
  return (
    <Menu
      label={t('frame.top.history')}
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={320}
      groups={[{ id: 'visited', label: t('frame.top.history'), items: shown }]}
      target={<IconButton icon={History} label={t('frame.top.history')} />}
    />
  );
}

const KEY = 'muster-sidebar';

/** Whether the sidebar shows icons only: from 1200 px on as the user chose on this device, or else by default; always below. */
function useCollapsed(byDefault: boolean): readonly [boolean, () => void] {
  const breakpoint = useBreakpoint();
  const [stored, setStored] = useState(() => readLocalStorage(KEY));
  const chosen = stored === null ? byDefault : stored === 'collapsed';
  const toggle = () => {
    const next = chosen ? 'open' : 'collapsed';
    writeLocalStorage(KEY, next);
    setStored(next);
  };
  return [breakpoint === 'wide' ? chosen : true, toggle];
}
