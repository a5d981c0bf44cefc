import { PanelLeftClose, PanelLeftOpen, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../components/icon.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { Logo } from '../components/logo.tsx';
import { useLinkClick } from '../link-context.tsx';
import { t } from '../texts/texts.ts';

/** An entry of the menu at the left. */
export interface SideBarItem {
  /** Unique in the menu. */
  readonly id: string;
  /** Its text. */
  readonly label: string;
  /** Shown before the text; alone, when the menu shows icons only. */
  readonly icon: LucideIcon;
  /** The address that it opens. */
  readonly href: string;
  /** Whether its page is open. */
  readonly current: boolean;
  /** Opened in a new window. */
  readonly newWindow?: boolean;
  /** A count at the right; `urgent` in red. */
  readonly count?: number;
  /** Whether the count is red; default: no. */
  readonly urgent?: boolean;
}

/** Entries of the menu that belong together. */
export interface SideBarGroup {
  /** Unique in the menu. */
  readonly id: string;
  /** Shown above its entries; absent: none. */
  readonly label?: string;
  /** Its entries, in their order. */
  readonly items: readonly SideBarItem[];
}

export interface SideBarProps {
  readonly title: string;
  /** The address of an image; default: the logo of the product. */
  readonly logo?: string | undefined;
  readonly groups: readonly SideBarGroup[];
  readonly collapsed: boolean;
  /** Absent: the window width decides and there is no button. */
  readonly onToggle?: () => void;
  /** Shown below the groups. */
  readonly more?: ReactNode;
  /** The account, at the bottom. */
  readonly foot: ReactNode;
}

function ItemLink({ item, collapsed }: { readonly item: SideBarItem; readonly collapsed: boolean }) {
  const follow = useLinkClick(item.href);
  return (
    <a
      className="ms-side-item"
      href={item.href}
      {...(item.newWindow === true ? { target: '_blank', rel: 'noopener' } : { onClick: follow })}
      aria-current={item.current ? 'page' : undefined}
      title={collapsed ? item.label : undefined}
    >
      <Icon of={item.icon} />
      <span className="ms-side-label">{item.label}</span>
      {item.count !== undefined && (
        <span className={item.urgent ? 'ms-side-count ms-side-urgent' : 'ms-side-count'}>{item.count.toLocaleString('en-US')}</span>
      )}
    </a>
  );
}

/** The groups of a menu as lists of links. */
export function MenuLinks({ groups, collapsed = false }: { readonly groups: readonly SideBarGroup[]; readonly collapsed?: boolean }) {
  return groups.map((group) => (
    <div key={group.id} className="ms-side-group">
      {group.label !== undefined && !collapsed && <h2 className="ms-side-heading">{group.label}</h2>}
      <ul aria-label={group.label}>
        {group.items.map((item) => (
          <li key={item.id}>
            <ItemLink item={item} collapsed={collapsed} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** The menu at the left: 232 px, or 52 with icons only. */
export function SideBar({ title, logo, groups, collapsed, onToggle, more, foot }: SideBarProps) {
  return (
    <nav aria-label={t('frame.landmarks.menu')} className={`ms-side ${collapsed ? 'ms-side-collapsed' : ''}`}>
      <div className="ms-side-head">
        {logo === undefined ? <Logo size={24} /> : <img className="ms-side-logo" src={logo} alt="" />}
        <span className="ms-side-title">{title}</span>
        {onToggle && !collapsed && <IconButton icon={PanelLeftClose} size="sm" label={t('frame.sidebar.collapse')} onClick={onToggle} />}
      </div>
      <div className="ms-side-scroll">
        {onToggle && collapsed && (
          <IconButton className="ms-side-open" icon={PanelLeftOpen} label={t('frame.sidebar.expand')} onClick={onToggle} />
        )}
        <MenuLinks groups={groups} collapsed={collapsed} />
        {more}
      </div>
      <div className="ms-side-foot">{foot}</div>
    </nav>
  );
}
