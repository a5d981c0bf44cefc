import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChangeSetView, PlannedRecords, RevertPlan } from '#engine/model/wire';
import { planRevert, queryKeys, revertChangeSet, type ApiError } from '../../../client/index.ts';
import { describePlace } from '../../../headless/form/index.ts';
import { Button, Dialog, ErrorState, showNotice, SkeletonRows, t } from '../../../kit/index.ts';
import { conflictKey, countUndecided, decideValues, NO_DECISIONS, toPublishInput, valueKey, type Decisions } from './decisions.ts';
import { changeSetRoute } from './use-publish.ts';
import { listChoices, ValueDecisionInput } from './value-decision.tsx';
import { useAction } from '../../../views/index.ts';

interface RevertDialogProps {
  readonly view: ChangeSetView;
  readonly onClose: () => void;
}

/** Asks before a change-set is reverted: what it cannot restore, what later ones built on it, and what happens to values. */
export function RevertDialog({ view, onClose }: RevertDialogProps) {
  const [decisions, setDecisions] = useState(NO_DECISIONS);
  const { data, error, refetch } = useQuery<RevertPlan, ApiError>({
    queryKey: [...queryKeys.changeSet(view._id), 'plan-revert'],
    queryFn: ({ signal }) => planRevert(view._id, signal),
    gcTime: 0,
  });
  const { isBusy, revert } = useRevert(view, onClose);
  const canRevert = data !== undefined && data.conflicts.length + data.problems.length + countUndecided(data, decisions) === 0;
  return (
    <Dialog
      opened
      title={t('studioReview.revert.title', { name: view.name })}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button variant="danger" loading={isBusy} disabled={!canRevert} onClick={() => data && revert(data, decisions)}>
            {t('studioReview.revert.confirm')}
          </Button>
        </>
      }
    >
      <p className="ms-dialog-text">{t('studioReview.revert.text')}</p>
      {error !== null && (
        <ErrorState compact title={t('studioReview.revert.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <SkeletonRows rows={2} columns={1} height={32} />}
      {data !== undefined && <RevertEffects plan={data} view={view} decisions={decisions} onDecide={setDecisions} />}
    </Dialog>
  );
}

interface RevertEffectsProps {
  readonly plan: RevertPlan;
  readonly view: ChangeSetView;
  readonly decisions: Decisions;
  readonly onDecide: (decisions: Decisions) => void;
}

function RevertEffects({ plan, view, decisions, onDecide }: RevertEffectsProps) {
  // The revert makes the opposite changes.
  const opposite = view.changes.map((change) => ({ ...change, before: change.definition, definition: change.before }));
  return (
    <div className="sr-revert">
      {plan.conflicts.length > 0 && (
        <section>
          <h3>{t('studioReview.revert.builtOn')}</h3>
          <p className="sr-note">{t('studioReview.revert.builtOnHelp')}</p>
          <ul>
            {plan.conflicts.map(({ changeSet, ...conflict }) => (
              <li key={conflictKey(conflict)}>
                {changeSet === null ? t('studioReview.decide.theirsFiles') : changeSet.name}{' '}
                <span className="sr-path">{describePlace(conflict.artifact, conflict.path)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {plan.problems.map(({ file, path, cause }) => (
        <p key={`${file} ${path} ${cause}`} className="sr-cause sr-problem">
          {cause} <code className="ms-mono sr-path">{`${file} ${path}`}</code>
        </p>
      ))}
      {plan.notRestored.length > 0 && (
        <section>
          <h3>{t('studioReview.revert.notRestored')}</h3>
          <ul>
            {plan.notRestored.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      {plan.records
        .filter(({ choices }) => choices.length > 0)
        .map((records) => (
          <div key={valueKey(records)}>
            <p>{describeRecords(records)}</p>
            <ValueDecisionInput
              records={records}
              options={listChoices(records, opposite, plan)}
              decision={decisions.values[valueKey(records)]}
              onDecide={(decision) => onDecide(decideValues(decisions, plan.records, records, decision))}
            />
          </div>
        ))}
    </div>
  );
}

function describeRecords({ field, module, reason, count }: PlannedRecords): string {
  return `${t('studioReview.records.of', { field: field ?? '', module })}${t(`studioReview.records.${reason}`, { count })}`;
}

function useRevert({ _id, name }: ChangeSetView, onClose: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const action = useAction({
    onEnd: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.changeSets() });
      void queries.invalidateQueries({ queryKey: queryKeys.allDefinitions() });
    },
  });
  const run = async (plan: RevertPlan, decisions: Decisions) => {
    const { values } = toPublishInput(plan, decisions);
    const reverted = await revertChangeSet(_id, { values });
    onClose();
    if (reverted.conversion === 'running') {
      showNotice({ kind: 'ok', text: t('studioReview.conversion.reverting', { name }) });
      return void (await queries.invalidateQueries({ queryKey: queryKeys.changeSet(_id) }));
    }
    showNotice({ kind: 'ok', text: [t('studioReview.revert.done', { name }), ...(reverted.notRestored ?? [])].join(' ') });
    await navigate(changeSetRoute(reverted._id));
  };
  return {
    isBusy: action.isBusy,
    revert: (plan: RevertPlan, decisions: Decisions) => action.run(() => run(plan, decisions)),
  };
}
