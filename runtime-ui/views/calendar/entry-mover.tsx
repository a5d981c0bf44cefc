import type { RefObject } from 'react';
import type { FieldView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { useUserId } from '../../headless/index.ts';
import { useFieldMove, type EditedRecord, type SavedField } from '../../headless/inline/index.ts';
import { dayOfValue, type CalendarEntry } from '../../headless/calendar/index.ts';
import { t } from '../../kit/index.ts';
import { findMissingRequirement } from '../field-update/missing-requirement.ts';
import { hasErrorDialog, PluginErrorDialog } from '../field-update/field-update-dialog.tsx';
import { FieldUpdateForm } from '../field-update/field-update-form.tsx';
import { useSaveFeedback } from '../inline/use-save-feedback.ts';
import { EntryPopover } from './entry-popover.tsx';
import { useCalendarContext } from './calendar-context.ts';
import { formatWeekdayDate } from './calendar-format.ts';
import { entryTitle } from './entry-format.ts';

/** A pending move of an entry to other days. */
export interface EntryMove {
  /** The entry as it was loaded: its version is checked on save. */
  readonly entry: CalendarEntry;
  /** The field that is changed: start or end of the entry. */
  readonly field: FieldView;
  /** The new values: start and end. */
  readonly values: JsonObject;
  /** When it was saved, in epoch milliseconds; undefined: not saved yet. */
  readonly savedAt?: number;
}

interface EntryMoverProps {
  readonly box: RefObject<HTMLElement | null>;
  readonly move: EntryMove;
  readonly onSaved: () => void;
  /** Reverts the move. */
  readonly onBack: () => void;
}

/**
 * Saves an entry on its new day like an inline edit. If the save is refused, a popover at the entry shows the problem; the entry stays on
 * the new day until the move is reverted or the missing values are entered.
 */
export function EntryMover({ box, move, onSaved, onBack }: EntryMoverProps) {
  const work = useCalendarContext();
  const userId = useUserId();
  const { module, fields } = work;
  const { entry, field, values } = move;
  const { [field.fieldName]: value, ...extraFields } = values;
  const record: EditedRecord = entry.record;
  const name = entryTitle(work, entry);
  const { notify, drop } = useSaveFeedback(module);
  const notifyMoved = (save: SavedField) => {
    onSaved();
    const day = dayOfValue(fields, value);
    void notify(
      t(field.fieldName === fields.field.fieldName ? 'calendar.moved' : 'calendar.ended', {
        name,
        day: day === undefined ? '' : formatWeekdayDate(day),
      }),
      save,
    );
  };
  const theirs = () => {
    onBack();
    drop();
  };
  const update = useFieldMove({
    module,
    field,
    record,
    value,
    extraFields,
    problem: findMissingRequirement(module, field, record, value, userId),
    onSaved: notifyMoved,
  });
  if (update.problem === undefined) return null;
  if (hasErrorDialog(update))
    return (
      <PluginErrorDialog module={module} field={field} record={record} value={value} update={update} onCancel={onBack} onTheirs={theirs} />
    );
  const day = dayOfValue(fields, value);
  return (
    <EntryPopover box={box} id={entry.id} label={t('calendar.notMoved', { name })} width={340} onClose={onBack}>
      <FieldUpdateForm
        module={module}
        field={field}
        record={record}
        value={value}
        update={update}
        problem={update.problem}
        label={t('transition.moveTo', { value: day === undefined ? '' : formatWeekdayDate(day) })}
        cancelLabel={t('transition.putBack')}
        onCancel={onBack}
        onTheirs={theirs}
      />
    </EntryPopover>
  );
}
