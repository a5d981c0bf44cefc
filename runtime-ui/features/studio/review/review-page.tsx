import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import type { ChangeSetView } from '#engine/model/wire';
import { getChangeSet, getErrorMessage, queryKeys, type ApiError } from '../../../client/index.ts';
import { EmptyState, ErrorState, showNotice, SkeletonRows, t, useBreakpoint, usePageTitle } from '../../../kit/index.ts';
import { useDraftStore } from '../draft/draft-context.tsx';
import { useDraft } from '../draft/use-draft.ts';
import { PreviewButton } from '../preview/preview-button.tsx';
import { useArtifactNames } from '../uses/use-artifact-names.ts';
import { countUndecided } from './decisions.ts';
import { describePublication } from './describe-publication.ts';
import { PlanAside, PlanDetails, PlanSummary } from './plan-aside.tsx';
import { PublishedReview } from './published-review.tsx';
import { PublishBar } from './publish-bar.tsx';
import { ConversionPanel } from './conversion-panel.tsx';
import { isWorking } from './conversion-progress.tsx';
import { ReviewGroupSection } from './review-group.tsx';
import { ReviewHeader } from './review-header.tsx';
import { groupPlan, isUnsolvable } from './review-model.ts';
import { useDecisions } from './use-decisions.ts';
import { usePlan, useSettled } from './use-plan.ts';
import { usePublish } from './use-publish.ts';
import { ModeSwitch, type ReviewMode } from './mode-switch.tsx';
import './review.css';

/** `/admin/studio/change-sets/:id`: what a draft changes and what publishing it would do; or what a published change-set changed. */
export function ReviewPage() {
  const { id = '' } = useParams();
  const draft = useDraft();
  const open = draft.view?._id === id ? draft.view : undefined;
  const { data, error, refetch } = useQuery<ChangeSetView, ApiError>({
    queryKey: queryKeys.changeSet(id),
    queryFn: ({ signal }) => getChangeSet(id, signal),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data !== undefined && isWorking(state.data) ? POLL : false),
  });
  // While values are converted the draft is locked, and the server says how far it is.
  const view = chooseView(open, data);
  useReload(open !== undefined && data !== undefined && data.conversion !== null && data.state !== 'draft');
  usePageTitle(view?.name ?? t('studioReview.page.list'));
  if (view === undefined && error !== null)
    return <ErrorState title={t('studioReview.page.failedToLoad')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (view === undefined) return <SkeletonRows rows={8} columns={2} height={48} />;
  if (view.state !== 'draft') return <PublishedReview key={id} view={view} />;
  return <DraftReview key={id} view={view} isOpen={open !== undefined} />;
}

/** The view of the server if its values are converted, else the open draft, which has edits that are not sent yet. */
function chooseView(open: ChangeSetView | undefined, data: ChangeSetView | undefined): ChangeSetView | undefined {
  if (open === undefined || data === undefined) return open ?? data;
  return data.conversion === null ? { ...open, conversion: null } : data;
}

/** Milliseconds between two looks at a conversion that runs. */
const POLL = 1_000;

/** The open draft was published, by the conversion of its values: the drafts are loaded again. */
function useReload(isPublished: boolean): void {
  const store = useDraftStore();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isPublished) return;
    void store.load();
    void queries.invalidateQueries({ queryKey: queryKeys.allDefinitions() });
    void queries.invalidateQueries({ queryKey: queryKeys.changeSets() });
  }, [isPublished, queries, store]);
}

function DraftReview({ view, isOpen }: { readonly view: ChangeSetView; readonly isOpen: boolean }) {
  const draft = useDraft();
  const queries = useQueryClient();
  const [mode, setMode] = useState<ReviewMode>('words');
  const [decisions, decide] = useDecisions(view._id);
  const { isBusy, publish } = usePublish();
  const version = useSettled(view._version);
  const { data: plan, error, isFetching, refetch } = usePlan(view._id, version);
  const groups = plan === undefined ? [] : groupPlan(plan, decisions);
  const nameOf = useArtifactNames();
  const isPhone = useBreakpoint() === 'phone';
  const openDraft = () =>
    void draft.open(view._id).catch((failure: unknown) => showNotice({ kind: 'error', text: getErrorMessage(failure) }));
  const { conversion } = view;
  const takeOut =
    isOpen && conversion === null
      ? ({ kind, id, artifact }: ChangeSetView['changes'][number]) => {
          draft.discardChange(kind, id);
          showNotice({ kind: 'ok', text: t('studioReview.page.takenOut', { name: nameOf(artifact).label }) });
        }
      : undefined;
  const scope = plan && { view, plan, decisions, onDecide: decide, onTakeOut: takeOut, mode, nameOf };
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: queryKeys.changeSet(view._id), exact: true });
    void refetch();
  };
  const summary = plan && (
    <PlanSummary groups={groups} plan={plan} isChecking={isFetching || version !== view._version} onRefresh={refresh} />
  );
  const details = plan && <PlanDetails view={view} plan={plan} nameOf={nameOf} />;
  return (
    <div className="sr-page">
      <ReviewHeader view={view} onOpen={isOpen ? undefined : openDraft} actions={<PreviewButton changeSet={view} />} />
      <div className="sr-columns">
        {isPhone && summary && <PlanAside>{summary}</PlanAside>}
        <div className="sr-main">
          <ModeSwitch count={groups.flatMap(({ rows }) => rows).length} places={view.changes.length} mode={mode} onChange={setMode} />
          {error !== null && plan === undefined && (
            <ErrorState compact title={t('studioReview.page.planFailed')} text={error.message} code={error.code} onRetry={refresh} />
          )}
          {plan === undefined && error === null && <SkeletonRows rows={6} columns={2} height={48} />}
          {view.changes.length === 0 && <EmptyState title={t('studioReview.page.empty')} help={t('studioReview.page.emptyHelp')} />}
          {scope && groups.map((group) => <ReviewGroupSection key={group.key} group={group} scope={scope} />)}
          {isPhone && details && <div className="sr-details">{details}</div>}
        </div>
        {!isPhone && plan && (
          <PlanAside>
            {summary}
            {details}
          </PlanAside>
        )}
      </div>
      {conversion !== null && <ConversionPanel view={view} conversion={conversion} />}
      {plan && view.changes.length > 0 && conversion === null && (
        <PublishBar
          sentence={describePublication(plan, decisions)}
          undecided={countUndecided(plan, decisions)}
          isBlocked={isBlocked(plan)}
          isBusy={isBusy || isFetching || version !== view._version}
          onPublish={() => publish(view, plan, decisions)}
        />
      )}
    </div>
  );
}

/** Whether something prevents publishing that no decision on this page settles. */
function isBlocked({ problems, records }: NonNullable<ReturnType<typeof usePlan>['data']>): boolean {
  return problems.length > 0 || records.some(isUnsolvable);
}
