import { t } from '../../../../kit/index.ts';
import { useDraftStore } from '../../draft/draft-context.tsx';
import { PastTrial } from './past-trial.tsx';
import { RecordTrial } from './record-trial.tsx';
import type { TrialProps } from './trial-props.ts';

/** The workflow on one record, and on what was saved in the last days: the version of the open draft, if it changes the workflow. */
export function TrialTab({ workflow, names, isDrafted }: Omit<TrialProps, 'changeSet'> & { readonly isDrafted: boolean }) {
  const { view, saving } = useDraftStore().useState();
  const changeSet = isDrafted ? (view?._id ?? null) : null;
  const isWaiting = isDrafted && (view === undefined || saving !== 'saved');
  return (
    <div className="sw-column">
      <p className="sf-note" role="status">
        {t(
          isWaiting
            ? 'studioWorkflows.trial.saving'
            : changeSet === null
              ? 'studioWorkflows.trial.published'
              : 'studioWorkflows.trial.draft',
        )}
      </p>
      {!isWaiting && (
        <>
          <RecordTrial workflow={workflow} names={names} changeSet={changeSet} />
          <PastTrial workflow={workflow} names={names} changeSet={changeSet} />
        </>
      )}
    </div>
  );
}
