import { Download, Printer, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { DELETED_TERMS, type ListChange, type ListHandle } from '../../headless/index.ts';
import { createLazyComponent, LazyBoundary, t, type MenuGroup } from '../../kit/index.ts';

const ExportDialog = createLazyComponent(async () => (await import('../bulk/export-dialog.tsx')).ExportDialog);
const ExplainDialog = createLazyComponent(async () => (await import('../dialogs/explain-dialog.tsx')).ExplainDialog);
const PrintList = createLazyComponent(async () => (await import('../print/print-list.tsx')).PrintList);

/** The deleted records of a module. */
const OF_DELETED: ListChange = { view: 'all', terms: DELETED_TERMS, searchText: '', groupBy: null, viewType: null };

interface RecordsMenuInput {
  readonly module: ModuleView;
  readonly list: ListHandle;
  /** Number of records of the list; undefined: not known yet. */
  readonly total: number | undefined;
}

/** What can be done with all records of a list: export, print, and the deleted ones. */
export function useRecordsMenu({ module, list, total }: RecordsMenuInput): {
  readonly groups: readonly MenuGroup[];
  readonly dialogs: ReactNode;
} {
  const [open, setOpen] = useState<'export' | 'print' | undefined>(undefined);
  const close = () => setOpen(undefined);
  const files = [
    { id: 'export', label: t('exports.open'), icon: Download, onSelect: () => setOpen('export') },
    { id: 'print', label: t('print.action'), icon: Printer, onSelect: () => setOpen('print') },
  ];
  const deleted = [{ id: 'deleted', label: t('deleted.list'), icon: Trash2, onSelect: () => list.change(OF_DELETED, true) }];
  return {
    groups: [{ id: 'files', items: files }, ...(module.rights.delete === 'None' ? [] : [{ id: 'deleted', items: deleted }])],
    dialogs: (
      <LazyBoundary fallback={null}>
        {open === 'print' && <PrintList module={module} list={list} onDone={close} />}
        {open === 'export' && module.rights.export && <ExportDialog module={module} list={list} total={total} onClose={close} />}
        {open === 'export' && !module.rights.export && (
          <ExplainDialog query={{ module: module.name, action: 'export' }} title={t('views.explain.export')} onClose={close} />
        )}
      </LazyBoundary>
    ),
  };
}
