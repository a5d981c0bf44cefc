import { Plus } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { ModuleView } from '#engine/model';
import { moduleRoute, queryKeys, useSession } from '../../client/index.ts';
import { listQuery, readListPage, resolveItem, withTerm, type ListHandle, type ListState } from '../../headless/index.ts';
import { Button, ButtonLink, EmptyState, inSentence, t } from '../../kit/index.ts';

interface Drop {
  readonly label: string;
  readonly part: Partial<ListState>;
}

/** Each filter that could be dropped, words first. */
function dropsOf(module: ModuleView, state: ListState): Drop[] {
  const words = state.words.trim() === '' ? [] : [{ label: state.words.trim(), part: { words: '' } }];
  const terms = Object.keys(state.terms).map((name) => ({ label: resolveItem(module, { fieldName: name })?.label ?? name, part: { terms: withTerm(state.terms, name, undefined) } }));
  const view = state.view === 'all' ? [] : [{ label: t('views.list.viewEverything', { module: inSentence(module.label) }), part: { view: 'all' } }];
  return [...words, ...terms, ...view];
}

/** How many records there would be without one filter. */
function DropButton({ module, list, drop }: { readonly module: ModuleView; readonly list: ListHandle; readonly drop: Drop }) {
  const input = { ...listQuery(module, { ...list.state, ...drop.part }, []), pageNumber: 0, pageSize: 1, totalLimit: 10_000 };
  const count = useQuery({ queryKey: queryKeys.list(module.name, input), queryFn: ({ signal }) => readListPage(module, input, signal) });
  const result = count.data === undefined ? undefined : <span className="ms-muted">{t('views.list.dropResult', { count: count.data.total.toLocaleString('en-US') })}</span>;
  return <Button onClick={() => list.change(drop.part)} trailing={result}>{drop.part.view === undefined ? t('views.list.dropFilter', { filter: drop.label }) : drop.label}</Button>;
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
      more={drops.length > 1 ? <Button variant="quiet" onClick={() => list.change({ words: '', terms: {}, view: 'all' })}>{t('views.list.clearAll')}</Button> : undefined}
    />
  );
}
