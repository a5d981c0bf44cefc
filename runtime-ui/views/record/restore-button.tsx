import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { createIdempotentSend, invalidateRecords, getErrorMessage, updateRecord } from '../../client/index.ts';
import { isAllowed, isOwnRecord, isSameValue, isWritable, toWireValue, useUserId, type RecordValues } from '../../headless/index.ts';
import { IconButton, showNotice, t } from '../../kit/index.ts';
import { ExplainedLock } from '../dialogs/explained-lock.tsx';
import { offerUndo } from '../bulk/offer-undo.ts';

interface RestoreButtonProps {
  readonly module: ModuleView;
  readonly record: RecordValues & { readonly _id: string };
  readonly field: FieldView;
  readonly value: JsonValue;
  /** The value as text. */
  readonly text: string;
}

/** Restores the previous value of a field, if the user may edit it: a normal save with undo. */
export function RestoreButton({ module, record, field, value, text }: RestoreButtonProps) {
  const client = useQueryClient();
  const userId = useUserId();
  const [once] = useState(createIdempotentSend);
  const restore = useMutation({
    mutationFn: () => {
      const fields = { [field.fieldName]: toWireValue(field, value), _version: record._version };
      return once(fields, (idempotencyKey) => updateRecord(module.path, record._id, fields, { idempotencyKey }));
    },
    onSuccess: ({ batchId }) => {
      if (batchId !== undefined)
        offerUndo({ client, module, batchId, text: t('views.record.restored', { field: field.label, value: text }) });
    },
    onError: (error) => showNotice({ kind: 'error', text: getErrorMessage(error) }),
    onSettled: () => invalidateRecords(client, [module.name]),
  });
  // The history of a sensitive field contains no values, and system fields cannot be set.
  const isPossible =
    field.sensitive !== true && field.deleted !== true && !field.system && field.readOnly !== true && field.inputType !== 'AutoIncrement';
  if (!isPossible || isSameValue(field, record[field.fieldName], value)) return null;
  const mayRestore = isAllowed(module, 'edit', record, userId) && isWritable(field, isOwnRecord(record, userId));
  if (!mayRestore)
    return (
      <ExplainedLock
        className="mv-restore"
        module={module}
        field={field}
        recordId={record._id}
        label={t('views.record.cannotRestore', { field: field.label, value: text })}
      />
    );
  return (
    <IconButton
      icon={RotateCcw}
      size="xs"
      className="mv-restore"
      aria-busy={restore.isPending}
      label={t('views.record.restoreThis', { field: field.label, value: text })}
      onClick={() => {
        if (!restore.isPending) restore.mutate();
      }}
    />
  );
}
