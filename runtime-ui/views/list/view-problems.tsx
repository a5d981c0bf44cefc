import { TriangleAlert } from 'lucide-react';
import type { ModuleView } from '#engine/model/wire';
import { useSavedViews, type ListHandle } from '../../headless/index.ts';
import { Icon, t } from '../../kit/index.ts';

interface ViewProblemsProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  /** The view in the URL. */
  readonly requestedView: string | null;
}

/** Shows which parts of a view are not available and why: a removed or hidden field, or the view itself. */
export function ViewProblems({ module, list, requestedView }: ViewProblemsProps) {
  const views = useSavedViews(module.name);
  if (views.isPending) return null;
  const isGone = requestedView !== null && requestedView !== list.state.view;
  const texts = views.error
    ? [views.error.message]
    : isGone
      ? [t('saved.goneHelp')]
      : (list.view?.problems ?? []).map((problem) => problem.text);
  if (texts.length === 0) return null;
  const title = views.error ? t('saved.failed') : isGone ? t('saved.gone') : t('saved.leftOut');
  return (
    <div className="mv-problems" role="status">
      <Icon of={TriangleAlert} />
      <span>
        <strong>{title}.</strong> {[...new Set(texts)].join(' ')}
      </span>
    </div>
  );
}
