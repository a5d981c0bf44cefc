import { ChevronDown, Download, PenLine, RotateCcw, Trash2, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { listBulkActions, type BulkAction } from '../../extensions/index.ts';
import { showsDeleted, type ListHandle, type NamedDialogDraft, type Selection } from '../../headless/index.ts';
import { MAX_SELECTED, readFirstIds } from '../../headless/bulk/index.ts';
import { BulkBar, Button, findIcon, Icon, Menu, showNotice, t, type ButtonVariant, type MenuItem } from '../../kit/index.ts';
import { AmountDialog } from '../bulk/amount-dialog.tsx';
import { ExportDialog } from '../bulk/export-dialog.tsx';
import { MassDeleteDialog } from '../bulk/mass-delete-dialog.tsx';
import { MassUpdateDialog } from '../bulk/mass-update-dialog.tsx';
import { RemoveSelected } from '../bulk/remove-selected.tsx';
import { RestoreSelected } from '../bulk/restore-selected.tsx';
import { ConfirmDelete } from '../dialogs/confirm-delete.tsx';
import { ExplainedButton } from '../dialogs/explained-button.tsx';
import { usePermissionLock, type PermissionLock } from '../dialogs/permission-lock.tsx';
import { MIN_MERGE_RECORDS, listMergeActions, findMissingMergeRight } from '../merge/merge-action.ts';
import { usePageActions } from '../page-actions.ts';
import { useAction } from '../use-action.ts';

export interface ListBulkBarProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly selection: Selection;
  readonly total: number;
  /** The interrupted dialog for the selected rows, which is open again. */
  readonly restoredDialog: NamedDialogDraft | undefined;
  /** The rows must be loaded again. */
  readonly onChanged: () => void;
  /** The dialog for the selected rows was closed. */
  readonly onDialogEnd: () => void;
}

/** The number of selected records, and a menu to select more. */
function SelectMenu({ module, list, selection, total }: Pick<ListBulkBarProps, 'module' | 'list' | 'selection' | 'total'>) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy: busy, run } = useAction();
  const select = (amount: number) =>
    run(async () => {
      selection.set(await readFirstIds(module, list.query, amount));
      setAsking(false);
      if (amount > MAX_SELECTED)
        showNotice({ kind: 'warning', text: t('views.list.selectTooMany', { count: MAX_SELECTED.toLocaleString('en-US') }) });
    });
  const all: MenuItem[] =
    selection.count < total
      ? [{ id: 'all', label: t('work.select.all', { count: total.toLocaleString('en-US') }), onSelect: () => select(total) }]
      : [];
  const items = [
    ...all,
    { id: 'amount', label: t('work.select.amount'), onSelect: () => setAsking(true) },
    { id: 'none', label: t('selection.clear'), onSelect: selection.clear },
  ];
  const count = t('work.select.more', { count: selection.count.toLocaleString('en-US') });
  return (
    <>
      <Menu
        label={t('work.select.label')}
        width={220}
        position="top-start"
        groups={[{ id: 'select', items }]}
        target={
          <Button variant="ink" size="sm" className="mb-count" loading={busy} trailing={<Icon of={ChevronDown} size={14} />}>
            {count}
          </Button>
        }
      />
      {isAsking && <AmountDialog total={total} busy={busy} onCancel={() => setAsking(false)} onApply={select} />}
    </>
  );
}

type BuiltInAction = 'update' | 'export' | 'delete' | 'restore' | 'remove';

interface BuiltInActionProps {
  readonly module: ModuleView;
  readonly onChoose: (chosenAction: BuiltInAction) => void;
}

/** The disabled merge action, for users who may never merge. */
function MergeLock({ module, count }: { readonly module: ModuleView; readonly count: number }) {
  const action = findMissingMergeRight(module);
  if (action === undefined || count < MIN_MERGE_RECORDS) return null;
  return (
    <ExplainedButton module={module} action={action} title={t('views.merge.cannot')} size="sm" variant="ink">
      {t('views.merge.action')}
    </ExplainedButton>
  );
}

interface RightButtonProps extends BuiltInActionProps {
  readonly action: 'mass_update' | 'export' | 'delete';
  readonly chooses: BuiltInAction;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly variant?: ButtonVariant;
}

/** An action that a right allows; without the right the button explains why. */
function RightButton({ module, action, chooses, label, icon, variant = 'ink', onChoose }: RightButtonProps) {
  const right = module.rights[action];
  if (right === false || right === 'None')
    return (
      <ExplainedButton module={module} action={action} size="sm" variant="ink">
        {label}
      </ExplainedButton>
    );
  return (
    <Button variant={variant} size="sm" icon={icon} onClick={() => onChoose(chooses)}>
      {label}
    </Button>
  );
}

function ExportButton(props: BuiltInActionProps) {
  return <RightButton {...props} action="export" chooses="export" label={t('exports.action')} icon={Download} />;
}

/** What can be done with deleted records. */
function DeletedActions({ module, onChoose }: BuiltInActionProps) {
  return (
    <>
      <Button variant="ink" size="sm" icon={RotateCcw} onClick={() => onChoose('restore')}>
        {t('deleted.restore')}
      </Button>
      <ExportButton module={module} onChoose={onChoose} />
      <Button variant="ink-danger" size="sm" icon={Trash2} onClick={() => onChoose('remove')}>
        {t('deleted.remove')}
      </Button>
    </>
  );
}

/** The actions of the user's roles and of plugins on records that are not deleted. */
function PresentActions({
  module,
  count,
  actions,
  lock,
  onChoose,
  onRun,
}: BuiltInActionProps & {
  readonly count: number;
  readonly actions: readonly BulkAction[];
  readonly lock: PermissionLock;
  readonly onRun: (id: string) => void;
}) {
  return (
    <>
      <RightButton module={module} action="mass_update" chooses="update" label={t('work.mass.action')} icon={PenLine} onChoose={onChoose} />
      <MergeLock module={module} count={count} />
      {actions.map((action) => (
        <Button
          key={action.id}
          variant="ink"
          size="sm"
          icon={findIcon(action.icon)}
          {...(lock.isLocked(action) ? { blocked: { onExplain: () => lock.explain(action) } } : { onClick: () => onRun(action.id) })}
        >
          {action.label}
        </Button>
      ))}
      <ExportButton module={module} onChoose={onChoose} />
      <RightButton
        module={module}
        action="delete"
        chooses="delete"
        label={t('views.list.delete')}
        icon={Trash2}
        variant="ink-danger"
        onChoose={onChoose}
      />
    </>
  );
}

/** The bar over the footer while rows are selected: count, mass update, plugin actions, deletion. */
export function ListBulkActions(props: ListBulkBarProps) {
  const { module, list, total, selection, restoredDialog, onChanged, onDialogEnd } = props;
  const [chosenAction, setAction] = useState<BuiltInAction | undefined>(restoredDialog?.name === 'mass-update' ? 'update' : undefined);
  const [running, setRunning] = useState<string | undefined>(restoredDialog?.name === 'merge' ? 'merge' : undefined);
  // The selection when the action started: a list that reloads meanwhile must not change the affected records.
  const [ids, setIds] = useState<readonly string[]>(restoredDialog?.ids ?? []);
  const actions = [...listMergeActions(module), ...listBulkActions(module.name)].filter(
    (action) => selection.count >= (action.minimum ?? 1),
  );
  const lock = usePermissionLock();
  const Running = actions.find((action) => action.id === running)?.component;
  const begin = (next: BuiltInAction) => {
    setIds([...selection.ids]);
    setAction(next);
  };
  const finish = (changed: boolean, left?: readonly string[]) => {
    setAction(undefined);
    setRunning(undefined);
    onDialogEnd();
    if (!changed && left === undefined) return;
    if (changed) onChanged();
    if (left === undefined) selection.clear();
    else selection.set(left);
  };
  const isDeleted = showsDeleted(list);
  const present = [
    ...(module.rights.mass_update ? [{ id: 'mass-update', label: t('work.mass.action'), run: () => begin('update') }] : []),
    ...actions.filter((action) => !lock.isLocked(action)).map(({ id, label }) => ({ id, label, run: () => setRunning(id) })),
    ...(module.rights.export ? [{ id: 'export', label: t('exports.action'), run: () => begin('export') }] : []),
    ...(module.rights.delete === 'None' ? [] : [{ id: 'delete', label: t('views.list.delete'), run: () => begin('delete') }]),
  ];
  usePageActions(
    isDeleted
      ? [
          { id: 'restore', label: t('deleted.restore'), run: () => begin('restore') },
          { id: 'remove', label: t('deleted.remove'), run: () => begin('remove') },
        ]
      : present,
  );
  const [only] = ids;
  return (
    <>
      <BulkBar count={selection.count} label={<SelectMenu {...props} />} onClear={selection.clear}>
        {isDeleted ? (
          <DeletedActions module={module} onChoose={begin} />
        ) : (
          <PresentActions module={module} count={selection.count} actions={actions} lock={lock} onChoose={begin} onRun={setRunning} />
        )}
      </BulkBar>
      {lock.dialog}
      {chosenAction === 'update' && (
        <MassUpdateDialog
          module={module}
          ids={ids}
          restored={restoredDialog?.name === 'mass-update' ? restoredDialog : undefined}
          onClose={finish}
        />
      )}
      {chosenAction === 'export' && <ExportDialog module={module} list={list} ids={ids} total={total} onClose={() => finish(false, ids)} />}
      {chosenAction === 'restore' && <RestoreSelected module={module} ids={ids} onClose={finish} />}
      {chosenAction === 'remove' && <RemoveSelected module={module} ids={ids} onClose={finish} />}
      {chosenAction === 'delete' && ids.length > 1 && <MassDeleteDialog module={module} ids={ids} onClose={finish} />}
      {chosenAction === 'delete' && ids.length === 1 && only !== undefined && (
        <ConfirmDelete module={module} id={only} onCancel={() => setAction(undefined)} onDone={finish} />
      )}
      {Running && <Running module={module} ids={[...selection.ids]} close={finish} />}
    </>
  );
}
