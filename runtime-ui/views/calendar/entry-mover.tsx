import type { RefObject } from 'react';
import type { FieldView, JsonObject } from '#engine/model';
import { useUserId } from '../../headless/index.ts';
import { useFieldMove, type EditedRecord, type SavedField } from '../../headless/inline/index.ts';
import { dayOfValue, type CalendarEntry } from '../../headless/calendar/index.ts';
import { t } from '../../kit/index.ts';
import { gateTrouble } from '../ask/gate-trouble.ts';
import { hasOwnDialog, OwnDialog } from '../ask/move-field.tsx';
import { MoveForm } from '../ask/move-form.tsx';
import { useSavedField } from '../inline/use-saved-field.ts';
import { BesideEntry } from './beside-entry.tsx';
import { useCalendarWork } from './calendar-work.ts';
import { dayWords } from './calendar-words.ts';
import { nameOf } from './entry-words.ts';

/** An entry on its way to other days. */
export interface EntryMove {
  /** As it was read: what a save is held to. */
  readonly entry: CalendarEntry;
  /** The field that is moved: where the entry begins, or where it ends. */
  readonly field: FieldView;
  /** Its new values, the end with the begin. */
  readonly values: JsonObject;
  /** When it was saved, in epoch milliseconds; undefined: it is not yet. */
  readonly savedAt?: number;
}

interface EntryMoverProps {
  readonly box: RefObject<HTMLElement | null>;
  readonly move: EntryMove;
  readonly onSaved: () => void;
  /** Puts it back. */
  readonly onBack: () => void;
}

/** Saves an entry on its new day, as every edit in place is. What a rule refuses is said at the entry, which stays there until it is put back or what is missing was given. */
export function EntryMover({ box, move, onSaved, onBack }: EntryMoverProps) {
  const work = useCalendarWork();
  const userId = useUserId();
  const { module, fields } = work;
  const { entry, field, values } = move;
  const { [field.fieldName]: value, ...also } = values;
  const record: EditedRecord = entry.record;
  const name = nameOf(work, entry);
  const { say, drop } = useSavedField(module);
  const tell = (save: SavedField) => {
    onSaved();
    const day = dayOfValue(fields, value);
    void say(t(field.fieldName === fields.field.fieldName ? 'calendar.moved' : 'calendar.ended', { name, day: day === undefined ? '' : dayWords(day) }), save);
  };
  const theirs = () => {
    onBack();
    drop();
  };
  const sent = useFieldMove({ module, field, record, value, also, trouble: gateTrouble(module, field, record, value, userId), onSaved: tell });
  if (sent.trouble === undefined) return null;
  if (hasOwnDialog(sent)) return <OwnDialog module={module} field={field} record={record} value={value} move={sent} onCancel={onBack} onTheirs={theirs} />;
  const day = dayOfValue(fields, value);
  return (
    <BesideEntry box={box} id={entry.id} label={t('calendar.notMoved', { name })} width={340} onClose={onBack}>
      <MoveForm module={module} field={field} record={record} value={value} move={sent} trouble={sent.trouble} label={t('ask.moveTo', { value: day === undefined ? '' : dayWords(day) })} cancelLabel={t('ask.putBack')} onCancel={onBack} onTheirs={theirs} />
    </BesideEntry>
  );
}
