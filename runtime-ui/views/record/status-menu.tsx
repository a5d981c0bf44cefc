import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { lowercaseLabel, type JsonValue } from '#engine/model/values';
import { FieldValue } from '../../fields/values/index.ts';
import { findDropdown, isEmptyValue, useUserId } from '../../headless/index.ts';
import {
  isInlineEditable,
  isLocked,
  isReadOnlyByRule,
  type EditedRecord,
  type MoveProblem,
  type SavedField,
} from '../../headless/inline/index.ts';
import { LazyBoundary, Icon, Kbd, createLazyComponent, Menu, StatusPill, t, type MenuItem } from '../../kit/index.ts';
import { findRequirement } from '../field-update/find-requirement.ts';
import { findMissingRequirement } from '../field-update/missing-requirement.ts';
import { ExplainedLock } from '../dialogs/explained-lock.tsx';
import { useSaveFeedback } from '../inline/use-save-feedback.ts';
import { usePageActions } from '../page-actions.ts';
import { usePageShortcuts } from '../use-page-shortcuts.ts';

// Lazy: most status changes have no additional requirements.
const FieldUpdateDialog = createLazyComponent(async () => (await import('../field-update/field-update-dialog.tsx')).FieldUpdateDialog);

interface StatusMenuProps {
  readonly module: ModuleView;
  readonly record: EditedRecord;
  /** The status field of the record. */
  readonly field: FieldView;
}

interface Chosen {
  /** Number of choices so far, used as a key so that each choice mounts a new dialog. */
  readonly turn: number;
  readonly value: JsonValue | undefined;
  readonly problem: MoveProblem | undefined;
}

/** The values that the record can be moved to, each with its requirement. */
function buildStatusItems(
  module: ModuleView,
  field: FieldView,
  record: EditedRecord,
  onChoose: (value: string | undefined) => void,
): MenuItem[] {
  const options = (findDropdown(module, field)?.options ?? []).filter(
    (option) => option.retired !== true && option.value !== record[field.fieldName],
  );
  const items = options.map(({ value, label, hue }) => ({
    id: value,
    label: hue === undefined ? label : <StatusPill label={label} hue={hue} />,
    trailing: findRequirement(module, field, value, record)?.hint,
    onSelect: () => onChoose(value),
  }));
  const canEmpty = field.required !== true && !isEmptyValue(record[field.fieldName]);
  return canEmpty
    ? [...items, { id: '', label: t('transition.empty', { field: lowercaseLabel(field.label) }), onSelect: () => onChoose(undefined) }]
    : items;
}

/** The status next to the name, with a menu of target values and their requirements. A click saves; missing values are requested first. */
export function StatusMenu({ module, record, field }: StatusMenuProps) {
  const { notifyFieldSaved, drop } = useSaveFeedback(module);
  const userId = useUserId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Chosen | undefined>(undefined);
  const canEdit = isInlineEditable(module, { field, layout: { fieldName: field.fieldName } }, record, userId);
  const open = () => setOpen(true);
  const label = t('views.record.changeStatus', { field: field.label });
  usePageShortcuts({ s: canEdit ? open : undefined });
  usePageActions(canEdit ? [{ id: 'status', label, run: open }] : []);
  const value = <FieldValue module={module} field={field} value={record[field.fieldName]} />;
  if (!canEdit) {
    const lock = isLocked(module, field, { fieldName: field.fieldName }, record, userId) && (
      <ExplainedLock
        module={module}
        field={field}
        recordId={record._id}
        isReadOnlyByRule={isReadOnlyByRule(module, field, record, userId)}
      />
    );
    return isEmptyValue(record[field.fieldName]) ? null : (
      <span className="mv-locked">
        {value}
        {lock}
      </span>
    );
  }
  const choose = (next: string | undefined) =>
    setChosen((before) => ({
      turn: (before?.turn ?? 0) + 1,
      value: next,
      problem: findMissingRequirement(module, field, record, next, userId),
    }));
  const end = () => {
    setChosen(undefined);
    button.current?.focus();
  };
  const onSaved = (save: SavedField) => {
    end();
    notifyFieldSaved(field.label, save);
  };
  const onTheirs = () => {
    end();
    drop();
  };
  const target = (
    <button ref={button} type="button" className="mv-status" aria-label={label} title={label}>
      {value}
      <Icon of={ChevronDown} size={14} />
    </button>
  );
  return (
    <>
      <Menu
        target={target}
        label={label}
        width={300}
        position="bottom-start"
        opened={isOpen}
        onChange={setOpen}
        groups={[
          { id: 'targets', label: t('transition.moveOn'), hint: <Kbd>S</Kbd>, items: buildStatusItems(module, field, record, choose) },
        ]}
      />
      {chosen !== undefined && (
        <LazyBoundary fallback={null}>
          <FieldUpdateDialog
            key={chosen.turn}
            module={module}
            field={field}
            record={record}
            value={chosen.value}
            problem={chosen.problem}
            onSaved={onSaved}
            onCancel={end}
            onTheirs={onTheirs}
          />
        </LazyBoundary>
      )}
    </>
  );
}
