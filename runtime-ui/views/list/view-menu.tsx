import { ArrowLeft, ArrowRight, Check, CircleHelp, Copy, House, Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { ModuleView, SavedView } from '#engine/model/wire';
import { useSession } from '../../client/index.ts';
import { homeViewOf, useSavedViews, useViewActions, type ListHandle } from '../../headless/index.ts';
import {
  LazyBoundary,
  ConfirmDialog,
  Icon,
  createLazyComponent,
  Menu,
  showNotice,
  t,
  type MenuGroup,
  type MenuItem,
} from '../../kit/index.ts';
import { AccessDialog } from '../lazy-views.tsx';
import { showViewError } from './show-view-error.ts';
import { useRecordsMenu } from './use-records-menu.tsx';
import { useAction } from '../use-action.ts';

const ViewDialog = createLazyComponent(async () => (await import('./view-dialog.tsx')).ViewDialog);

interface ViewMenuProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  /** Number of records of the list; undefined: not known yet. */
  readonly total: number | undefined;
  readonly target: ReactElement;
}

/** The ids with one view moved in the user's own order; undefined at either end. */
function moved(ids: readonly string[], id: string, by: -1 | 1): readonly string[] | undefined {
  const at = ids.indexOf(id);
  const to = at + by;
  if (at < 0 || to < 0 || to >= ids.length) return undefined;
  const rest = ids.filter((one) => one !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

/**
 * The actions of the open view: rename and share, copy, move, delete, make default. It is loaded by a click on its button and opens at
 * once.
 */
export function ViewMenu({ module, list, total, target }: ViewMenuProps) {
  const [openDialog, setOpenDialog] = useState<'edit' | 'remove' | 'access' | undefined>(undefined);
  const [opened, setOpened] = useState(true);
  const { isBusy: busy, run } = useAction({ onError: showViewError });
  const views = useSavedViews(module.name).data;
  const actions = useViewActions(module.name);
  const records = useRecordsMenu({ module, list, total });
  const { view, state } = list;
  const ids = views?.data.map((one) => one._id) ?? [];
  const isDefault = homeViewOf(module, views) === state.view;
  const shift = (by: -1 | 1, label: string, icon: typeof ArrowLeft): MenuItem[] => {
    const order = view === undefined ? undefined : moved(ids, view._id, by);
    return order === undefined ? [] : [{ id: label, label, icon, onSelect: () => void actions.reorder(order).catch(showViewError) }];
  };
  const isAdmin = useSession((session) => session.user?.userType) === 'System Admin';
  const access: MenuItem[] = isAdmin
    ? [{ id: 'access', label: t('views.explained.title'), icon: CircleHelp, onSelect: () => setOpenDialog('access') }]
    : [];
  const own: MenuItem[] =
    view?.mayChange === true ? [{ id: 'edit', label: t('saved.edit'), icon: Pencil, onSelect: () => setOpenDialog('edit') }] : [];
  const copy: MenuItem[] =
    view === undefined
      ? []
      : [
          {
            id: 'copy',
            label: t('saved.duplicate'),
            icon: Copy,
            onSelect: () => void actions.duplicate(view._id).then((made) => list.openView(made._id), showViewError),
          },
        ];
  const groups: MenuGroup[] = [
    {
      id: 'view',
      items: [
        ...own,
        ...copy,
        {
          id: 'default',
          label: t(isDefault ? 'saved.isDefault' : 'saved.makeDefault'),
          icon: House,
          trailing: isDefault ? <Icon of={Check} size={14} /> : undefined,
          onSelect: () =>
            void actions.setDefault(isDefault || state.view === (module.defaultListView ?? 'all') ? null : state.view).catch(showViewError),
        },
      ],
    },
    ...records.groups,
    { id: 'access', items: access },
    { id: 'place', items: [...shift(-1, t('saved.moveLeft'), ArrowLeft), ...shift(1, t('saved.moveRight'), ArrowRight)] },
    {
      id: 'remove',
      items:
        view?.mayChange === true
          ? [{ id: 'remove', label: t('saved.remove'), icon: Trash2, danger: true, onSelect: () => setOpenDialog('remove') }]
          : [],
    },
  ].filter((group) => group.items.length > 0);
  const remove = (gone: SavedView) =>
    run(async () => {
      await actions.remove(gone._id);
      setOpenDialog(undefined);
      list.openView(module.defaultListView ?? 'all');
      showNotice({ kind: 'ok', text: t('saved.removed', { name: gone.name }) });
    });
  return (
    <>
      <Menu label={t('saved.options')} groups={groups} target={target} opened={opened} onChange={setOpened} />
      {records.dialogs}
      {openDialog === 'access' && <AccessDialog module={module.name} onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'edit' && view !== undefined && (
        <LazyBoundary fallback={null}>
          <ViewDialog
            module={module}
            list={list}
            view={view}
            onClose={() => setOpenDialog(undefined)}
            onSaved={() => setOpenDialog(undefined)}
          />
        </LazyBoundary>
      )}
      {openDialog === 'remove' && view !== undefined && (
        <ConfirmDialog
          opened
          danger
          title={t('saved.removeTitle', { name: view.name })}
          text={t(view.sharing === 'private' ? 'saved.removeOwnText' : 'saved.removeText')}
          confirmLabel={t('saved.remove')}
          busy={busy}
          onConfirm={() => remove(view)}
          onCancel={() => setOpenDialog(undefined)}
        />
      )}
    </>
  );
}
