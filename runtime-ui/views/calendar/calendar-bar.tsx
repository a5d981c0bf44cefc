import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import type { LayoutItem } from '../../headless/index.ts';
import { CALENDAR_SPANS, type CalendarPosition, type CalendarSpan } from '../../headless/calendar/index.ts';
import { Button, IconButton, Menu, t, Tabs, type TextKey, useBreakpoint } from '../../kit/index.ts';
import { formatCalendarTitle } from './calendar-format.ts';

interface CalendarBarProps {
  readonly module: ModuleView;
  readonly item: LayoutItem;
  readonly place: CalendarPosition;
  readonly today: string;
  readonly undated: number | undefined;
  readonly onGo: (place: CalendarPosition) => void;
  readonly onStep: (by: 1 | -1) => void;
  /** Shows the records without a date. */
  readonly onUndated: () => void;
}

const STEPS: { readonly [span in CalendarSpan]: readonly [TextKey, TextKey] } = {
  month: ['calendar.previousMonth', 'calendar.nextMonth'],
  agenda: ['calendar.previousMonth', 'calendar.nextMonth'],
  week: ['calendar.previousWeek', 'calendar.nextWeek'],
  day: ['calendar.previousDay', 'calendar.nextDay'],
};

/** The selection of the span: tabs, or a menu on a phone. */
function SpanChoice({ place, onGo, isPhone }: Pick<CalendarBarProps, 'place' | 'onGo'> & { readonly isPhone: boolean }) {
  const choose = (id: string) => {
    const span = CALENDAR_SPANS.find((one) => one === id);
    if (span !== undefined) onGo({ ...place, span });
  };
  // On a phone the month is shown as a list anyway.
  const spans = isPhone ? CALENDAR_SPANS.filter((span) => span !== 'agenda') : CALENDAR_SPANS;
  const items = spans.map((span) => ({ id: span, label: t(`calendar.${span}`) }));
  if (!isPhone) return <Tabs look="box" label={t('calendar.spans')} items={items} selected={place.span} onSelect={choose} />;
  const shown = place.span === 'agenda' ? 'month' : place.span;
  return (
    <Menu
      label={t('calendar.spans')}
      width={160}
      groups={[{ id: 'spans', items: items.map((item) => ({ ...item, onSelect: () => choose(item.id) })) }]}
      target={
        <Button variant="quiet" size="sm" icon={ChevronDown}>
          {t(`calendar.${shown}`)}
        </Button>
      }
    />
  );
}

/** The current position, the navigation, and the number of records without a date. */
export function CalendarBar({ module, item, place, today, undated, onGo, onStep, onUndated }: CalendarBarProps) {
  const isPhone = useBreakpoint() === 'phone';
  const [previous, next] = STEPS[place.span];
  const hasUndated = undated !== undefined && undated > 0;
  return (
    <div className="mc-bar">
      <Button size="sm" title={`${t('calendar.today')} (T)`} onClick={() => onGo({ ...place, at: today })}>
        {t('calendar.today')}
      </Button>
      <span className="mc-steps">
        <IconButton icon={ChevronLeft} size="sm" label={t(previous)} onClick={() => onStep(-1)} />
        <IconButton icon={ChevronRight} size="sm" label={t(next)} onClick={() => onStep(1)} />
      </span>
      <h2 className="mc-title" aria-live="polite">
        {formatCalendarTitle(place, isPhone)}
      </h2>
      <span className="mv-spacer" />
      {hasUndated && (
        <Button
          variant="quiet"
          size="sm"
          className="mc-undated"
          onClick={onUndated}
          aria-label={`${t('calendar.without', { count: undated, shown: undated.toLocaleString('en-US'), field: lowercaseLabel(item.label) })}: ${module.label}`}
        >
          {t('calendar.without', { count: undated, shown: undated.toLocaleString('en-US'), field: lowercaseLabel(item.label) })}
        </Button>
      )}
      <SpanChoice place={place} onGo={onGo} isPhone={isPhone} />
    </div>
  );
}
