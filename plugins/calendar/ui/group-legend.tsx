import { useEffect, useState, type CSSProperties } from 'react';
import { callApi, findDropdown, findField, useModuleView, type SlotProps } from '#ui';
import { tCalendar } from './texts.ts';
import './calendar.css';

/** A group as the legend shows it. */
interface GroupColor {
  readonly name: string;
  readonly color: string;
}

const MODULE = 'calendarEvents';

/** The groups whose events the user sees; empty while they are loaded, and if they cannot be: the calendar works without them. */
function useGroups(isWanted: boolean): readonly GroupColor[] {
  const [groups, setGroups] = useState<readonly GroupColor[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    callApi<{ readonly data: readonly GroupColor[] }>('GET', '/api/calendar-groups/legend', { signal: controller.signal }).then(
      ({ data }) => setGroups(data),
      () => undefined,
    );
    return () => controller.abort();
  }, [isWanted]);
  return groups;
}

/** The colours of the calendar groups, which their events have unless they have one of their own. */
export function GroupLegend({ module }: SlotProps<'screenPart'>) {
  const isWanted = module === MODULE;
  const groups = useGroups(isWanted);
  const { data: view } = useModuleView(MODULE, isWanted);
  if (!isWanted || view === undefined || groups.length === 0) return null;
  const field = findField(view, 'color');
  const options = (field && findDropdown(view, field)?.options) ?? [];
  return (
    <ul className="cl-groups" aria-label={tCalendar('groups')}>
      {groups.map(({ name, color }) => {
        const colors = options.find(({ value }) => value === color)?.colors;
        return (
          <li key={name}>
            <span
              className="cl-group-color"
              style={{ '--cl-primary': colors?.primary, '--cl-secondary': colors?.secondary } as CSSProperties}
              aria-hidden
            />
            {name}
          </li>
        );
      })}
    </ul>
  );
}
