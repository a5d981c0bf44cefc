import { useParams } from 'react-router';
import type { DefinitionKind } from '#engine/model/definitions';
import { Button, EmptyState, ErrorState, PageHeader, SkeletonRows, t, usePageTitle } from '../../../kit/index.ts';
import { useDefinition } from '../draft/use-definition.ts';
import { lockOf, LockNotice } from '../modules/module-lock.tsx';
import { DefinitionEditor } from './definition-editor.tsx';

/** Not imported: the file with the list has the schemas too. */
const KINDS: readonly DefinitionKind[] = ['module', 'layout', 'dropdown', 'role', 'setting', 'menu', 'workflow'];

/** `/admin/studio/json/:kind/:id`: a definition of the open draft as JSON. */
export function JsonPage() {
  const { kind = '', id = '' } = useParams();
  const known = KINDS.find((one) => one === kind);
  if (known === undefined) return <EmptyState title={t('studioReview.json.failedToLoad')} />;
  return <JsonView key={`${kind}/${id}`} kind={known} id={id} />;
}

function JsonView({ kind, id }: { readonly kind: DefinitionKind; readonly id: string }) {
  const { written: definition, detail, action, problems, isLoading, error, retry, change, discard } = useDefinition(kind, id);
  const label = [definition?.['label'], definition?.['name'], detail?.label].find((one): one is string => typeof one === 'string') ?? id;
  const title = t('studioReview.json.title', { name: label });
  usePageTitle(title);
  const lock = kind === 'module' ? lockOf(definition, detail) : undefined;
  return (
    <>
      <PageHeader title={title} note={t(`studioReview.kind.${kind}`)} />
      <LockNotice lock={lock} />
      <div className="ms-page">
        {isLoading ? (
          <SkeletonRows rows={10} columns={1} height={24} />
        ) : definition !== undefined ? (
          <DefinitionEditor kind={kind} value={definition} isReadOnly={lock !== undefined} onChange={change} problems={problems} />
        ) : action === 'removed' ? (
          <EmptyState
            title={t('studioReview.json.removed')}
            actions={<Button onClick={discard}>{t('studioReview.json.restore')}</Button>}
          />
        ) : (
          <ErrorState
            title={t('studioReview.json.failedToLoad')}
            text={error?.message ?? ''}
            {...(error && { code: error.code })}
            onRetry={retry}
          />
        )}
      </div>
    </>
  );
}
