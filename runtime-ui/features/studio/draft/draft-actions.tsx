import { Rocket, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ChangeSetPlan, ChangeSetView } from '#engine/model/wire';
import { Button, ConfirmDialog, showNotice, t } from '../../../kit/index.ts';
import { countUndecided, NO_DECISIONS } from '../review/decisions.ts';
import { describePublication } from '../review/describe-publication.ts';
import { changeSetRoute, usePublish } from '../review/use-publish.ts';
import { STUDIO } from '../studio-sections.ts';
import { useDraft } from './use-draft.ts';
import { useAction } from '../../../views/index.ts';

interface DraftActionsProps {
  readonly view: ChangeSetView;
  /** The plan of what is saved; undefined: it is not made yet. */
  readonly plan: ChangeSetPlan | undefined;
  /** Its values are being converted: it is published when that is done, and cannot be discarded. */
  readonly isConverting: boolean;
}

/** Discard, Review and Publish. What needs a decision is published from the review, which has a button of its own. */
export function DraftActions({ view, plan, isConverting }: DraftActionsProps) {
  const [asking, setAsking] = useState<'discard' | 'publish'>();
  const navigate = useNavigate();
  const { isBusy, publish } = usePublish();
  const isReview = useLocation().pathname === changeSetRoute(view._id);
  const review = () => void navigate(changeSetRoute(view._id));
  const isReady = plan !== undefined && plan.problems.length === 0 && countUndecided(plan, NO_DECISIONS) === 0;
  return (
    <span className="st-bar-actions">
      {!isConverting && (
        <Button size="sm" variant="ink" icon={Trash2} onClick={() => setAsking('discard')}>
          {t('studioReview.bar.discard')}
        </Button>
      )}
      {!isReview && (
        <Button size="sm" variant="ink" className="st-bar-review" onClick={review}>
          {t('studio.draft.review')}
        </Button>
      )}
      {!isReview && !isConverting && (
        <Button
          size="sm"
          icon={Rocket}
          loading={isBusy}
          disabled={view.changes.length === 0}
          onClick={() => (isReady ? setAsking('publish') : review())}
        >
          {t('studioReview.publish.now')}
        </Button>
      )}
      {plan !== undefined && (
        <ConfirmDialog
          opened={asking === 'publish'}
          title={t('studioReview.publish.confirm', { name: view.name })}
          text={`${describePublication(plan, NO_DECISIONS)} ${t('studioReview.publish.note')}`}
          confirmLabel={t('studioReview.publish.now')}
          onConfirm={() => {
            setAsking(undefined);
            publish(view, plan, NO_DECISIONS);
          }}
          onCancel={() => setAsking(undefined)}
        />
      )}
      <DiscardDialog view={view} isOpen={asking === 'discard'} onClose={() => setAsking(undefined)} />
    </span>
  );
}

/** Without a draft there is nothing to discard, review or publish yet. */
export function NoDraftActions() {
  return (
    <span className="st-bar-actions" data-empty>
      <Button size="sm" variant="ink" icon={Trash2} disabled>
        {t('studioReview.bar.discard')}
      </Button>
      <Button size="sm" variant="ink" className="st-bar-review" disabled>
        {t('studio.draft.review')}
      </Button>
      <Button size="sm" icon={Rocket} disabled>
        {t('studioReview.publish.now')}
      </Button>
    </span>
  );
}

interface DiscardDialogProps {
  readonly view: ChangeSetView;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function DiscardDialog({ view: { _id, name, changes }, isOpen, onClose }: DiscardDialogProps) {
  const draft = useDraft();
  const navigate = useNavigate();
  const isReview = useLocation().pathname === changeSetRoute(_id);
  const { isBusy, run } = useAction();
  const count = changes.length;
  const discard = () =>
    run(async () => {
      await draft.discard();
      showNotice({ kind: 'ok', text: t('studioReview.bar.discarded', { name }) });
      onClose();
      if (isReview) void navigate(`${STUDIO}/change-sets`, { replace: true });
    });
  return (
    <ConfirmDialog
      opened={isOpen}
      danger
      busy={isBusy}
      title={t('studioReview.bar.discardTitle', { name })}
      text={t('studioReview.bar.discardText', { count })}
      confirmLabel={t('studioReview.bar.discardDo', { count })}
      onConfirm={discard}
      onCancel={onClose}
    />
  );
}
