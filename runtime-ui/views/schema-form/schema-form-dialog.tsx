import { useState, type ReactNode } from 'react';
import { Button, ConfirmDialog, Dialog, t, type DialogSize } from '../../kit/index.ts';
import { useLeaveGuard } from '../form/use-leave-guard.tsx';
import { SchemaForm } from './schema-form.tsx';
import { useSchemaForm, type SchemaFormOptions } from './use-schema-form.ts';

/** Props of a dialog with a form that a JSON Schema describes. */
export interface SchemaFormDialogProps extends SchemaFormOptions {
  /** The heading. */
  readonly title: string;
  /** Below the heading; default: none. */
  readonly subtitle?: ReactNode;
  /** Its width; default `choice`. */
  readonly size?: DialogSize;
  /** The label of the button that saves. */
  readonly submitLabel: string;
  /** Left of the buttons: what the save does. A refusal of the server takes its place. */
  readonly consequences?: ReactNode;
  /** Above the form, such as what another user has changed. */
  readonly notice?: ReactNode;
  /** Asks before changes are discarded, also when the page is left. Needs a router. */
  readonly confirmsDiscard?: boolean;
  /** Called when it is cancelled. */
  readonly onClose: () => void;
}

/** Asks before the page with a changed form is left. */
function LeaveGuard({ isDirty, onLeave }: { readonly isDirty: boolean; readonly onLeave: () => void }) {
  return useLeaveGuard(isDirty, t('views.form.leaveText'), onLeave).dialog;
}

/** A dialog with a form that a JSON Schema describes. */
export function SchemaFormDialog({
  title,
  subtitle,
  size = 'choice',
  submitLabel,
  consequences,
  notice,
  confirmsDiscard = false,
  onClose,
  ...options
}: SchemaFormDialogProps) {
  const form = useSchemaForm(options);
  const [isAsking, setAsking] = useState(false);
  const cancel = () => (confirmsDiscard && form.isDirty ? setAsking(true) : onClose());
  const actions = (
    <>
      <Button onClick={cancel}>{t('actions.cancel')}</Button>
      <Button variant="primary" loading={form.isBusy} onClick={form.submit}>
        {submitLabel}
      </Button>
    </>
  );
  const refusal = form.failure !== undefined && (
    <span role="alert" className="mv-schema-refusal">
      {form.failure}
    </span>
  );
  return (
    <Dialog
      opened
      size={size}
      title={title}
      subtitle={subtitle}
      onCancel={cancel}
      dirty={form.isDirty}
      actions={actions}
      consequences={refusal || consequences}
    >
      {notice}
      <SchemaForm form={form} />
      {confirmsDiscard && <LeaveGuard isDirty={form.isDirty && !form.isBusy} onLeave={onClose} />}
      {isAsking && (
        <ConfirmDialog
          opened
          danger
          title={t('schemaForm.discardTitle')}
          text={t('schemaForm.discardText')}
          confirmLabel={t('schemaForm.discard')}
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        />
      )}
    </Dialog>
  );
}
