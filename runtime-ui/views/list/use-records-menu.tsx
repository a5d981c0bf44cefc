import { Download, FileUp, Printer, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { routePrefix, useSession } from '../../client/index.ts';
import { listLinkedPages } from '../../extensions/index.ts';
import { DELETED_TERMS, type ListChange, type ListHandle } from '../../headless/index.ts';
import { createLazyComponent, findIcon, LazyBoundary, t, type MenuGroup } from '../../kit/index.ts';

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

/** What can be done with all records of a list: export, import, print, and the deleted ones. */
export function useRecordsMenu({ module, list, total }: RecordsMenuInput): {
  readonly groups: readonly MenuGroup[];
  readonly dialogs: ReactNode;
} {
  const [open, setOpen] = useState<'export' | 'import' | 'print' | undefined>(undefined);
  const user = useSession((session) => session.user);
  const importPath = `${routePrefix(user)}/imports/new?module=${encodeURIComponent(module.name)}`;
  const close = () => setOpen(undefined);
  const files = [
    { id: 'export', label: t('exports.open'), icon: Download, onSelect: () => setOpen('export') },
    {
      id: 'import',
      label: t('work.importFile'),
      icon: FileUp,
      ...(module.rights.create ? { href: importPath } : { onSelect: () => setOpen('import') }),
    },
    { id: 'print', label: t('print.action'), icon: Printer, onSelect: () => setOpen('print') },
  ];
  const pages = listLinkedPages(module.name).map(({ href, title, icon }) => ({
    id: href,
    label: title,
    icon: findIcon(icon),
    href: `${routePrefix(user)}${href}`,
  }));
  const deleted = [{ id: 'deleted', label: t('deleted.list'), icon: Trash2, onSelect: () => list.change(OF_DELETED, true) }];
  return {
    groups: [
      ...(pages.length === 0 ? [] : [{ id: 'pages', items: pages }]),
      { id: 'files', items: files },
      ...(module.rights.delete === 'None' ? [] : [{ id: 'deleted', items: deleted }]),
    ],
    dialogs: (
      <LazyBoundary fallback={null}>
        {open === 'print' && <PrintList module={module} list={list} onDone={close} />}
        {open === 'export' && module.rights.export && <ExportDialog module={module} list={list} total={total} onClose={close} />}
        {open === 'export' && !module.rights.export && (
          <ExplainDialog query={{ module: module.name, action: 'export' }} title={t('views.explain.export')} onClose={close} />
        )}
        {open === 'import' && (
          <ExplainDialog query={{ module: module.name, action: 'create' }} title={t('work.explainImport')} onClose={close} />
        )}
      </LazyBoundary>
    ),
  };
}
