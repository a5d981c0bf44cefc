import type { ReactNode } from 'react';
import { Button, Dialog, t, type DialogSize } from '../../kit/index.ts';
import { SchemaForm } from './schema-form.tsx';
import { useSchemaForm, type SchemaFormOptions } from './use-schema-form.ts';

export interface SchemaFormDialogProps extends SchemaFormOptions {
  readonly title: string;
  readonly size?: DialogSize;
  /** The label of the button that saves. */
  readonly submitLabel: string;
  /** Left of the buttons: what the save does. A refusal of the server takes its place. */
  readonly consequences?: ReactNode;
  readonly onClose: () => void;
}

/** A dialog with a form that a JSON Schema describes. */
export function SchemaFormDialog({ title, size = 'choice', submitLabel, consequences, onClose, ...options }: SchemaFormDialogProps) {
  const form = useSchemaForm(options);
  const actions = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
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
      onCancel={onClose}
      dirty={form.isDirty}
      actions={actions}
      consequences={refusal || consequences}
    >
      <SchemaForm form={form} />
    </Dialog>
  );
}
