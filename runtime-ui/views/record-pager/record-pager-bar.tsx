import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ModuleView } from '#engine/model/wire';
import { IconButton, TopBarPortal, t, TextLink } from '../../kit/index.ts';
import { usePageShortcuts } from '../use-page-shortcuts.ts';
import type { RecordPager } from './use-record-pager.ts';
import '../styles/record-pager.css';

interface RecordPagerControlsProps {
  readonly pager: RecordPager;
  readonly size: 'xs' | 'phone';
}

/** "3 of 214" with buttons to the previous and the next record. */
export function RecordPagerControls({ pager, size }: RecordPagerControlsProps) {
  const total = `${pager.total.toLocaleString('en-US')}${pager.isExact ? '' : '+'}`;
  return (
    <span className="mv-pager-controls">
      <span className="ms-tabular mv-pager-position" role="status">
        {pager.position.toLocaleString('en-US')} {t('views.list.of')} {total}
      </span>
      <IconButton
        icon={ChevronUp}
        size={size}
        label={t('work.peek.previous')}
        disabled={pager.previous === undefined}
        onClick={pager.previous}
      />
      <IconButton icon={ChevronDown} size={size} label={t('work.peek.next')} disabled={pager.next === undefined} onClick={pager.next} />
    </span>
  );
}

/** The record pager in the top bar: a link to the list, and paging by buttons or J and K. */
export function RecordPagerBar({
  module,
  pager,
  isPhone,
}: {
  readonly module: ModuleView;
  readonly pager: RecordPager;
  readonly isPhone: boolean;
}) {
  usePageShortcuts({ j: pager.next, k: pager.previous });
  if (isPhone) return null;
  return (
    <TopBarPortal>
      <span className="mv-pager">
        <TextLink look="name" className="mv-pager-list" href={pager.listHref}>
          {module.label}
        </TextLink>
        <RecordPagerControls pager={pager} size="xs" />
      </span>
    </TopBarPortal>
  );
}
