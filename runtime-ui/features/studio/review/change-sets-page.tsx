import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CHANGE_SET_STATES, type ChangeSetState, type ChangeSetSummary } from '#engine/model/wire';
import { getChangeSets, getErrorMessage, queryKeys, type ApiError, type ChangeSetPage } from '../../../client/index.ts';
import { formatShortInstant } from '../../../fields/values/index.ts';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  PageHeader,
  showNotice,
  SkeletonRows,
  StatusPill,
  t,
  Tabs,
  TextLink,
  usePageTitle,
} from '../../../kit/index.ts';
import { useDraft } from '../draft/use-draft.ts';
import { ConversionPill, pollWhileConverting } from './conversion-progress.tsx';
import { StatePill } from './review-header.tsx';
import { UpgradeConflicts } from './upgrade-conflicts.tsx';
import { changeSetRoute } from './use-publish.ts';
import './review.css';

const PAGE = 25;
const MAX_PAGE = 1_000;

/** `/admin/studio/change-sets`: drafts, and the history of what was published; conflicts with an upgrade. */
export function ChangeSetsPage() {
  const [state, setState] = useState<ChangeSetState>('draft');
  usePageTitle(t('studioReview.list.title'));
  return (
    <div className="sr-page">
      <PageHeader title={t('studioReview.list.title')} />
      <div className="ms-page sr-list-page">
        <p className="sr-note">{t('studioReview.list.help')}</p>
        <UpgradeConflicts />
        <Card>
          <Tabs
            label={t('studioReview.list.show')}
            items={CHANGE_SET_STATES.map((id) => ({ id, label: t(`studioReview.list.tab.${id}`) }))}
            selected={state}
            onSelect={(id) => setState(id as ChangeSetState)}
          >
            <ChangeSetList key={state} state={state} />
          </Tabs>
        </Card>
      </div>
    </div>
  );
}

function ChangeSetList({ state }: { readonly state: ChangeSetState }) {
  const [pageSize, setPageSize] = useState(PAGE);
  const query = { state, pageSize };
  const { data, error, refetch, isFetching } = useQuery<ChangeSetPage, ApiError>({
    queryKey: queryKeys.changeSetPage(query),
    queryFn: ({ signal }) => getChangeSets(query, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data: shown } }) => pollWhileConverting(shown),
  });
  if (error !== null && data === undefined)
    return (
      <ErrorState
        compact
        title={t('studioReview.list.failedToLoad')}
        text={error.message}
        code={error.code}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <SkeletonRows rows={5} columns={3} height={48} />;
  if (data.data.length === 0)
    return <EmptyState title={t(`studioReview.list.none.${state}`)} help={t(`studioReview.list.noneHelp.${state}`)} />;
  const rest = data.total - data.data.length;
  return (
    <>
      <ul className="sr-sets">
        {data.data.map((changeSet) => (
          <ChangeSetRow key={changeSet._id} changeSet={changeSet} />
        ))}
      </ul>
      {rest > 0 && pageSize < MAX_PAGE && (
        <Button variant="quiet" size="sm" loading={isFetching} onClick={() => setPageSize(Math.min(pageSize + PAGE, MAX_PAGE))}>
          {t('studioReview.list.more', { count: rest })}
        </Button>
      )}
    </>
  );
}

function ChangeSetRow({ changeSet }: { readonly changeSet: ChangeSetSummary }) {
  const draft = useDraft();
  const { _id, name, state, shared, author, updatedAt, counts, reverts } = changeSet;
  const { added, changed, removed } = counts;
  const open = () => void draft.open(_id).catch((error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) }));
  return (
    <li className="sr-set">
      <div>
        <p className="sr-set-name">
          <TextLink href={changeSetRoute(_id)} look="name">
            {name}
          </TextLink>
          <StatePill state={state} />
          <ConversionPill changeSet={changeSet} />
          {state === 'draft' && shared && <StatusPill plain label={t('studioReview.page.shared')} />}
          {reverts !== null && <StatusPill plain label={t('studioReview.list.revertOf')} />}
        </p>
        <p className="sr-note">
          {author?.name ?? t('studioReview.page.system')} · <time dateTime={updatedAt}>{formatShortInstant(updatedAt)}</time> ·{' '}
          {t('studioReview.counts', { added, changed, removed })}
        </p>
      </div>
      {state === 'draft' && draft.view?._id !== _id && (
        <Button size="sm" aria-label={`${t('studioReview.page.openDraft')}: ${name}`} onClick={open}>
          {t('studioReview.page.openDraft')}
        </Button>
      )}
    </li>
  );
}
