import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { useSession } from '../../client/index.ts';
import { relateName, textOf } from '../../fields/values/index.ts';
import { findField, isOwnRecord, isReadable, layoutItems, readRelate, useUserId } from '../../headless/index.ts';
import { isInlineEditable, isLocked, isReadOnlyByRule, type EditedRecord, type SavedField } from '../../headless/inline/index.ts';
import { Avatar, LazyBoundary, Button, Icon, createLazyComponent, t } from '../../kit/index.ts';
import { findMissingRequirement } from '../field-update/missing-requirement.ts';
import { ExplainedLock } from '../dialogs/explained-lock.tsx';
import { FieldEditor } from '../inline/field-editor.tsx';
import { useSaveFeedback } from '../inline/use-save-feedback.ts';
import { usePageActions } from '../page-actions.ts';

const FieldUpdateDialog = createLazyComponent(async () => (await import('../field-update/field-update-dialog.tsx')).FieldUpdateDialog);

const OWNER = 'assigned_to';

interface OwnerProps {
  readonly module: ModuleView;
  readonly record: EditedRecord;
}

/**
 * The owner field, if the layout of the module contains it or the record has a value for it. An owner whom the user may neither see nor
 * change is left out.
 */
export function findOwnerField(module: ModuleView, record: EditedRecord, userId: string | undefined): FieldView | undefined {
  const field = findField(module, OWNER);
  if (field === undefined || !isReadable(field, record, userId)) return undefined;
  const owner = readRelate(record[OWNER]);
  if (owner !== undefined && 'hidden' in owner && !isInlineEditable(module, { field, layout: { fieldName: OWNER } }, record, userId))
    return undefined;
  return owner !== undefined || layoutItems(module, 'detail').some((item) => item.fieldName === OWNER) ? field : undefined;
}

function OwnerName({ value }: { readonly value: JsonValue | undefined }) {
  const owner = readRelate(value);
  const name = owner !== undefined && 'name' in owner ? textOf(owner.name) : '';
  if (owner === undefined) return <span className="ms-muted">{t('views.record.unassigned')}</span>;
  if ('hidden' in owner) return <span className="ms-muted">{relateName(owner)}</span>;
  return (
    <>
      <Avatar name={name} size={18} /> <span className="ms-clip">{name}</span>
    </>
  );
}

/** Assigns the record to the current user; missing requirements are requested like for any inline edit. */
function AssignToMe({ module, record, field }: OwnerProps & { readonly field: FieldView }) {
  const [attempt, setTurn] = useState(0);
  const { notifyFieldSaved, drop } = useSaveFeedback(module);
  const user = useSession((session) => session.user);
  const assign = () => setTurn((before) => before + 1);
  usePageActions([{ id: 'assign-to-me', label: t('views.record.assignToMe'), run: assign }]);
  if (user === null) return null;
  const me = { _id: user._id, name: `${user.first_name} ${user.last_name}`.trim() };
  const end = () => setTurn(0);
  const onSaved = (save: SavedField) => {
    end();
    notifyFieldSaved(field.label, save);
  };
  return (
    <>
      <Button size="xs" variant="quiet" className="ms-link-button" onClick={assign}>
        {t('views.record.assignToMe')}
      </Button>
      {attempt > 0 && (
        <LazyBoundary fallback={null}>
          <FieldUpdateDialog
            key={attempt}
            module={module}
            field={field}
            record={record}
            value={me}
            problem={findMissingRequirement(module, field, record, me, user._id)}
            onSaved={onSaved}
            onCancel={end}
            onTheirs={() => {
              end();
              drop();
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
}

/** The owner in the record header; a click edits it inline if the user may. */
export function OwnerField({ module, record, field }: OwnerProps & { readonly field: FieldView }) {
  const userId = useUserId();
  const { notifyFieldSaved, drop } = useSaveFeedback(module);
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const value = record[OWNER];
  if (isEditing)
    return (
      <div className="mv-owner-edit">
        <FieldEditor
          module={module}
          field={field}
          record={record}
          onSaved={(save) => notifyFieldSaved(field.label, save)}
          onTheirs={drop}
          onClose={() => setEditing(false)}
        />
      </div>
    );
  if (!isInlineEditable(module, { field, layout: { fieldName: OWNER } }, record, userId)) {
    return (
      <span className="mv-owner">
        <OwnerName value={value} />
        {isLocked(module, field, { fieldName: OWNER }, record, userId) && (
          <ExplainedLock
            module={module}
            field={field}
            recordId={record._id}
            isReadOnlyByRule={isReadOnlyByRule(module, field, record, userId)}
          />
        )}
      </span>
    );
  }
  const label = t('views.record.changeStatus', { field: field.label });
  return (
    <span className="mv-owner">
      <button ref={button} type="button" className="mv-owner-button" aria-label={label} title={label} onClick={() => setEditing(true)}>
        <OwnerName value={value} />
        <Icon of={ChevronDown} size={14} />
      </button>
      {!isOwnRecord(record, userId) && <AssignToMe module={module} record={record} field={field} />}
    </span>
  );
}
