import { CalendarClock, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatFullInstant } from '../../fields/values/index.ts';
import { Avatar, Icon, t } from '../../kit/index.ts';
import type { CardContent } from './card-content.ts';

/**
 * The content of a card: name and owner, up to two lines, and a footer with an amount, a date, and the reason or the time since the last
 * change.
 */
export function CardBody({
  content,
  name,
  tools,
}: {
  readonly content: CardContent;
  readonly name: ReactNode;
  readonly tools?: ReactNode;
}) {
  const { lines, amount, date, age, owner, reason } = content;
  return (
    <>
      <div className="mk-card-head">
        {name}
        {owner !== '' && (
          <span className="mk-owner" title={t('board.owner', { name: owner })}>
            <Avatar name={owner} size={20} />
            <span className="ms-visually-hidden">{t('board.owner', { name: owner })}</span>
          </span>
        )}
      </div>
      {lines.map((line) => (
        <p key={line} className="mk-line ms-clip">
          {line}
        </p>
      ))}
      <div className="mk-foot">
        {amount !== '' && <span className="ms-tabular">{amount}</span>}
        {date !== undefined && (
          <span
            className="mk-date ms-tabular"
            data-late={date.daysLate > 0 || undefined}
            data-today={date.isToday || undefined}
            title={date.label}
          >
            <Icon of={date.daysLate > 0 ? Clock : CalendarClock} size={14} />
            <span className="ms-visually-hidden">{date.label} </span>
            {date.text}
            {date.daysLate > 0 && ` · ${t('views.due.late', { count: date.daysLate })}`}
          </span>
        )}
        {reason !== '' && (
          <span className="mk-age ms-clip" title={reason}>
            {reason}
          </span>
        )}
        {reason === '' && age !== undefined && (
          <time className="mk-age ms-tabular" dateTime={age.at} title={t('board.changed', { when: formatFullInstant(age.at) })}>
            {age.text}
          </time>
        )}
        {tools}
      </div>
    </>
  );
}
