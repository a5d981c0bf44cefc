import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ModuleView } from '#engine/model';
import { IconButton, InTopBar, t, TextLink } from '../../kit/index.ts';
import { useKeys } from '../use-keys.ts';
import type { RecordWalk } from './use-record-walk.ts';
import '../styles/walk.css';

interface RecordWalkProps {
  readonly walk: RecordWalk;
  readonly size: 'xs' | 'phone';
}

/** "3 of 214" with the ways to the record before and after it. */
export function RecordWalkSteps({ walk, size }: RecordWalkProps) {
  const total = `${walk.total.toLocaleString('en-US')}${walk.isExact ? '' : '+'}`;
  return (
    <span className="mw-steps">
      <span className="ms-tabular mw-place" role="status">{walk.place.toLocaleString('en-US')} {t('views.list.of')} {total}</span>
      <IconButton icon={ChevronUp} size={size} label={t('work.peek.previous')} disabled={walk.previous === undefined} onClick={walk.previous} />
      <IconButton icon={ChevronDown} size={size} label={t('work.peek.next')} disabled={walk.next === undefined} onClick={walk.next} />
    </span>
  );
}

/** In the bar over the page: the way back to the list, and through it. J and K walk. */
export function RecordWalkBar({ module, walk, isPhone }: { readonly module: ModuleView; readonly walk: RecordWalk; readonly isPhone: boolean }) {
  useKeys({ j: walk.next, k: walk.previous });
  if (isPhone) return null;
  return (
    <InTopBar>
      <span className="mw-bar">
        <TextLink look="name" className="mw-list" href={walk.list}>{module.label}</TextLink>
        <RecordWalkSteps walk={walk} size="xs" />
      </span>
    </InTopBar>
  );
}
