import { addDays } from '#engine/model';
import {
  EmptyState,
  ErrorState,
  findModule,
  formatDay,
  getErrorMessage,
  localDay,
  moduleRoute,
  recordRoute,
  SkeletonRows,
  TextLink,
  useUserId,
  type DashboardWidget,
  type SlotProps,
} from '#ui';
import { spanOf } from './availability/busy-table.tsx';
import { listTimesOfDay, useBusy, type BusyTime } from './availability/use-busy.ts';
import { tCalendar } from './texts.ts';
import './calendar.css';

const DAYS = 7;

/** The events of a day, in the order of their starts; of longer ones the part of this day. */
function DayEvents({
  shell,
  day,
  times,
}: Pick<SlotProps<'widget'>, 'shell'> & { readonly day: string; readonly times: readonly BusyTime[] }) {
  const ofDay = listTimesOfDay(times, day);
  if (ofDay.length === 0) return null;
  return (
    <section>
      <h3 className="ms-day-title">{formatDay(day)}</h3>
      <ul className="ms-lines">
        {ofDay.map(({ time, shown }) => (
          <li key={`${time.start} ${time.event ?? ''}`} className="ms-line">
            {time.event === undefined ? (
              <span className="ms-clip">{tCalendar('busy')}</span>
            ) : (
              <TextLink look="name" className="ms-clip" href={recordRoute('calendarEvents', time.event, shell.user)}>
                {time.title ?? ''}
              </TextLink>
            )}
            <span className="ms-line-end">{spanOf(shown)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The user's calendar events of the next days, also those that repeat. */
function CalendarWidget({ shell }: SlotProps<'widget'>) {
  const userId = useUserId();
  const today = localDay(new Date());
  const { data, error, retry } = useBusy({ users: userId === undefined ? [] : [userId], teams: [] }, today);
  if (error !== undefined) return <ErrorState compact title={tCalendar('busyFailed')} text={getErrorMessage(error)} onRetry={retry} />;
  if (data === undefined) return <SkeletonRows rows={5} columns={2} />;
  const times = data.flatMap(({ busy }) => busy);
  return (
    <>
      <p className="ms-widget-note">
        <TextLink href={`${moduleRoute('calendarEvents', shell.user)}?viewType=calendar:start`}>{tCalendar('openCalendar')}</TextLink>
      </p>
      {times.length === 0 && (
        <EmptyState compact headingLevel={3} title={tCalendar('nothingPlanned')} help={tCalendar('nothingPlannedHelp')} />
      )}
      {Array.from({ length: DAYS }, (_, at) => addDays(today, at)).map((day) => (
        <DayEvents key={day} shell={shell} day={day} times={times} />
      ))}
    </>
  );
}

/** The widget with the user's events. */
export const createCalendarWidgets = (): readonly DashboardWidget[] => [
  {
    key: 'calendar',
    label: tCalendar('widget'),
    help: tCalendar('widgetHelp'),
    icon: 'calendar',
    size: { width: 4, height: 8 },
    smallest: { width: 3, height: 5 },
    isOffered: (shell) => findModule(shell, 'calendarEvents') !== undefined,
    component: CalendarWidget,
  },
];
