import type { FieldView, ModuleView } from '#engine/model/wire';
import { lowercaseLabel, type JsonValue } from '#engine/model/values';
import { findErrorDialog } from '../../extensions/index.ts';
import { formatValue } from '../../fields/values/index.ts';
import { useFieldMove, type EditedRecord, type FieldMove, type MoveProblem, type SavedField } from '../../headless/inline/index.ts';
import { Dialog, t } from '../../kit/index.ts';
import { FieldUpdateForm } from './field-update-form.tsx';

/** Label of the button that sets a field to this value. */
export function updateLabel(module: ModuleView, field: FieldView, value: JsonValue | undefined): string {
  const words = formatValue(module, field, value);
  return words === '' ? t('transition.empty', { field: lowercaseLabel(field.label) }) : t('transition.moveTo', { value: words });
}

interface FieldUpdateDialogProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly record: EditedRecord;
  readonly value: JsonValue | undefined;
  /** A problem that is known in advance; absent: the update is sent at once. */
  readonly problem?: MoveProblem | undefined;
  readonly onSaved: (save: SavedField) => void;
  readonly onCancel: () => void;
  readonly onTheirs: () => void;
}

/** Sends a new value of a field. Nothing is shown unless there is a problem: then a dialog shows it and requests the missing values. */
export function FieldUpdateDialog({ module, field, record, value, problem, onSaved, onCancel, onTheirs }: FieldUpdateDialogProps) {
  const move = useFieldMove({ module, field, record, value, problem, onSaved });
  if (move.problem === undefined) return null;
  if (hasErrorDialog(move))
    return (
      <PluginErrorDialog
        module={module}
        field={field}
        record={record}
        value={value}
        update={move}
        onCancel={onCancel}
        onTheirs={onTheirs}
      />
    );
  return (
    <Dialog opened title={updateLabel(module, field, value)} size="confirm" onCancel={onCancel} dirty>
      <FieldUpdateForm
        module={module}
        field={field}
        record={record}
        value={value}
        update={move}
        problem={move.problem}
        label={updateLabel(module, field, value)}
        cancelLabel={t('transition.cancel')}
        onCancel={onCancel}
        onTheirs={onTheirs}
      />
    </Dialog>
  );
}

/** Whether a plugin has a dialog for the error. */
export function hasErrorDialog({ error, problem }: FieldMove): boolean {
  return problem?.kind !== 'conflict' && error !== undefined && findErrorDialog(error.code) !== undefined;
}

/** The plugin's dialog for the error. */
export function PluginErrorDialog({
  module,
  field,
  record,
  value,
  update,
  onCancel,
  onTheirs,
}: Pick<FieldUpdateDialogProps, 'module' | 'field' | 'record' | 'value' | 'onCancel' | 'onTheirs'> & { readonly update: FieldMove }) {
  const { error } = update;
  const Refused = error && findErrorDialog(error.code);
  if (Refused === undefined || error === undefined) return null;
  return (
    <Refused
      error={error.body}
      module={module}
      draft={{ ...record, [field.fieldName]: value }}
      recordId={record._id}
      retry={({ fields, ...options }) => update.send(fields, options)}
      cancel={onCancel}
      goToRecord={onTheirs}
    />
  );
}
