import { createContext, use } from 'react';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { RecordData } from '../../client/index.ts';
import type { CalendarEntry, CalendarFields, DayMinute, MoveBlock } from '../../headless/calendar/index.ts';

/** The context of all days and entries of a calendar. */
export interface CalendarContextValue {
  readonly module: ModuleView;
  readonly fields: CalendarFields;
  /** The field whose value determines the colour of an entry. */
  readonly status: FieldView | undefined;
  readonly today: string;
  readonly canCreate: boolean;
  /** The reason why an entry cannot be moved. */
  readonly findMoveBlock: (record: RecordData) => MoveBlock | undefined;
  /** Whether the end of an entry can be changed. */
  readonly canResize: (record: RecordData) => boolean;
  /** Entries that another user created or changed recently. */
  readonly changed: ReadonlySet<string>;
  /** Opens the popover of an entry. */
  readonly onEntryOpen: (entry: CalendarEntry) => void;
  /** Starts a new record; `minute` is the selected minute of the day, `until` its selected end. */
  readonly onCreate: (day: string, minute?: number, until?: DayMinute) => void;
  /** Shows one day. */
  readonly onDay: (day: string) => void;
  /** Shows all records of a day as a table. */
  readonly onMore: (day: string) => void;
  readonly onMoveDialog: (entry: CalendarEntry) => void;
  /** Asks which occurrences of an entry that repeats are edited or deleted. */
  readonly onSeries: (entry: CalendarEntry, action: 'edit' | 'delete') => void;
}

export const CalendarContext = createContext<CalendarContextValue | undefined>(undefined);

/** Returns the context of the enclosing calendar. */
export function useCalendarContext(): CalendarContextValue {
  const work = use(CalendarContext);
  // Days and entries are rendered only inside a calendar.
  return work as CalendarContextValue;
}
