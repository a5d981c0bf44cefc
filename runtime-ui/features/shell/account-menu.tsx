import { FileUp, Keyboard, Layers, LogOut, Moon, Palette, Settings, Sun, UserRound } from 'lucide-react';
import type { ShellView } from '#engine/model/wire';
import { routePrefix } from '../../client/index.ts';
import { Avatar, setTheme, Menu, t, useTheme, type MenuGroup } from '../../kit/index.ts';

export interface AccountMenuProps {
  readonly shell: ShellView;
  readonly onThemes: () => void;
  readonly onShortcuts: () => void;
}

function fullName(user: ShellView['user']): string {
  return `${user.first_name} ${user.last_name}`.trim() || user.email;
}

/** The items of the account menu; also listed under More on a phone. */
export function useAccountGroups({ shell, onThemes, onShortcuts }: AccountMenuProps): readonly MenuGroup[] {
  const { name } = useTheme();
  const may = (right: 'create' | 'export') => shell.modules.some(({ rights }) => rights[right]);
  const files = may('create') ? 'imports' : may('export') ? 'exports' : undefined;
  const mark = (theme: string) => (name === theme ? '✓' : undefined);
  return [
    {
      id: 'me',
      label: shell.user.email,
      items: [
        { id: 'profile', label: t('frame.user.profile'), icon: UserRound, href: `${routePrefix(shell.user)}/user/profile` },
        ...(shell.isStaff ? [{ id: 'bulk', label: t('frame.user.bulkChanges'), icon: Layers, href: '/app/bulk-changes' }] : []),
        ...(files === undefined
          ? []
          : [{ id: 'imports', label: t('frame.user.imports'), icon: FileUp, href: `${routePrefix(shell.user)}/${files}` }]),
        ...(shell.user.userType === 'System Admin' ? [{ id: 'admin', label: t('frame.admin.title'), icon: Settings, href: '/admin' }] : []),
      ],
    },
    {
      id: 'theme',
      label: t('frame.user.theme'),
      items: [
        { id: 'light', label: t('frame.user.light'), icon: Sun, trailing: mark('light'), onSelect: () => setTheme('light') },
        { id: 'dark', label: t('frame.user.dark'), icon: Moon, trailing: mark('dark'), onSelect: () => setTheme('dark') },
        { id: 'all', label: t('frame.user.allThemes'), icon: Palette, onSelect: onThemes },
      ],
    },
    {
      id: 'end',
      items: [
        { id: 'keys', label: t('frame.user.keys'), icon: Keyboard, onSelect: onShortcuts },
        { id: 'out', label: t('frame.user.signOut'), icon: LogOut, href: '/logout' },
      ],
    },
  ];
}

/** The signed-in user at the bottom of the sidebar, with the account menu. */
export function AccountMenu(props: AccountMenuProps) {
  const groups = useAccountGroups(props);
  const name = fullName(props.shell.user);
  const target = (
    <button type="button" className="ms-side-item" title={name}>
      <Avatar name={name} size={20} /> <span className="ms-side-label">{name}</span>
    </button>
  );
  return <Menu label={t('frame.user.account')} groups={groups} width={232} position="top-start" target={target} />;
}
