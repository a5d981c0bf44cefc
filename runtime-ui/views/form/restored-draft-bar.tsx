import { History } from 'lucide-react';
import { useState } from 'react';
import type { RecordForm } from '../../headless/index.ts';
import { Button, ConfirmDialog, Icon, t } from '../../kit/index.ts';

/** The bar over a form that was restored from a local draft: the time of the draft, and a button to start over. */
export function RestoredDraftBar({ form, onSave }: { readonly form: RecordForm; readonly onSave: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  if (form.restored === undefined) return null;
  const {
    redactedFields,
    restored: { at, hasUnconfirmedSave },
  } = form;
  const fields = redactedFields.map(({ label }) => label).join(', ');
  const time = new Date(at).toLocaleString('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
  return (
    <div role="status" className="mv-restored-draft">
      <Icon of={History} />
      <span className="mv-restored-draft-text">
        {t(hasUnconfirmedSave ? 'views.form.restoredUnconfirmed' : 'views.form.restored', { time })}
      </span>
      {redactedFields.length > 0 && <strong>{t('views.form.withheld', { count: redactedFields.length, fields })}</strong>}
      {redactedFields.length > 0 && (
        <Button size="sm" onClick={form.discardRedacted}>
          {t('views.form.leaveOut', { count: redactedFields.length })}
        </Button>
      )}
      {hasUnconfirmedSave && redactedFields.length === 0 && (
        <Button size="sm" variant="primary" loading={form.isSaving} onClick={onSave}>
          {t('actions.tryAgain')}
        </Button>
      )}
      <Button size="sm" onClick={() => setConfirming(true)}>
        {t('views.form.startOver')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        danger
        title={t('views.form.startOverTitle')}
        text={t('views.form.startOverText')}
        confirmLabel={t('views.form.startOver')}
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          form.restart();
        }}
      />
    </div>
  );
}
