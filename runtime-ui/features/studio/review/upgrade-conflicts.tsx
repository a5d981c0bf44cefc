import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DefinitionConflictView } from '#engine/model/wire';
import {
  getDefinitionState,
  getErrorMessage,
  queryKeys,
  settleConflict,
  type ApiError,
  type DefinitionState,
} from '../../../client/index.ts';
import { describePlace } from '../../../headless/form/index.ts';
import { Card, ErrorState, showNotice, t } from '../../../kit/index.ts';
import { ConflictChoice } from './conflict-choice.tsx';

/** What an upgrade changed and the site had changed too: the admin chooses which value is used. Nothing if there are no conflicts. */
export function UpgradeConflicts() {
  const { data, error, refetch } = useQuery<DefinitionState, ApiError>({
    queryKey: queryKeys.definitionState(),
    queryFn: ({ signal }) => getDefinitionState(signal),
    refetchOnMount: 'always',
  });
  if (error !== null && data === undefined)
    return (
      <ErrorState
        compact
        title={t('studioReview.list.conflictsFailed')}
        text={error.message}
        code={error.code}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined || data.conflicts.length === 0) return null;
  return (
    <Card title={t('studioReview.list.conflicts')} note={data.conflicts.length.toLocaleString('en-US')}>
      <p className="sr-note">{t('studioReview.list.conflictsHelp')}</p>
      {data.conflicts.map((conflict) => (
        <UpgradeConflict key={`${conflict.artifact} ${conflict.path}`} conflict={conflict} />
      ))}
    </Card>
  );
}

function UpgradeConflict({ conflict }: { readonly conflict: DefinitionConflictView }) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<'customized' | 'base'>();
  const { artifact, path, before, base, customized } = conflict;
  const place = describePlace(artifact, path);
  const settle = (use: 'customized' | 'base') => {
    setChosen(use);
    settleConflict(conflict, use)
      .then(
        () =>
          showNotice({ kind: 'ok', text: t(use === 'base' ? 'studioReview.list.replaced' : 'studioReview.list.stays', { path: place }) }),
        (error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) }),
      )
      .finally(() => {
        setChosen(undefined);
        void queries.invalidateQueries({ queryKey: queryKeys.definitionState() });
        void queries.invalidateQueries({ queryKey: queryKeys.allDefinitions() });
      });
  };
  return (
    <ConflictChoice
      legend={place}
      before={before}
      sides={[
        { id: 'customized', label: t('studioReview.list.keepOwn'), value: customized },
        { id: 'base', label: t('studioReview.list.useNew'), value: base },
      ]}
      chosen={chosen}
      isBusy={chosen !== undefined}
      onChoose={settle}
    />
  );
}
