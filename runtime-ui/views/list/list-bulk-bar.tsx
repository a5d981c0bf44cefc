import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ModuleView } from '#engine/model';
import { callApi, textOfError, type PageAnswer } from '../../client/index.ts';
import { listBulkActions } from '../../extensions/index.ts';
import type { ListHandle, Selection } from '../../headless/index.ts';
import { BulkBar, Button, findIcon, showNotice, t } from '../../kit/index.ts';
import { ConfirmDelete } from '../dialogs/confirm-delete.tsx';
import { ExplainedButton } from '../dialogs/explained-button.tsx';

/** As many ids as one call answers. */
const MOST = 100_000;

interface ListBulkBarProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly selection: Selection;
  readonly total: number;
  /** Rows must be read anew. */
  readonly onChanged: () => void;
}

async function readAllIds(module: ModuleView, list: ListHandle): Promise<readonly string[]> {
  const { searchTerms, search, sortField, sortOrder } = list.query;
  const base = { searchTerms, sortField, sortOrder, idsOnly: true, pageNumber: 0, pageSize: MOST };
  const words = typeof search === 'string';
  const answer = await callApi<PageAnswer<unknown>>('POST', words ? '/api/generic-modules/smart-search' : `${module.path}/search`, { body: words ? { ...base, search, moduleOptions: { name: module.name } } : base });
  return answer.data.map((one) => (typeof one === 'string' ? one : (one as { _id: string })._id));
}

function SelectAll({ module, list, selection, total }: Omit<ListBulkBarProps, 'onChanged'>) {
  const [busy, setBusy] = useState(false);
  if (selection.count >= total) return null;
  const select = () => {
    setBusy(true);
    readAllIds(module, list).then((ids) => {
      selection.set(ids);
      if (total > MOST) showNotice({ kind: 'warning', text: t('views.list.selectTooMany', { count: MOST.toLocaleString('en-US') }) });
    }, (error: unknown) => showNotice({ kind: 'error', text: textOfError(error) })).finally(() => setBusy(false));
  };
  return <Button variant="ink" size="sm" loading={busy} onClick={select}>{t('views.list.selectAll', { count: total.toLocaleString('en-US') })}</Button>;
}

/** What can be done with the selected rows: plugins' actions, and deletion. */
export function ListBulkBar({ module, list, selection, total, onChanged }: ListBulkBarProps) {
  const [isDeleting, setDeleting] = useState(false);
  const [running, setRunning] = useState<string | undefined>(undefined);
  const actions = listBulkActions(module.name).filter((action) => selection.count >= (action.minimum ?? 1));
  const Running = actions.find((action) => action.id === running)?.component;
  const ids = [...selection.ids];
  const finish = (changed: boolean) => {
    setRunning(undefined);
    if (!changed) return;
    selection.clear();
    onChanged();
  };
  return (
    <>
      <BulkBar count={selection.count} onClear={selection.clear}>
        <SelectAll module={module} list={list} selection={selection} total={total} />
        {actions.map((action) => <Button key={action.id} variant="ink" size="sm" icon={findIcon(action.icon)} onClick={() => setRunning(action.id)}>{action.label}</Button>)}
        {module.rights.delete === 'None'
          ? <ExplainedButton module={module} action="delete" size="sm" variant="ink">{t('views.list.delete')}</ExplainedButton>
          : <Button variant="ink-danger" size="sm" icon={Trash2} onClick={() => setDeleting(true)}>{t('views.list.delete')}</Button>}
      </BulkBar>
      {isDeleting && <ConfirmDelete module={module} ids={ids} onCancel={() => setDeleting(false)} onDone={(deleted) => { setDeleting(false); finish(deleted.length > 0); }} />}
      {Running && <Running module={module} ids={ids} close={finish} />}
    </>
  );
}
