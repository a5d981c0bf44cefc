import { Plus } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { ModuleView } from '#engine/model/wire';
import { moduleRoute, queryKeys, useSession } from '../../client/index.ts';
import {
  replaceShownItem,
  getItemLabel,
  listQuery,
  readListPage,
  resolveItem,
  parseFilterTree,
  type FilterItem,
  type ListHandle,
  type ListState,
} from '../../headless/index.ts';
import { Button, ButtonLink, EmptyState, lowercaseLabel, t } from '../../kit/index.ts';

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
            label: t('views.list.viewEverything', { module: lowercaseLabel(module.label) }),
            change: () => ({ searchText: '', terms: {}, view: 'all' }),
            view: 'all',
          },
        ];
  return [...searchText, ...terms, ...view];
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
  const input = { ...listQuery(module, { ...list.state, ...drop.change(list.state) }, []), pageNumber: 0, pageSize: 1, totalLimit: 10_000 };
  const count = useQuery({ queryKey: queryKeys.list(module.name, input), queryFn: ({ signal }) => readListPage(module, input, signal) });
  const result =
    count.data === undefined ? undefined : (
      <span className="ms-muted">{t('views.list.dropResult', { count: count.data.total.toLocaleString('en-US') })}</span>
    );
  return (
    <Button onClick={() => (drop.view === undefined ? list.change(drop.change) : list.openView(drop.view))} trailing={result}>
      {drop.view === undefined ? t('views.list.dropFilter', { filter: drop.label }) : drop.label}
    </Button>
  );
}

/** The empty state of a list: help for the first record, or the filters that can be removed with their results. */
export function EmptyList({ module, list }: { readonly module: ModuleView; readonly list: ListHandle }) {
  const user = useSession((session) => session.user);
  const plural = lowercaseLabel(module.label);
  const drops = listRemovableFilters(module, list.state);
  if (drops.length === 0) {
    const create = (
      <ButtonLink variant="primary" icon={Plus} href={`${moduleRoute(module.name, user)}/new`}>
        {t('views.list.create', { thing: lowercaseLabel(module.labelSingular) })}
      </ButtonLink>
    );
    return (
      <EmptyState
        title={t('views.list.emptyTitle', { module: plural })}
        help={
          module.description !== '' ? module.description : t(module.rights.create ? 'views.list.emptyHelp' : 'views.list.emptyHelpReader')
        }
        actions={module.rights.create ? create : undefined}
      />
    );
  }
  return (
    <EmptyState
      title={t('views.list.noMatchTitle', { module: plural })}
      help={t('views.list.noMatchHelp')}
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
