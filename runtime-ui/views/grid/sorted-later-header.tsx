import type { IHeaderParams } from 'ag-grid-community';
import { Clock } from 'lucide-react';
import type { RecordData } from '../../client/index.ts';
import { Icon, t } from '../../kit/index.ts';

/** The header of a column that lists cannot be sorted by in a preview, and why. */
export function SortedLaterHeader({ displayName }: Pick<IHeaderParams<RecordData>, 'displayName'>) {
  const reason = t('views.list.sortedLater');
  return (
    <div className="ag-header-cell-label" title={reason}>
      <span className="ag-header-cell-text">{displayName}</span>
      <Icon of={Clock} size={13} className="mg-later" />
      <span className="ms-visually-hidden">{reason}</span>
    </div>
  );
}
