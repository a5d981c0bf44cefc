import type { ReactNode } from 'react';
import { formatFullDay, localDay } from '../../fields/values/index.ts';
import { groupBy } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';

/** An event of a record. */
export interface TimelineEntry {
  /** React key of the item, unique in the timeline. */
  readonly key: string;
  /** ISO time. */
  readonly at: string;
  /** An item of a list, such as {@link TimelineItem}. */
  readonly item: ReactNode;
}

/** Props of a timeline. */
interface TimelineProps {
  /** In any order. */
  readonly entries: readonly TimelineEntry[];
  /** Shown next to "Newest first". */
  readonly head?: ReactNode;
}

function dayTitle(day: string): string {
  const today = localDay(new Date());
  if (day === today) return t('views.record.today');
  return day === localDay(new Date(Date.now() - 86_400_000)) ? t('views.record.yesterday') : formatFullDay(day);
}

/** The events of a record by day, newest first. */
export function Timeline({ entries, head }: TimelineProps) {
  const sorted = [...entries].sort((one, two) => (one.at < two.at ? 1 : -1));
  return (
    <div className="mv-history">
      <div className="mv-history-head">
        {head}
        <p className="mv-history-order">{t('views.record.newest')}</p>
      </div>
      {groupBy(sorted, (entry) => localDay(new Date(entry.at))).map(([day, items]) => (
        <section key={day} aria-label={dayTitle(day)}>
          <h3 className="mv-history-day">{dayTitle(day)}</h3>
          <ol>{items.map((entry) => entry.item)}</ol>
        </section>
      ))}
    </div>
  );
}

/** Props of an event of a timeline. */
interface TimelineItemProps {
  /** A hue of the design tokens, such as 'green'. */
  readonly hue: string;
  /** An icon of 14 px. */
  readonly icon: ReactNode;
  /** ISO time. */
  readonly at: string;
  /** 'Jordan Avery called, 6 min'. */
  readonly head: ReactNode;
  /** The time as it is shown: '9:41 am'. */
  readonly time: string;
  /** Details below the head; default: none. */
  readonly children?: ReactNode;
}

/** One event of a timeline: icon, who did what, time, and details. */
export function TimelineItem({ hue, icon, at, head, time, children }: TimelineItemProps) {
  return (
    <li className="mv-history-item">
      <span className={`mv-history-mark ms-hue-${hue}`} aria-hidden>
        {icon}
      </span>
      <div className="mv-history-text">
        <p>
          {head} <time dateTime={at}>{time}</time>
        </p>
        {children}
      </div>
    </li>
  );
}
