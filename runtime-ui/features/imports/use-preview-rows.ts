import { useEffect, useState } from 'react';
import type { ImportSummary, ImportView } from '#engine/model/wire';
import { findNextProblem, type CellPlace } from './find-problem.ts';
import { useImportRows } from './import-queries.ts';
import { ALL_ROWS, toRowsQuery, type PreviewFilter } from './preview-filter.ts';

/** The summary of the last check, which stays while the next one runs, and the version that it belongs to. */
export function useLastCheck(view: ImportView): { readonly summary: ImportSummary | null; readonly revision: number } {
  const [last, setLast] = useState({ summary: view.summary, revision: view._version });
  if (view.state !== 'checked' || last.revision === view._version) return last;
  const next = { summary: view.summary, revision: view._version };
  setLast(next);
  return next;
}

/** The shown rows of an import, page by page, and the way from problem to problem. */
export function usePreviewRows(id: string, revision: number) {
  const [filter, setFilter] = useState<PreviewFilter>(ALL_ROWS);
  const [page, setPage] = useState(0);
  const [place, setPlace] = useState<CellPlace | undefined>(undefined);
  /** From where the next problem is searched: the last cell that was opened. */
  const [from, setFrom] = useState<CellPlace | undefined>(undefined);
  /** The first problem of the next rows is opened once they are there. */
  const [isComing, setComing] = useState(false);
  const found = useImportRows(id, revision, toRowsQuery(filter, page));
  const { data, isPlaceholderData } = found;
  const rows = data?.data ?? [];
  const last = data === undefined ? 0 : Math.max(Math.ceil(data.total / data.pageSize) - 1, 0);
  if (!isPlaceholderData && page > last) setPage(last);

  const open = (next: CellPlace | undefined) => {
    setPlace(next);
    if (next !== undefined) setFrom(next);
  };
  const show = (next: PreviewFilter, toPage = 0) => {
    setFilter(next);
    setPage(toPage);
    open(undefined);
    setFrom(undefined);
  };
  /** On to the next problem: of these rows, else of the next page of rows with problems, and from the last one to the first. */
  const openNext = () => {
    const next = findNextProblem(rows, from);
    if (next !== undefined) return open(next);
    if (filter.state !== 'problem') show({ state: 'problem' });
    else show(filter, page < last ? page + 1 : 0);
    setComing(true);
  };
  const isHere = isComing && data !== undefined && !isPlaceholderData;
  useEffect(() => {
    if (!isHere) return;
    setComing(false);
    open(findNextProblem(rows, undefined));
  }, [isHere]);
  return { ...found, rows, filter, show, page, setPage: (to: number) => show(filter, to), place, open, openNext };
}

/** Calls a function for F8, wherever the focus is. */
export function useProblemKey(onNext: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      onNext();
    };
    globalThis.addEventListener('keydown', listen);
    return () => globalThis.removeEventListener('keydown', listen);
  });
}
