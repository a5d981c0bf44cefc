import type { ShellView } from '#engine/model/wire';
import { ScreenParts } from '../../extensions/index.ts';
import { Dialog, Icon, MenuLinks, t, TextLink, type MenuItem, type SideBarGroup } from '../../kit/index.ts';
import { useAccountGroups } from './account-menu.tsx';

export interface MoreSheetProps {
  readonly shell: ShellView;
  readonly menu: readonly SideBarGroup[];
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onThemes: () => void;
  readonly onShortcuts: () => void;
}

function AccountLine({ item, onClose }: { readonly item: MenuItem; readonly onClose: () => void }) {
  const inner = (
    <>
      {item.icon && <Icon of={item.icon} size={20} />} <span className="ms-side-label">{item.label}</span> {item.trailing}
    </>
  );
  if (item.href !== undefined)
    return (
      <TextLink look="bare" className="ms-side-item" href={item.href}>
        {inner}
      </TextLink>
    );
  return (
    <button
      type="button"
      className="ms-side-item"
      onClick={() => {
        onClose();
        item.onSelect?.();
      }}
    >
      {inner}
    </button>
  );
}

/** Everything that does not fit in the bottom bar of a phone: the whole menu and the account. Following a link closes it. */
export function MoreSheet({ shell, menu, opened, onClose, onThemes, onShortcuts }: MoreSheetProps) {
  const account = useAccountGroups({ shell, onThemes, onShortcuts });
  return (
    <Dialog
      opened={opened}
      title={`${shell.user.first_name} ${shell.user.last_name}`}
      subtitle={shell.user.email}
      size="confirm"
      onCancel={onClose}
      dirty={false}
    >
      <div
        className="ms-more"
        onClick={(event) => {
          if ((event.target as HTMLElement).closest('a')) onClose();
        }}
      >
        <nav aria-label={t('frame.landmarks.menu')}>
          <MenuLinks groups={menu} />
          <ScreenParts place="menu" shell={shell} />
        </nav>
        {account.map((group) => (
          <ul key={group.id} aria-label={group.label ?? t('frame.user.account')} className="ms-side-group">
            {group.items.map((item) => (
              <li key={item.id}>
                <AccountLine item={item} onClose={onClose} />
              </li>
            ))}
          </ul>
        ))}
      </div>
    </Dialog>
  );
}
