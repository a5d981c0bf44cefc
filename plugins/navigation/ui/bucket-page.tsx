import { ButtonLink, EmptyState, ErrorState, getErrorMessage, recordRoute, SkeletonRows, usePageTitle, useShell } from '#ui';
import { reloadDrawn, useDrawn } from './drawn-store.ts';
import { tNavigation } from './texts.ts';

/** `/app/x/navigation/bucket?id=`: why a bucket of the menu has no number, and for those who may change it, the way to its form. */
export function BucketPage() {
  const { navigation, error } = useDrawn();
  const { data: shell } = useShell();
  const id = new URLSearchParams(location.search).get('id');
  const bucket = navigation?.buckets.find(({ _id }) => _id === id);
  usePageTitle(bucket?.name ?? '');
  if (error !== undefined && navigation === undefined)
    return <ErrorState title={tNavigation('failed')} text={getErrorMessage(error)} onRetry={() => void reloadDrawn()} />;
  if (navigation === undefined || shell === undefined) return <SkeletonRows rows={4} />;
  if (bucket === undefined)
    return <EmptyState headingLevel={1} title={tNavigation('bucketMissing')} help={tNavigation('widgetMissingHelp')} />;
  const mayEdit = shell.modules.some(({ name }) => name === 'buckets');
  return (
    <EmptyState
      headingLevel={1}
      title={tNavigation('bucketIncomplete', { name: bucket.name })}
      help={tNavigation(mayEdit ? 'bucketIncompleteEdit' : 'bucketIncompleteHelp')}
      {...(mayEdit
        ? {
            actions: (
              <ButtonLink variant="primary" href={`${recordRoute('buckets', bucket._id, shell.user)}/edit`}>
                {tNavigation('bucketEdit')}
              </ButtonLink>
            ),
          }
        : {})}
    />
  );
}
