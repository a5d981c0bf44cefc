import { Plus } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { moduleRoute, queryKeys, useSession } from '../../client/index.ts';
import {
  replaceShownItem,
  getItemLabel,
  listQuery,
  listViewTabs,
  readListPage,
  resolveItem,
  parseFilterTree,
  type FilterItem,
  type ListHandle,
  type ListState,
} from '../../headless/index.ts';
import { Button, ButtonLink, EmptyState, restoreFocus, t } from '../../kit/index.ts';

interface RemovableFilter {
  readonly label: string;
  readonly change: (now: ListState) => Partial<ListState>;
  /** The view to open instead. */
  readonly view?: string;
}

function labelOf(module: ModuleView, item: FilterItem): string {
  if (item.kind === 'group') return t(item.combinator === 'or' ? 'saved.any' : 'saved.all');
  const found = resolveItem(module, { fieldName: item.fieldName });
  return found === undefined ? item.fieldName : getItemLabel(found);
}

/** Each filter that can be removed, search text first. */
function listRemovableFilters(module: ModuleView, state: ListState): RemovableFilter[] {
  const searchText = state.searchText.trim() === '' ? [] : [{ label: state.searchText.trim(), change: () => ({ searchText: '' }) }];
  const tree = parseFilterTree(state.terms);
  const items: readonly FilterItem[] = tree.items.length === 0 ? [] : tree.combinator === 'or' || tree.negated ? [tree] : tree.items;
  const terms = items.map((item) => ({
    label: labelOf(module, item),
    change: (now: ListState) => ({ terms: replaceShownItem(now.terms, item, undefined) }),
  }));
  const view =
    state.view === 'all'
      ? []
      : [
          {
            label: t('emptyList.everything', { module: lowercaseLabel(module.label) }),
            change: () => ({ searchText: '', terms: {}, view: 'all' }),
            view: 'all',
          },
        ];
  return [...searchText, ...terms, ...view];
}

/** The number of records that would match without a filter. */
function useTotalWithout(module: ModuleView, list: ListHandle, drop: RemovableFilter): number | undefined {
  const input = { ...listQuery(module, { ...list.state, ...drop.change(list.state) }, []), pageNumber: 0, pageSize: 1, totalLimit: 10_000 };
  const count = useQuery({ queryKey: queryKeys.list(module.name, input), queryFn: ({ signal }) => readListPage(module, input, signal) });
  return count.data?.total;
}

/** A button that removes one filter, with the number of records that would match without it. */
function RemoveFilterButton({
  module,
  list,
  drop,
}: {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly drop: RemovableFilter;
}) {
  const total = useTotalWithout(module, list, drop);
  const result =
    total === undefined ? undefined : (
      <span className="ms-muted">
        {t(drop.view === undefined ? 'emptyList.dropResult' : 'emptyList.count', { count: total.toLocaleString('en-US') })}
      </span>
    );
  return (
    <Button
      onClick={() => {
        if (drop.view === undefined) list.change(drop.change);
        else list.openView(drop.view);
        // The button is gone with the empty list.
        restoreFocus();
      }}
      trailing={result}
    >
      {drop.view === undefined ? t('emptyList.dropFilter', { filter: drop.label }) : drop.label}
    </Button>
  );
}

/** The empty state of a module without records: help for the first one. */
function EmptyModule({ module }: { readonly module: ModuleView }) {
  const user = useSession((session) => session.user);
  const create = (
    <ButtonLink variant="primary" icon={Plus} href={`${moduleRoute(module.name, user)}/new`}>
      {t('views.list.create', { thing: lowercaseLabel(module.labelSingular) })}
    </ButtonLink>
  );
  return (
    <EmptyState
      title={t('emptyList.title', { module: lowercaseLabel(module.label) })}
      help={module.description !== '' ? module.description : t(module.rights.create ? 'emptyList.help' : 'emptyList.helpReader')}
      actions={module.rights.create ? create : undefined}
    />
  );
}

/** The empty state of a view without further filters: a button for all records, if there are any. */
function EmptyView({ module, list, all }: { readonly module: ModuleView; readonly list: ListHandle; readonly all: RemovableFilter }) {
  const total = useTotalWithout(module, list, all);
  if (total === 0) return <EmptyModule module={module} />;
  const { view } = list.state;
  const label = list.view?.name ?? listViewTabs(module).find(({ name }) => name === view)?.label ?? '';
  return (
    <EmptyState
      title={t('emptyList.viewTitle', { view: label })}
      help={t('emptyList.viewHelp', { view: label, module: lowercaseLabel(module.label) })}
      actions={<RemoveFilterButton module={module} list={list} drop={all} />}
    />
  );
}

/** The empty state of a list: help for the first record, or the filters that can be removed with their results. */
export function EmptyList({ module, list }: { readonly module: ModuleView; readonly list: ListHandle }) {
  const drops = listRemovableFilters(module, list.state);
  const [only] = drops;
  if (only === undefined) return <EmptyModule module={module} />;
  if (drops.length === 1 && only.view !== undefined) return <EmptyView module={module} list={list} all={only} />;
  return (
    <EmptyState
      title={t('emptyList.noMatchTitle', { module: lowercaseLabel(module.label) })}
      help={t('emptyList.noMatchHelp')}
      actions={drops.slice(0, 4).map((drop) => <RemoveFilterButton key={drop.label} module={module} list={list} drop={drop} />)}
      more={
        drops.length > 1 ? (
          <Button variant="quiet" onClick={() => list.openView('all')}>
            {t('views.list.clearAll')}
          </Button>
        ) : undefined
      }
    />
  );
}
