import { History } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ChangeSetView, ChangeView } from '#engine/model/wire';
import { Button, t } from '../../../kit/index.ts';
import { ConversionPanel } from './conversion-panel.tsx';
import { DefinitionDiff } from './definition-diff.tsx';
import { ReplacementPanel } from './replacement-panel.tsx';
import { RevertDialog } from './revert-dialog.tsx';
import { ReviewHeader } from './review-header.tsx';

/** A published change-set: what it changed, and its revert. */
export function PublishedReview({ view }: { readonly view: ChangeSetView }) {
  const [params, setParams] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const isReverting = isOpen || params.has('revert');
  const close = () => {
    setOpen(false);
    if (params.has('revert')) setParams({}, { replace: true });
  };
  const { conversion, replacement } = view;
  const canRevert = view.state === 'published' && (conversion === null || conversion.state === 'done');
  return (
    <div className="sr-page">
      <ReviewHeader
        view={view}
        actions={
          canRevert && (
            <Button icon={History} onClick={() => setOpen(true)}>
              {t('studioReview.revert.action')}
            </Button>
          )
        }
      />
      <div className="sr-main">
        {conversion !== null && <ConversionPanel view={view} conversion={conversion} />}
        {replacement !== null && <ReplacementPanel id={view._id} replacement={replacement} />}
        <p>
          <strong>{t('studioReview.count', { count: view.changes.length })}</strong>
        </p>
        {view.changes.map((change) => (
          <PublishedChange key={`${change.kind} ${change.id}`} change={change} />
        ))}
      </div>
      {canRevert && isReverting && <RevertDialog view={view} onClose={close} />}
    </div>
  );
}

function PublishedChange({ change: { kind, artifact, action, before, definition } }: { readonly change: ChangeView }) {
  const name = nameOf(definition ?? before) ?? artifact;
  return (
    <section className="sr-group" aria-label={name}>
      <header className="sr-group-head">
        <h2>{name}</h2>
        <span className="sr-note">{t(`studioReview.kind.${kind}`)}</span>
        <span className="sr-note">
          {action === 'added' && t('studioReview.page.added', { name })}
          {action === 'removed' && t('studioReview.page.removed', { name })}
        </span>
      </header>
      <DefinitionDiff label={name} before={before} after={definition} />
    </section>
  );
}

function nameOf(definition: ChangeView['definition']): string | undefined {
  return [definition?.['label'], definition?.['name']].find((one): one is string => typeof one === 'string');
}
