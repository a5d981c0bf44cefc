import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queryKeys, type AccessPlace } from '../../../client/index.ts';
import { RecordChoice } from '../../../fields/widgets/index.ts';
import { useModuleSummaries } from '../../../headless/index.ts';
import { EmptyState, ErrorState, PageHeader, SkeletonRows, t, TextLink, usePageTitle } from '../../../kit/index.ts';
import { AccessOverview } from '../../../views/index.ts';
import { useDefinitions } from '../draft/use-definitions.ts';
import { useDraft } from '../draft/use-draft.ts';
import { EffectList } from '../effects/effect-list.tsx';
import { STUDIO } from '../studio-sections.ts';
import { useAccess } from './use-access.ts';
import '../effects/effects.css';
import '../roles/roles.css';

/** `/admin/studio/access?user=&module=&record=`: what a user may do, as it is published and with the open draft. */
export function AccessPage() {
  const [params] = useSearchParams();
  usePageTitle(t('studioAccess.title'));
  const [user, module, record] = [params.get('user'), params.get('module'), params.get('record')];
  const place = user === null || module === null ? undefined : { user, module, id: record ?? undefined };
  return (
    <>
      <PageHeader title={t('studioAccess.title')} />
      <div className="ms-page se-page">
        <p className="st-note">{t('studioAccess.help')}</p>
        <Choices />
        {place === undefined ? (
          <EmptyState title={t('studioAccess.start')} help={t('studioAccess.startHelp')} />
        ) : (
          <Access key={`${place.user} ${place.module} ${place.id ?? ''}`} place={place} />
        )}
      </div>
    </>
  );
}

/** The user, the module and the record, which are part of the address. */
function Choices() {
  const [params, setParams] = useSearchParams();
  const modules = useModuleSummaries();
  const { list } = useDefinitions('module');
  const name = params.get('module');
  const summary = modules.find((one) => one.name === name);
  const choose = (values: { readonly [param: string]: string | undefined }) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [param, value] of Object.entries(values))
          if (value === undefined) next.delete(param);
          else next.set(param, value);
        return next;
      },
      { replace: true },
    );
  const offered = (list ?? []).filter(({ action, module }) => action !== 'removed' && module?.active !== false);
  return (
    <div className="se-choices">
      <RecordChoice
        label={t('studioAccess.user')}
        module="users"
        id={params.get('user')}
        placeholder={t('studioAccess.choose')}
        onChoose={(user) => choose({ user })}
      />
      <Select
        label={t('studioAccess.module')}
        placeholder={t('studioAccess.choose')}
        searchable
        data={offered.map(({ name: value, label }) => ({ value, label }))}
        value={name}
        onChange={(value) => choose({ module: value ?? undefined, record: undefined })}
      />
      {summary !== undefined && (
        <RecordChoice
          key={summary.name}
          label={t('studioAccess.record')}
          module={summary.name}
          id={params.get('record')}
          placeholder={t('studioAccess.anyRecord')}
          onChoose={(record) => choose({ record })}
        />
      )}
    </div>
  );
}

function Access({ place }: { readonly place: AccessPlace }) {
  const client = useQueryClient();
  const { view } = useDraft();
  const { overview, simulation, values, valuesError, isDraftBroken, isFetching, error, retry } = useAccess(place);
  if (error !== undefined && overview === undefined) {
    const title = t(error.code === 'record_not_found' ? 'studioAccess.noPerson' : 'studioAccess.failed');
    return <ErrorState compact title={title} text={error.message} code={error.code} onRetry={retry} />;
  }
  if (overview === undefined) return <SkeletonRows rows={8} columns={3} height={40} />;
  const { user, access } = overview;
  const effects = simulation === undefined ? [] : [...simulation.effects.losses, ...simulation.effects.gains];
  const refresh = () =>
    Promise.all([queryKeys.explanations(), queryKeys.changeSets()].map((queryKey) => client.invalidateQueries({ queryKey })));
  return (
    <>
      <p className="st-note" role="status">
        {isFetching ? t('studioAccess.checking') : describeState(simulation === undefined ? undefined : view?.name, isDraftBroken)}{' '}
        {view !== undefined && view.changes.length > 0 && (
          <TextLink href={`${STUDIO}/change-sets/${view._id}`}>{t('studioAccess.review')}</TextLink>
        )}
      </p>
      {simulation !== undefined && (
        <section aria-label={t('studioAccess.effects', { name: user.name })}>
          <h2 className="se-title">{t('studioAccess.effects', { name: user.name })}</h2>
          {effects.length === 0 ? (
            <p className="st-note">{t('studioAccess.noEffects', { name: user.name })}</p>
          ) : (
            <EffectList effects={effects} label={t('studioAccess.effects', { name: user.name })} changeSet={view?._id} />
          )}
        </section>
      )}
      {valuesError !== undefined && (
        <p className="st-note" role="alert">
          {t('studioAccess.valuesFailed')} {valuesError.message}
        </p>
      )}
      <AccessOverview
        access={access}
        about={{ ...user, recordId: place.id, onChanged: refresh }}
        isCompared={simulation !== undefined}
        values={values}
      />
    </>
  );
}

function describeState(draft: string | undefined, isDraftBroken: boolean): string {
  if (isDraftBroken) return t('studioAccess.draftBroken');
  return draft === undefined ? t('studioAccess.noDraft') : t('studioAccess.withDraft', { name: draft });
}
