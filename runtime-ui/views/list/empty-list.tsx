import { Plus } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { ModuleView } from '#engine/model';
import { moduleRoute, queryKeys, useSession } from '../../client/index.ts';
import { exchangeItem, labelOfItem, listQuery, readListPage, resolveItem, treeOf, type FilterItem, type ListHandle, type ListState } from '../../headless/index.ts';
import { Button, ButtonLink, EmptyState, inSentence, t } from '../../kit/index.ts';

interface Drop {
  readonly label: string;
  readonly drop: (now: ListState) => Partial<ListState>;
  /** The view that is opened in place of this one. */
  readonly view?: string;
}

function labelOf(module: ModuleView, item: FilterItem): string {
  if (item.kind === 'group') return t(item.join === 'or' ? 'saved.any' : 'saved.all');
  const found = resolveItem(module, { fieldName: item.fieldName });
  return found === undefined ? item.fieldName : labelOfItem(found);
}

/** Each filter that could be dropped, words first. */
function dropsOf(module: ModuleView, state: ListState): Drop[] {
  const words = state.words.trim() === '' ? [] : [{ label: state.words.trim(), drop: () => ({ words: '' }) }];
  const tree = treeOf(state.terms);
  const items: readonly FilterItem[] = tree.items.length === 0 ? [] : tree.join === 'or' || tree.negated ? [tree] : tree.items;
  const terms = items.map((item) => ({ label: labelOf(module, item), drop: (now: ListState) => ({ terms: exchangeItem(now.terms, item, undefined) }) }));
  const view = state.view === 'all' ? [] : [{ label: t('views.list.viewEverything', { module: inSentence(module.label) }), drop: () => ({ words: '', terms: {}, view: 'all' }), view: 'all' }];
  return [...words, ...terms, ...view];
}

/** How many records there would be without one filter. */
function DropButton({ module, list, drop }: { readonly module: ModuleView; readonly list: ListHandle; readonly drop: Drop }) {
  const input = { ...listQuery(module, { ...list.state, ...drop.drop(list.state) }, []), pageNumber: 0, pageSize: 1, totalLimit: 10_000 };
  const count = useQuery({ queryKey: queryKeys.list(module.name, input), queryFn: ({ signal }) => readListPage(module, input, signal) });
  const result = count.data === undefined ? undefined : <span className="ms-muted">{t('views.list.dropResult', { count: count.data.total.toLocaleString('en-US') })}</span>;
  return <Button onClick={() => (drop.view === undefined ? list.change(drop.drop) : list.openView(drop.view))} trailing={result}>{drop.view === undefined ? t('views.list.dropFilter', { filter: drop.label }) : drop.label}</Button>;
}

/** What stands in an empty list: how to begin, or which filter to drop and what that brings. */
export function EmptyList({ module, list }: { readonly module: ModuleView; readonly list: ListHandle }) {
  const user = useSession((session) => session.user);
  const plural = inSentence(module.label);
  const drops = dropsOf(module, list.state);
  if (drops.length === 0) {
    const create = <ButtonLink variant="primary" icon={Plus} href={`${moduleRoute(module.name, user)}/new`}>{t('views.list.create', { thing: inSentence(module.labelSingular) })}</ButtonLink>;
    return <EmptyState title={t('views.list.emptyTitle', { module: plural })} help={module.description !== '' ? module.description : t(module.rights.create ? 'views.list.emptyHelp' : 'views.list.emptyHelpReader')} actions={module.rights.create ? create : undefined} />;
  }
  return (
    <EmptyState
      title={t('views.list.noMatchTitle', { module: plural })} help={t('views.list.noMatchHelp')}
      actions={drops.slice(0, 4).map((drop) => <DropButton key={drop.label} module={module} list={list} drop={drop} />)}
      more={drops.length > 1 ? <Button variant="quiet" onClick={() => list.openView('all')}>{t('views.list.clearAll')}</Button> : undefined}
    />
  );
}
