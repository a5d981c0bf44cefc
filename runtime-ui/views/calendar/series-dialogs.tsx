import { useNavigate } from 'react-router';
import { moduleRoute, recordRoute, useInvalidateRecords, useSession } from '../../client/index.ts';
import {
  buildSeparateRecord,
  dayOfValue,
  deleteOccurrences,
  moveOccurrence,
  type CalendarEntry,
  type SeriesScope,
} from '../../headless/calendar/index.ts';
import { showNotice, t } from '../../kit/index.ts';
import { useCalendarContext } from './calendar-context.ts';
import { formatWeekdayDate } from './calendar-format.ts';
import { entryTitle } from './entry-format.ts';
import type { EntryMove } from './entry-mover.tsx';
import { ScopeDialog } from './scope-dialog.tsx';

/** Asks which occurrences are moved, and moves them. */
export function SeriesMover({
  move,
  onSaved,
  onBack,
}: {
  readonly move: EntryMove;
  readonly onSaved: () => void;
  readonly onBack: () => void;
}) {
  const { module, fields, ...work } = useCalendarContext();
  const invalidate = useInvalidateRecords();
  const { entry, values } = move;
  const name = entryTitle({ module }, entry);
  const save = async (scope: SeriesScope) => {
    await moveOccurrence({ module, fields, entry }, scope, values);
    onSaved();
    const day = dayOfValue(fields, values[fields.field.fieldName] ?? entry.record[fields.field.fieldName]);
    showNotice({ kind: 'ok', text: t('calendar.moved', { name, day: day === undefined ? work.today : formatWeekdayDate(day) }) });
    await invalidate([module.name]);
  };
  return <ScopeDialog entry={entry} title={t('calendar.moveTitle', { name })} onChoose={save} onCancel={onBack} />;
}

/** Asks which occurrences are edited, and opens their form. */
export function SeriesEditor({ entry, onClose }: { readonly entry: CalendarEntry; readonly onClose: () => void }) {
  const { module, fields } = useCalendarContext();
  const user = useSession((session) => session.user);
  const navigate = useNavigate();
  const edit = async (scope: SeriesScope) => {
    if (scope === 'all') await navigate(`${recordRoute(module.name, entry.record._id, user)}/edit`);
    else {
      const prefill = await buildSeparateRecord({ module, fields, entry }, scope);
      await navigate(`${moduleRoute(module.name, user)}/new`, { state: { prefill } });
    }
  };
  return (
    <ScopeDialog
      entry={entry}
      title={t('calendar.editTitle', { name: entryTitle({ module }, entry) })}
      onChoose={edit}
      onCancel={onClose}
    />
  );
}

/** Asks which occurrences are deleted, and deletes them. */
export function SeriesRemover({ entry, onClose }: { readonly entry: CalendarEntry; readonly onClose: () => void }) {
  const { module, fields } = useCalendarContext();
  const invalidate = useInvalidateRecords();
  const name = entryTitle({ module }, entry);
  const remove = async (scope: SeriesScope) => {
    await deleteOccurrences({ module, fields, entry }, scope);
    onClose();
    showNotice({ kind: 'ok', text: t('calendar.deleted', { name }) });
    await invalidate([module.name]);
  };
  return <ScopeDialog entry={entry} title={t('calendar.deleteTitle', { name })} onChoose={remove} onCancel={onClose} />;
}
