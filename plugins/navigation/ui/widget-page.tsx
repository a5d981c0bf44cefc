import { EmptyState, ErrorState, getErrorMessage, PageHeader, SkeletonRows, usePageTitle, useShell } from '#ui';
import { reloadDrawn, useDrawn } from './drawn-store.ts';
import { tNavigation } from './texts.ts';
import { WidgetContent } from './widget-content.tsx';

/** `/app/x/navigation/widget?id=`: a widget of the menu. */
export function WidgetPage() {
  const { navigation, error } = useDrawn();
  const { data: shell } = useShell();
  const id = new URLSearchParams(location.search).get('id');
  const widget = navigation?.widgets.find(({ _id }) => _id === id);
  usePageTitle(widget?.name ?? '');
  if (error !== undefined && navigation === undefined)
    return <ErrorState title={tNavigation('failed')} text={getErrorMessage(error)} onRetry={() => void reloadDrawn()} />;
  if (navigation === undefined || shell === undefined) return <SkeletonRows rows={4} />;
  if (widget === undefined)
    return <EmptyState headingLevel={1} title={tNavigation('widgetMissing')} help={tNavigation('widgetMissingHelp')} />;
  return (
    <>
      <PageHeader title={widget.name} />
      <div className="ms-page" role="region" aria-label={widget.name} tabIndex={0}>
        <WidgetContent widget={widget} shell={shell} />
      </div>
    </>
  );
}
