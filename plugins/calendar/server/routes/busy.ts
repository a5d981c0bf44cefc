import { SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteDefinition, type PluginRouteResponse } from '#engine';
import { readTimeZone, toText, type JsonObject } from '#engine/model';
import type { TimeBlock } from '../../shared/free-time.ts';
import type { EventTimes } from '../../shared/series.ts';
import { listBlocks } from '../services/time-blocks.ts';

const MAX_PEOPLE = 50;
const MAX_DAYS = 42;
/** Events that are read for one request at most. */
const MAX_EVENTS = 5_000;
const DAY = 86_400_000;
const MODULE = 'calendarEvents';

const idList = (most: number): JsonObject => ({ type: 'array', maxItems: most, items: { type: 'string', maxLength: 200 } });

/** The endpoint that says when people are busy. */
export const BUSY: Pick<PluginRouteDefinition, 'summary' | 'readOnly' | 'bodySchema' | 'responseSchema' | 'errors'> = {
  summary: 'When people are busy; events that the caller may not see have no title',
  readOnly: true,
  errors: ['calendar_window_invalid', 'calendar_too_many_people', 'calendar_too_many_events'],
  bodySchema: {
    type: 'object',
    required: ['from', 'to'],
    properties: {
      users: idList(MAX_PEOPLE),
      teams: idList(20),
      from: { type: 'string', maxLength: 40, description: 'ISO time.' },
      to: { type: 'string', maxLength: 40, description: `ISO time, at most ${MAX_DAYS} days later.` },
    },
  },
  responseSchema: {
    type: 'object',
    required: ['data'],
    properties: {
      data: {
        type: 'array',
        items: {
          type: 'object',
          required: ['_id', 'name', 'busy'],
          properties: {
            _id: { type: 'string' },
            name: { type: 'string' },
            busy: {
              type: 'array',
              items: {
                type: 'object',
                required: ['start', 'end'],
                properties: {
                  start: { type: 'string' },
                  end: { type: 'string' },
                  event: { type: 'string', description: 'Id of the event; absent: the caller may not see it.' },
                  title: { type: 'string' },
                },
              },
            },
          },
        },
      },
    },
  },
};

interface BusyBody {
  readonly users?: readonly string[];
  readonly teams?: readonly string[];
  readonly from: string;
  readonly to: string;
}

function readWindow({ refuse }: PluginRouteContext, { from, to }: BusyBody): TimeBlock {
  const window = { from: Date.parse(from), to: Date.parse(to) };
  const isValid = window.to > window.from && window.to - window.from <= MAX_DAYS * DAY;
  return isValid ? window : refuse('calendar_window_invalid');
}

/** The active users who were named or are in one of the teams, as far as the caller may know their names. */
async function findPeople(context: PluginRouteContext, { users = [], teams = [] }: BusyBody) {
  const { actor, records, refuse } = context;
  const seenTeams = await records.names(
    actor,
    teams.map((id) => ({ module: 'teams', id })),
  );
  const usable = teams.filter((id) => seenTeams.get(`teams:${id}`)?.name !== undefined);
  const wanted = [
    ...(users.length === 0 ? [] : [{ _id: { in: [...users] } }]),
    ...(usable.length === 0 ? [] : [{ teams: { in: usable } }]),
  ];
  if (wanted.length === 0) return [];
  const { data, total } = await records.find(SYSTEM_ACTOR, {
    module: 'users',
    filter: { and: [{ active: { equals: true } }, { or: wanted }] },
    fields: ['name'],
    limit: MAX_PEOPLE,
  });
  if (total > MAX_PEOPLE) refuse('calendar_too_many_people');
  const names = await records.names(
    actor,
    data.map(({ _id }) => ({ module: 'users', id: _id })),
  );
  return data.flatMap(({ _id }) => {
    const name = names.get(`users:${_id}`)?.name;
    return name === undefined ? [] : [{ _id, name }];
  });
}

const withinFilter = (ids: readonly string[], { from, to }: TimeBlock): JsonObject => {
  const [first, end] = [new Date(from).toISOString(), new Date(to).toISOString()];
  const single = {
    start: { range: { lt: end } },
    or: [
      { end: { range: { gt: first } } },
      { end: { exists: false }, start: { range: { gte: new Date(from - DAY).toISOString(), lt: end } } },
    ],
  };
  return { user: { in: [...ids] }, or: [single, { recurrence: { exists: true }, start: { range: { lt: end } } }] };
};

/**
 * `POST /api/calendar-events/busy` `{ users, teams, from, to }`: when these people are busy. All their events count; those that the caller may
 * not see are periods without id and title.
 */
export async function handleBusy(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { actor, records, refuse, rights } = context;
  if (!rights.module(MODULE).access) refuse('module_access_denied', { message: 'You have no access to calendar events.' });
  const body = context.body as unknown as BusyBody;
  const window = readWindow(context, body);
  const people = await findPeople(context, body);
  if (people.length === 0) return { body: { data: [] } };
  const filter = withinFilter(
    people.map(({ _id }) => _id),
    window,
  );
  const fields = ['start', 'end', 'user', 'recurrence', 'time_zone', 'excluded_times'];
  const all = await records.find(SYSTEM_ACTOR, { module: MODULE, filter, fields, limit: MAX_EVENTS });
  if (all.total > MAX_EVENTS) refuse('calendar_too_many_events');
  const ids = all.data.map(({ _id }) => _id);
  const seen =
    ids.length === 0
      ? undefined
      : await records.find(actor, { module: MODULE, filter: { _id: { in: ids } }, fields: ['title'], limit: MAX_EVENTS });
  const titles = new Map((seen?.data ?? []).map((event) => [event._id, toText(event['title'])] as const));
  const zone = readTimeZone(context.setting('time_zone'));
  const data = people.map(({ _id, name }) => ({
    _id,
    name,
    busy: all.data
      .filter((event) => event['user'] === _id)
      .flatMap((event) => {
        const title = titles.get(event._id);
        const shown = title === undefined ? {} : { event: event._id, title };
        return listBlocks(event as unknown as EventTimes, window, zone).map(({ from, to }) => ({
          start: new Date(from).toISOString(),
          end: new Date(to).toISOString(),
          ...shown,
        }));
      })
      .sort((a, b) => (a.start < b.start ? -1 : 1)),
  }));
  return { body: { data } };
}
