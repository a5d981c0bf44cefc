import { Pencil } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { findCellSlot } from '../../extensions/index.ts';
import { FieldValue } from '../../fields/values/index.ts';
import { readValue, useUserId, type LayoutItem } from '../../headless/index.ts';
import { isReadOnlyByLayout, isReadOnlyByRule, isInlineEditable, isLocked, type EditedRecord } from '../../headless/inline/index.ts';
import { IconButton, t } from '../../kit/index.ts';
import { ExplainedLock } from '../dialogs/explained-lock.tsx';
import { FieldEditor, type EditStep } from './field-editor.tsx';
import { useSaveFeedback } from './use-save-feedback.ts';

interface InlineFieldProps {
  readonly module: ModuleView;
  readonly item: LayoutItem;
  readonly record: EditedRecord;
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  readonly onClose: (step: EditStep) => void;
  readonly isWide?: boolean;
  /** False: no lock is shown at a field that the user may not change. Default true. */
  readonly hasLock?: boolean;
  /** Shown next to the value, such as who else edits it. */
  readonly note?: ReactNode;
}

function Value({ module, item, record }: Pick<InlineFieldProps, 'module' | 'item' | 'record'>) {
  const value = readValue(record, item.fieldName);
  if (item.field === undefined) return null;
  const Slot = item.part === undefined ? findCellSlot(module.name, item.field) : undefined;
  if (Slot) return <Slot field={item.field} value={value} module={module} record={record} />;
  return <FieldValue module={module} field={item.field} value={value} look="detail" isPart={item.part !== undefined} record={record} />;
}

/** A value with its label and inline editing: by its pencil, or by a double click. */
export function InlineField({ module, item, record, isEditing, onEdit, onClose, isWide = false, hasLock = true, note }: InlineFieldProps) {
  const { notifyFieldSaved, drop } = useSaveFeedback(module);
  const userId = useUserId();
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    // Returns the focus to the pencil, unless it moved to another field.
    if (wasEditing.current && !isEditing && (document.activeElement === document.body || document.activeElement === null))
      pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const canEdit = isInlineEditable(module, item, record, userId);
  const lock =
    hasLock && !canEdit && item.field !== undefined && isLocked(module, item.field, item.layout, record, userId) ? (
      <ExplainedLock
        className="mi-pencil"
        module={module}
        field={item.field}
        recordId={record._id}
        isReadOnlyByRule={isReadOnlyByRule(module, item.field, record, userId)}
        isReadOnlyInLayout={isReadOnlyByLayout(module, item.field, item.layout, record, userId)}
      />
    ) : null;
  return (
    <div
      className={`mv-field mi-field ${isWide ? 'mv-field-wide' : ''}`}
      data-editing={isEditing || undefined}
      onDoubleClick={canEdit && !isEditing ? onEdit : undefined}
    >
      <dt>{item.label}</dt>
      <dd>
        {isEditing && item.field !== undefined ? (
          <FieldEditor
            module={module}
            field={item.field}
            record={record}
            onSaved={(save) => notifyFieldSaved(item.label, save)}
            onTheirs={drop}
            onClose={onClose}
          />
        ) : (
          <>
            <div>
              <Value module={module} item={item} record={record} />
            </div>
            {note}
            {lock}
            {canEdit && (
              <IconButton
                ref={pencil}
                className="mi-pencil"
                icon={Pencil}
                size="xs"
                label={t('work.inline.edit', { field: item.label })}
                onClick={onEdit}
              />
            )}
          </>
        )}
      </dd>
    </div>
  );
}
