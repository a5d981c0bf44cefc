import type { PlannedEffect } from '#engine/model/wire';
import { EmptyState, ErrorState, SkeletonRows, t } from '../../../kit/index.ts';
import { useDraft } from '../draft/use-draft.ts';
import { ChangedRights } from '../effects/changed-rights.tsx';
import { EffectList } from '../effects/effect-list.tsx';
import { MoreEffects } from '../effects/more-effects.tsx';
import { usePlan, useSettled } from '../review/use-plan.ts';
import '../effects/effects.css';

/** Who gains or loses which records and fields by what the open draft changes of a role, counted again after each edit. */
export function RoleEffects({ id }: { readonly id: string }) {
  const { view, isLoading, edits } = useDraft();
  const version = useSettled(view?._version ?? 0);
  const { data: plan, error, isFetching, refetch } = usePlan(view?._id, version);
  const isChanged = view?.changes.some((change) => change.kind === 'role' && change.id === id) === true || edits.has(`role/${id}`);
  if (isLoading) return <SkeletonRows rows={5} columns={2} height={36} />;
  if (!isChanged || view === undefined)
    return <EmptyState compact title={t('studioAccess.noChange')} help={t('studioAccess.noChangeHelp')} />;
  if (error !== null && plan === undefined)
    return (
      <ErrorState compact title={t('studioAccess.planFailed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
    );
  if (plan === undefined) return <SkeletonRows rows={5} columns={2} height={36} />;
  const isOfRole = ({ roles }: PlannedEffect) => roles.some((role) => role._id === id);
  const [gains, losses] = [plan.effects.gains.filter(isOfRole), plan.effects.losses.filter(isOfRole)];
  const access = plan.access.filter(({ role }) => role._id === id);
  return (
    <div className="se-page">
      <p className="st-note" role="status">
        {isFetching || version !== view._version ? t('studioReview.aside.checking') : t('studioAccess.live')}
      </p>
      <section aria-label={t('studioAccess.people')}>
        <h3 className="se-title">{t('studioAccess.people')}</h3>
        {gains.length + losses.length === 0 ? (
          <p className="st-note">{t('studioAccess.peopleNone')}</p>
        ) : (
          <EffectList effects={[...losses, ...gains]} label={t('studioAccess.people')} changeSet={view._id} />
        )}
        <MoreEffects key={view._version} changeSet={view._id} effects={plan.effects} isShown={isOfRole} />
      </section>
      {access.length > 0 && (
        <section aria-label={t('studioAccess.rights')}>
          <h3 className="se-title">{t('studioAccess.rights')}</h3>
          <p className="st-note">{t('studioAccess.rightsHelp')}</p>
          <ChangedRights changeSet={view} access={access} label={t('studioAccess.rights')} />
        </section>
      )}
    </div>
  );
}
