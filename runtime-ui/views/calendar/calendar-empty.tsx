import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import type { LayoutItem, ListHandle } from '../../headless/index.ts';
import { useNearestDay, type CalendarFields, type CalendarPosition, type CalendarRange } from '../../headless/calendar/index.ts';
import { Button, t } from '../../kit/index.ts';
import { EmptyList } from '../list/empty-list.tsx';
import { formatLongDay, formatCalendarTitle } from './calendar-format.ts';

interface CalendarEmptyProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly item: LayoutItem;
  readonly fields: CalendarFields;
  readonly place: CalendarPosition;
  readonly range: CalendarRange;
  /** Number of records without a date; undefined: not loaded yet. */
  readonly undated: number | undefined;
  readonly onGo: (place: CalendarPosition) => void;
}

/** The empty state of a range: a link to the nearest entries, or the empty list if there are no records at all. */
export function CalendarEmpty({ module, list, item, fields, place, range, undated, onGo }: CalendarEmptyProps) {
  const nearest = useNearestDay(module, list.query, fields, range, true);
  const plural = lowercaseLabel(module.label);
  if (nearest === null && undated === 0)
    return (
      <div className="mc-nothing">
        <EmptyList module={module} list={list} />
      </div>
    );
  const span = formatCalendarTitle(place);
  return (
    <p className="mc-empty" role="status">
      <span>
        {nearest === null
          ? t('calendar.nowhere', { module: plural, field: lowercaseLabel(item.label) })
          : t(place.span === 'day' ? 'calendar.emptyDay' : 'calendar.empty', { module: plural, span })}
      </span>
      {typeof nearest === 'string' && (
        <Button size="xs" variant="quiet" className="ms-link-button" onClick={() => onGo({ ...place, at: nearest })}>
          {t('calendar.goTo', { day: `${formatLongDay(nearest)}, ${nearest.slice(0, 4)}` })}
        </Button>
      )}
    </p>
  );
}
