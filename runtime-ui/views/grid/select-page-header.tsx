import { useEffect, useRef, useState } from 'react';
import type { GridApi, IHeaderParams } from 'ag-grid-community';
import type { RecordData } from '../../client/index.ts';
import { t } from '../../kit/index.ts';

type PageState = 'none' | 'some' | 'all';

function readPage(api: GridApi<RecordData>): PageState {
  let loaded = 0;
  let chosen = 0;
  api.forEachNode((node) => {
    if (node.data === undefined) return;
    loaded += 1;
    if (node.isSelected() === true) chosen += 1;
  });
  if (chosen === 0) return 'none';
  return chosen === loaded ? 'all' : 'some';
}

/** The checkbox in the header: selects all rows of the page, or none. */
export function SelectPageHeader({ api }: IHeaderParams<RecordData>) {
  const [state, setState] = useState<PageState>('none');
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const look = () => setState(readPage(api));
    const events = ['selectionChanged', 'modelUpdated'] as const;
    for (const event of events) api.addEventListener(event, look);
    return () => {
      if (!api.isDestroyed()) for (const event of events) api.removeEventListener(event, look);
    };
  }, [api]);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some';
  }, [state]);
  const toggle = () => {
    const next = state !== 'all';
    api.forEachNode((node) => {
      if (node.data !== undefined) node.setSelected(next, false, 'uiSelectAll');
    });
  };
  return (
    <input
      ref={box}
      type="checkbox"
      className="mg-check"
      checked={state === 'all'}
      aria-label={t('views.list.selectPage')}
      onChange={toggle}
    />
  );
}
