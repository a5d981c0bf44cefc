import { definePlugin } from '#engine';
import { keepSeries } from './server/hooks/in-transaction.series.ts';
import { updateEventsOfGroup } from './server/hooks/post-save.group.ts';
import { colorByGroup, limitToGroup } from './server/hooks/pre-save.group.ts';
import { prepareSeries } from './server/hooks/pre-save.series.ts';
import { LIMIT_EVENTS } from './server/jobs/limit-events.ts';
import { addPresetGroups } from './server/add-preset-groups.ts';
import { migrateGroups } from './server/migrate-groups.ts';
import { BUSY, handleBusy } from './server/routes/busy.ts';
import { createFeed, FEED_CREATION, FEED_ROUTE, FEEDS_LIST, listFeeds, readFeed, revokeFeed } from './server/routes/feed.ts';
import { handleLegend, LEGEND } from './server/routes/legend.ts';
import { handleImport, IMPORT_ICS } from './server/routes/import-ics.ts';

/** Calendar events that repeat, events that only the members of their group see, the times at which people are busy, feeds for other calendars, and imports from them. */
export const calendarPlugin = definePlugin({
  name: 'calendar',
  version: '1.0.0',
  engine: '^0.1.0',
  hooks: {
    preSave: [
      { module: 'calendarEvents', name: 'series', run: prepareSeries },
      { module: 'calendarEvents', name: 'group', run: limitToGroup },
      { module: 'calendarEvents', name: 'colour', run: colorByGroup },
    ],
    inTransaction: [{ module: 'calendarEvents', name: 'series', run: keepSeries }],
    postSave: [{ module: 'calendarGroups', name: 'events of the group', run: updateEventsOfGroup }],
  },
  jobs: [LIMIT_EVENTS],
  migrations: [
    { number: 1, name: 'members of calendar groups', run: migrateGroups },
    { number: 2, name: 'preset calendar groups', run: addPresetGroups },
  ],
  routes: [
    { method: 'POST', path: '/api/calendar-events/busy', handle: handleBusy, ...BUSY },
    { method: 'POST', path: '/api/calendar-events/import-ics', handle: handleImport, ...IMPORT_ICS },
    { method: 'GET', path: '/api/calendar-groups/legend', handle: handleLegend, ...LEGEND },
    { method: 'GET', path: '/api/calendar-feeds/mine', handle: listFeeds, ...FEEDS_LIST },
    { method: 'POST', path: '/api/calendar-feeds/mine', handle: createFeed, ...FEED_CREATION },
    {
      method: 'DELETE',
      path: '/api/calendar-feeds/mine/:feed',
      handle: revokeFeed,
      summary: 'Revokes a calendar feed of the caller',
      errors: [],
    },
    {
      ...FEED_ROUTE,
      access: 'link',
      handle: readFeed,
      summary: 'The events of a user as an iCalendar file, for other calendars',
      downloads: ['text/calendar'],
      errors: [],
    },
  ],
  errors: {
    calendar_start_missing: { status: 422, isPublic: true, text: 'An event that repeats needs a start.' },
    calendar_series_missing: { status: 422, isPublic: true, text: 'The repeated event does not exist any more.' },
    calendar_not_an_occurrence: {
      status: 409,
      isPublic: true,
      text: 'The repeated event has changed and does not take place at that time any more. Load the calendar again.',
    },
    calendar_rule_fixed: {
      status: 422,
      isPublic: true,
      text: 'This event repeats on days such as the first Monday. Change how it repeats in its form to move it to another day.',
    },
    calendar_window_invalid: { status: 422, isPublic: true, text: 'Choose a start, and an end at most 42 days later.' },
    calendar_too_many_people: { status: 422, isPublic: true, text: 'Choose at most 50 people.' },
    calendar_too_many_events: { status: 422, isPublic: true, text: 'These people have too many events. Choose a shorter time.' },
    calendar_file_invalid: { status: 422, isPublic: true, text: 'This is not a complete iCalendar file. Nothing was imported.' },
    calendar_file_too_large: { status: 422, isPublic: true, text: 'A file can have at most 1,000 events. Nothing was imported.' },
    calendar_too_many_feeds: { status: 422, isPublic: true, text: 'You can have at most 10 feeds. Revoke one first.' },
  },
  reads: ['calendarEvents.*', 'calendarFeeds.*', 'calendarGroups.*', 'users.name', 'users.active', 'users.teams'],
  writes: [
    'calendarEvents.assigned_to',
    'calendarEvents.recurrence',
    'calendarEvents.time_zone',
    'calendarEvents.excluded_times',
    'calendarEvents.series',
    'calendarEvents.color',
    'calendarEvents.color_of_group',
    'calendarEvents.group_limited',
    'calendarEvents.group_members',
    'calendarFeeds.*',
    'calendarGroups.*',
  ],
});
