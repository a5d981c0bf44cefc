import { History } from 'lucide-react';
import { useState } from 'react';
import type { RecordForm } from '../../headless/index.ts';
import { Button, ConfirmDialog, Icon, t } from '../../kit/index.ts';

/** Over a form that was opened with what was typed before: since when, and the way to begin anew. */
export function RestoredBar({ form, onSave }: { readonly form: RecordForm; readonly onSave: () => void }) {
  const [asks, setAsks] = useState(false);
  if (form.restored === undefined) return null;
  const { withheld, restored: { at, isUnanswered } } = form;
  const fields = withheld.map(({ label }) => label).join(', ');
  const time = new Date(at).toLocaleString('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
  return (
    <div role="status" className="mv-restored">
      <Icon of={History} />
      <span className="mv-restored-text">{t(isUnanswered ? 'views.form.restoredUnanswered' : 'views.form.restored', { time })}</span>
      {withheld.length > 0 && <strong>{t('views.form.withheld', { count: withheld.length, fields })}</strong>}
      {withheld.length > 0 && <Button size="sm" onClick={form.leaveOut}>{t('views.form.leaveOut', { count: withheld.length })}</Button>}
      {isUnanswered && withheld.length === 0 && <Button size="sm" variant="primary" loading={form.isSaving} onClick={onSave}>{t('actions.tryAgain')}</Button>}
      <Button size="sm" onClick={() => setAsks(true)}>{t('views.form.startOver')}</Button>
      <ConfirmDialog opened={asks} danger title={t('views.form.startOverTitle')} text={t('views.form.startOverText')} confirmLabel={t('views.form.startOver')} onCancel={() => setAsks(false)} onConfirm={() => { setAsks(false); form.restart(); }} />
    </div>
  );
}
