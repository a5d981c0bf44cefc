import { Ellipsis, Plus } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import { recordRoute, useSession } from '../../client/index.ts';
import { FieldValue, LabelledValue } from '../../fields/values/index.ts';
import { isEmptyValue, readValue, type LayoutItem } from '../../headless/index.ts';
import { hasTimes, type CalendarEntry } from '../../headless/calendar/index.ts';
import { Button, IconButton, SkeletonRows, t, TextLink } from '../../kit/index.ts';
import { LazyMenu } from '../list/lazy-menu.tsx';
import { useCalendarContext } from './calendar-context.ts';
import { formatLongDay } from './calendar-format.ts';
import type { CalendarDaysProps } from './day-grid.tsx';
import { EntryMenu } from './entry-menu.tsx';
import { entryTitle, formatShortEntryTime, findEntryStatus } from './entry-format.ts';

interface AgendaListProps extends Omit<CalendarDaysProps, 'position' | 'onGo'> {
  /** The fields that an entry shows in addition to its name and time. */
  readonly items: readonly LayoutItem[];
  /** Also shows days without entries. */
  readonly isWhole: boolean;
}

/** An entry in a list: time, name, status, up to three values, and its menu. */
function AgendaEntry({ entry, items }: { readonly entry: CalendarEntry; readonly items: readonly LayoutItem[] }) {
  const work = useCalendarContext();
  const user = useSession((session) => session.user);
  const { module, status } = work;
  const hue = findEntryStatus(work, entry)?.hue ?? 'gray';
  const name = entryTitle(work, entry);
  const filled = items.filter((item) => !isEmptyValue(readValue(entry.record, item.fieldName))).slice(0, 3);
  return (
    <li className={`mc-agenda-entry ms-hue-${hue}`}>
      <span className="mc-entry-stripe" aria-hidden />
      <span className="mc-agenda-when">{formatShortEntryTime(work, entry)}</span>
      <TextLink look="bare" className="mc-agenda-name" data-entry={entry.id} href={recordRoute(module.name, entry.record._id, user)}>
        {name}
      </TextLink>
      <span className="mc-agenda-status">
        {status && <FieldValue module={module} field={status} value={entry.record[status.fieldName]} />}
      </span>
      <span className="mc-agenda-more">
        {filled.map(
          (item) =>
            item.field && (
              <span key={item.fieldName} className="mv-card-value">
                <LabelledValue module={module} item={item} record={entry.record} />
              </span>
            ),
        )}
      </span>
      <LazyMenu
        button={<IconButton icon={Ellipsis} size="sm" label={t('calendar.moreAbout', { name })} />}
        menu={(button) => <EntryMenu entry={entry} target={button} />}
      />
    </li>
  );
}

/** The days as a list, each with the entries that start on it. */
export function AgendaList({ range, entries, notLoadedCounts, isLoading, label, items, isWhole }: AgendaListProps) {
  const work = useCalendarContext();
  const { module, today, canCreate } = work;
  const box = useRef<HTMLDivElement>(null);
  const byDay = useMemo(() => {
    const days = new Map<string, CalendarEntry[]>();
    for (const entry of entries) {
      // An entry that starts before the range is listed on its first day.
      const day = entry.first < range.first ? range.first : entry.first;
      if (entry.last >= range.first && day < range.end) days.set(day, [...(days.get(day) ?? []), entry]);
    }
    return days;
  }, [entries, range]);
  const days = range.days.filter((day) => isWhole || day === today || byDay.has(day) || (notLoadedCounts.get(day) ?? 0) > 0);
  const isReady = !isLoading;
  useEffect(() => {
    // Scrolls to today; earlier days are above it.
    if (isReady) box.current?.querySelector('[data-today]')?.scrollIntoView({ block: 'start' });
  }, [isReady, range.first]);
  if (isLoading) return <SkeletonRows rows={10} columns={2} height={44} />;
  return (
    <div
      ref={box}
      className="mc-agenda"
      data-timed={work.fields.end !== undefined || hasTimes(work.fields) || undefined}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      {days.map((day) => {
        const here = byDay.get(day) ?? [];
        const left = notLoadedCounts.get(day) ?? 0;
        return (
          <section key={day} data-today={day === today || undefined} aria-label={formatLongDay(day)}>
            <h3 className="mc-agenda-day">
              <span>{day === today ? `${t('views.record.today')}, ${formatLongDay(day)}` : formatLongDay(day)}</span>
              <span className="ms-count">{(here.length + left).toLocaleString('en-US')}</span>
              {canCreate && (
                <IconButton
                  icon={Plus}
                  size="sm"
                  label={t('calendar.createOn', { thing: lowercaseLabel(module.labelSingular), day: formatLongDay(day) })}
                  onClick={() => work.onCreate(day)}
                />
              )}
            </h3>
            {here.length > 0 && (
              <ul>
                {here.map((entry) => (
                  <AgendaEntry key={entry.id} entry={entry} items={items} />
                ))}
              </ul>
            )}
            {left > 0 && (
              <Button variant="quiet" size="sm" className="ms-link-button mc-agenda-left" onClick={() => work.onMore(day)}>
                {t('calendar.more', { count: left.toLocaleString('en-US') })}
              </Button>
            )}
          </section>
        );
      })}
    </div>
  );
}
