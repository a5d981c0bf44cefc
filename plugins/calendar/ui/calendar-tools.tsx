import { ButtonLink, routePrefix, useSession, type ScreenPartProps } from '#ui';
import { tCalendar } from './texts.ts';
import './calendar.css';

/** Above the list of calendar events: who is free, feeds and imports. */
export function CalendarTools({ module }: ScreenPartProps) {
  const user = useSession((session) => session.user);
  if (module !== 'calendarEvents') return null;
  const page = (path: string): string => `${routePrefix(user)}/x/calendar/${path}`;
  return (
    <nav className="cl-tools" aria-label={tCalendar('tools')}>
      <ButtonLink size="sm" href={page('availability')}>
        {tCalendar('availability')}
      </ButtonLink>
      <ButtonLink size="sm" href={page('connect')}>
        {tCalendar('connect')}
      </ButtonLink>
    </nav>
  );
}
