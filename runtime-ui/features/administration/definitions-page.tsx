import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JsonValue } from '#engine/model/values';
import type { DefinitionConflictView, DefinitionProblemView } from '#engine/model/wire';
import { getDefinitionState, getErrorMessage, queryKeys, settleConflict, type ApiError, type DefinitionState } from '../../client/index.ts';
import { formatJson } from '../../fields/values/index.ts';
import { describePlace } from '../../headless/form/index.ts';
import { Button, Card, EmptyState, ErrorState, PageHeader, showNotice, SkeletonRows, t, usePageTitle } from '../../kit/index.ts';
import './administration.css';
import './entries.css';

/** A value of a definition, as text. */
function showValue(value: JsonValue): string {
  return value === null ? t('definitions.nothing') : formatJson(value);
}

function Problems({ problems }: { readonly problems: readonly DefinitionProblemView[] }) {
  return (
    <Card title={t('definitions.problems')} note={problems.length.toLocaleString('en-US')}>
      <p className="ma-note">{t('definitions.problemsHelp')}</p>
      <ul className="ma-entries">
        {problems.map(({ file, path, cause }) => (
          <li key={`${file} ${path} ${cause}`} className="ma-text">
            <p className="ma-name">
              <code className="ms-mono">{`${file} ${path}`}</code>
            </p>
            <p className="ma-problem">{cause}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Conflict({ conflict, onSettled }: { readonly conflict: DefinitionConflictView; readonly onSettled: () => void }) {
  const [chosen, setChosen] = useState<'customized' | 'base'>();
  const { artifact, path, before, base, customized } = conflict;
  const place = describePlace(artifact, path);
  const settle = (use: 'customized' | 'base') => {
    setChosen(use);
    settleConflict(conflict, use)
      .then(
        () => showNotice({ kind: 'ok', text: t(use === 'base' ? 'definitions.replaced' : 'definitions.stays', { path: place }) }),
        (error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) }),
      )
      .finally(() => {
        setChosen(undefined);
        onSettled();
      });
  };
  const button = (use: 'customized' | 'base') => (
    <Button size="sm" loading={chosen === use} disabled={chosen !== undefined} onClick={() => settle(use)}>
      {t(use === 'base' ? 'definitions.useNew' : 'definitions.keepOwn')}
    </Button>
  );
  return (
    <li className="ma-text" aria-label={place}>
      <p className="ma-name">{place}</p>
      <p className="ma-note">
        {t('definitions.before')}: {showValue(before)}
      </p>
      <p className="ma-note">
        {t('definitions.used')}: {showValue(customized)}
      </p>
      <p className="ma-note">
        {t('definitions.offered')}: {showValue(base)}
      </p>
      <p className="ma-choices">
        {button('customized')} {button('base')}
      </p>
    </li>
  );
}

function Conflicts({ conflicts, onSettled }: { readonly conflicts: readonly DefinitionConflictView[]; readonly onSettled: () => void }) {
  return (
    <Card title={t('definitions.conflicts')} note={conflicts.length.toLocaleString('en-US')}>
      <p className="ma-note">{t('definitions.conflictsHelp')}</p>
      <ul className="ma-entries">
        {conflicts.map((conflict) => (
          <Conflict key={`${conflict.artifact} ${conflict.path}`} conflict={conflict} onSettled={onSettled} />
        ))}
      </ul>
    </Card>
  );
}

function Content() {
  const { data, error, refetch } = useQuery<DefinitionState, ApiError>({
    queryKey: queryKeys.definitionState(),
    queryFn: ({ signal }) => getDefinitionState(signal),
    refetchOnMount: 'always',
  });
  if (error && data === undefined)
    return (
      <ErrorState compact title={t('definitions.failedToLoad')} text={error.message} code={error.code} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <SkeletonRows rows={4} columns={1} height={48} />;
  const { problems, conflicts } = data;
  if (problems.length + conflicts.length === 0) return <EmptyState title={t('definitions.none')} help={t('definitions.noneHelp')} />;
  return (
    <>
      {problems.length > 0 && <Problems problems={problems} />}
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} onSettled={() => void refetch()} />}
    </>
  );
}

/** `/admin/definitions`: why definitions of the files are not active, and what both an upgrade and a customization changed, to decide. */
export function DefinitionsPage() {
  usePageTitle(t('definitions.title'));
  return (
    <>
      <PageHeader title={t('definitions.title')} />
      <div className="ms-page" role="region" aria-label={t('definitions.title')} tabIndex={0}>
        <p className="ma-note">{t('definitions.help')}</p>
        <Content />
      </div>
    </>
  );
}
