import type { FieldView, JsonValue, ModuleView } from '#engine/model';
import { findErrorDialog } from '../../extensions/index.ts';
import { formatValue } from '../../fields/values/index.ts';
import { useFieldMove, type EditedRecord, type FieldMove, type MoveTrouble, type SavedField } from '../../headless/inline/index.ts';
import { Dialog, inSentence, t } from '../../kit/index.ts';
import { MoveForm } from './move-form.tsx';

/** What a button says that gives a field this value. */
export function moveLabel(module: ModuleView, field: FieldView, value: JsonValue | undefined): string {
  const words = formatValue(module, field, value);
  return words === '' ? t('ask.empty', { field: inSentence(field.label) }) : t('ask.moveTo', { value: words });
}

interface MoveFieldProps {
  readonly module: ModuleView;
  readonly field: FieldView;
  readonly record: EditedRecord;
  readonly value: JsonValue | undefined;
  /** What is known to stand in its way; absent: it is sent at once. */
  readonly trouble?: MoveTrouble | undefined;
  readonly onSaved: (save: SavedField) => void;
  readonly onCancel: () => void;
  readonly onTheirs: () => void;
}

/** Sends a new value of a field; nothing shows unless something stands in its way: then a dialog says what, and asks for it. */
export function MoveField({ module, field, record, value, trouble, onSaved, onCancel, onTheirs }: MoveFieldProps) {
  const move = useFieldMove({ module, field, record, value, trouble, onSaved });
  if (move.trouble === undefined) return null;
  if (hasOwnDialog(move)) return <OwnDialog module={module} field={field} record={record} value={value} move={move} onCancel={onCancel} onTheirs={onTheirs} />;
  return (
    <Dialog opened title={moveLabel(module, field, value)} size="confirm" onCancel={onCancel} dirty>
      <MoveForm module={module} field={field} record={record} value={value} move={move} trouble={move.trouble} label={moveLabel(module, field, value)} cancelLabel={t('ask.cancel')} onCancel={onCancel} onTheirs={onTheirs} />
    </Dialog>
  );
}

/** Whether a plugin has a dialog for what was refused. */
export function hasOwnDialog({ error, trouble }: FieldMove): boolean {
  return trouble?.kind !== 'conflict' && error !== undefined && findErrorDialog(error.code) !== undefined;
}

/** The dialog that a plugin brings for what was refused. */
export function OwnDialog({ module, field, record, value, move, onCancel, onTheirs }: Pick<MoveFieldProps, 'module' | 'field' | 'record' | 'value' | 'onCancel' | 'onTheirs'> & { readonly move: FieldMove }) {
  const { error } = move;
  const Refused = error && findErrorDialog(error.code);
  if (Refused === undefined || error === undefined) return null;
  return <Refused error={error.body} module={module} draft={{ ...record, [field.fieldName]: value }} recordId={record._id} retry={({ fields, ...options }) => move.send(fields, options)} cancel={onCancel} leaveTo={onTheirs} />;
}
