import { CalendarClock, Eye, Lock, Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { recordRoute, useSession } from '../../client/index.ts';
import { isAllowed, useUserId } from '../../headless/index.ts';
import { occurrenceOf, type CalendarEntry } from '../../headless/calendar/index.ts';
import { Menu, type MenuItem, t } from '../../kit/index.ts';
import { useCalendarContext } from './calendar-context.ts';
import { entryTitle } from './entry-format.ts';

/** The actions of an entry in a list. It is mounted by a click on its button and opens at once. */
export function EntryMenu({ entry, target }: { readonly entry: CalendarEntry; readonly target: ReactElement }) {
  const work = useCalendarContext();
  const user = useSession((session) => session.user);
  const userId = useUserId();
  const [opened, setOpened] = useState(true);
  const href = recordRoute(work.module.name, entry.record._id, user);
  const isBlocked = work.findMoveBlock(entry.record) !== undefined;
  const repeats = occurrenceOf(entry.record) !== undefined;
  const edit = repeats ? { onSelect: () => work.onSeries(entry, 'edit') } : { href: `${href}/edit` };
  const items: MenuItem[] = [
    { id: 'open', label: t('actions.open'), icon: Eye, href },
    ...(isAllowed(work.module, 'edit', entry.record, userId) ? [{ id: 'edit', label: t('views.record.edit'), icon: Pencil, ...edit }] : []),
    ...(repeats && isAllowed(work.module, 'delete', entry.record, userId)
      ? [{ id: 'delete', label: t('actions.delete'), icon: Trash2, onSelect: () => work.onSeries(entry, 'delete') }]
      : []),
    // If the entry cannot be moved, its popover shows the reason.
    {
      id: 'move',
      label: t('calendar.move'),
      icon: isBlocked ? Lock : CalendarClock,
      onSelect: () => (isBlocked ? work.onEntryOpen(entry) : work.onMoveDialog(entry)),
    },
  ];
  return (
    <Menu
      label={t('calendar.moreAbout', { name: entryTitle(work, entry) })}
      opened={opened}
      onChange={setOpened}
      groups={[{ id: 'entry', items }]}
      target={target}
    />
  );
}
