import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../texts/texts.ts';
import { IconButton } from './icon-button.tsx';

/** The dark bar above the footer while rows are selected. Its buttons use `variant="ink"` or `"ink-danger"`. */
export function BulkBar({
  count,
  label,
  onClear,
  children,
}: {
  readonly count: number;
  readonly label?: ReactNode;
  readonly onClear: () => void;
  readonly children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <div className="ms-bulk-bar" role="region" aria-label={t('selection.selected', { count: count.toLocaleString('en-US') })}>
      <span className="ms-bulk-count" role="status">
        {label ?? t('selection.selected', { count: count.toLocaleString('en-US') })}
      </span>
      <span className="ms-bulk-line" aria-hidden />
      {children}
      <span className="ms-bulk-line" aria-hidden />
      <IconButton icon={X} label={t('selection.clear')} variant="ink" onClick={onClear} />
    </div>
  );
}
