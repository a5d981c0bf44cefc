import { Menu as MenuIcon, Plus, type LucideIcon } from 'lucide-react';
import { Icon } from '../components/icon.tsx';
import { useLinkClick } from '../link-context.tsx';
import { t } from '../texts/texts.ts';

export interface BottomBarItem {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly href: string;
  readonly current: boolean;
  readonly count?: number;
}

export interface BottomBarProps {
  /** Up to three items with a create button, four without; the others are under More. */
  readonly items: readonly BottomBarItem[];
  readonly onCreate?: (() => void) | undefined;
  readonly onMore: () => void;
  readonly moreOpened: boolean;
}

function BarLink({ item }: { readonly item: BottomBarItem }) {
  const follow = useLinkClick(item.href);
  return (
    <a className="ms-bottom-item" href={item.href} onClick={follow} aria-current={item.current ? 'page' : undefined}>
      <span className="ms-bottom-icon">
        <Icon of={item.icon} size={22} />
        {item.count !== undefined && item.count > 0 && <span className="ms-corner-count">{item.count}</span>}
      </span>
      <span className="ms-bottom-label">{item.label}</span>
    </a>
  );
}

/** The bar at the bottom of a phone: 60 px, touch targets of at least 44. */
export function BottomBar({ items, onCreate, onMore, moreOpened }: BottomBarProps) {
  const shown = items.slice(0, onCreate ? 3 : 4);
  return (
    <nav className="ms-bottom" aria-label={t('frame.landmarks.bottom')}>
      {shown.slice(0, 2).map((item) => (
        <BarLink key={item.id} item={item} />
      ))}
      {onCreate && (
        <button type="button" className="ms-bottom-create" aria-label={t('frame.top.createTitle')} onClick={onCreate}>
          <Icon of={Plus} size={22} />
        </button>
      )}
      {shown.slice(2).map((item) => (
        <BarLink key={item.id} item={item} />
      ))}
      <button type="button" className="ms-bottom-item" aria-expanded={moreOpened} onClick={onMore}>
        <span className="ms-bottom-icon">
          <Icon of={MenuIcon} size={22} />
        </span>
        <span className="ms-bottom-label">{t('frame.sidebar.more')}</span>
      </button>
    </nav>
  );
}
