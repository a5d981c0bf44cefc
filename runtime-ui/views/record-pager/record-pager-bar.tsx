import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ModuleView } from '#engine/model';
import { IconButton, TopBarPortal, t, TextLink } from '../../kit/index.ts';
import { usePageShortcuts } from '../use-page-shortcuts.ts';
import type { RecordPager } from './use-record-pager.ts';
import '../styles/record-pager.css';

interface RecordPagerControlsProps {
  readonly pager: RecordPager;
  readonly size: 'xs' | 'phone';
}

/** "3 of 214" with the ways to the record before and after it. */
export function RecordPagerControls({ pager, size }: RecordPagerControlsProps) {
  const total = `${pager.total.toLocaleString('en-US')}${pager.isExact ? '' : '+'}`;
  return (
    <span className="mv-pager-controls">
      <span className="ms-tabular mv-pager-position" role="status">{pager.position.toLocaleString('en-US')} {t('views.list.of')} {total}</span>
      <IconButton icon={ChevronUp} size={size} label={t('work.peek.previous')} disabled={pager.previous === undefined} onClick={pager.previous} />
      <IconButton icon={ChevronDown} size={size} label={t('work.peek.next')} disabled={pager.next === undefined} onClick={pager.next} />
    </span>
  );
}

/** In the bar over the page: the way back to the list, and through it. J and K walk. */
export function RecordPagerBar({ module, pager, isPhone }: { readonly module: ModuleView; readonly pager: RecordPager; readonly isPhone: boolean }) {
  usePageShortcuts({ j: pager.next, k: pager.previous });
  if (isPhone) return null;
  return (
    <TopBarPortal>
      <span className="mv-pager">
        <TextLink look="name" className="mv-pager-list" href={pager.listHref}>{module.label}</TextLink>
        <RecordPagerControls pager={pager} size="xs" />
      </span>
    </TopBarPortal>
  );
}
