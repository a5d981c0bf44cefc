import { createContext, use } from 'react';
import type { FieldView, ModuleView } from '#engine/model';
import type { RecordData } from '../../client/index.ts';
import type { CalendarEntry, CalendarFields, MoveBlock } from '../../headless/calendar/index.ts';

/** What every day and entry of a calendar works with. */
export interface CalendarContextValue {
  readonly module: ModuleView;
  readonly fields: CalendarFields;
  /** Whose value colours an entry. */
  readonly status: FieldView | undefined;
  readonly today: string;
  readonly canCreate: boolean;
  /** Why an entry stays on its day. */
  readonly findMoveBlock: (record: RecordData) => MoveBlock | undefined;
  /** Whether an entry can be made to end elsewhere. */
  readonly canResize: (record: RecordData) => boolean;
  /** Entries that somebody else made or changed a moment ago. */
  readonly changed: ReadonlySet<string>;
  /** Shows an entry's sheet. */
  readonly onEntryOpen: (entry: CalendarEntry) => void;
  /** Begins a new record; `minute` of the day where it was chosen. */
  readonly onCreate: (day: string, minute?: number) => void;
  /** Shows one day. */
  readonly onDay: (day: string) => void;
  /** Shows all records of a day as a table. */
  readonly onMore: (day: string) => void;
  readonly onMoveDialog: (entry: CalendarEntry) => void;
}

export const CalendarContext = createContext<CalendarContextValue | undefined>(undefined);

/** The calendar that a component is part of. */
export function useCalendarContext(): CalendarContextValue {
  const work = use(CalendarContext);
  // Days and entries are drawn by a calendar alone.
  return work as CalendarContextValue;
}
