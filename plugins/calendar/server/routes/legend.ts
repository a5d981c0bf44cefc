import { SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteDefinition, type PluginRouteResponse } from '#engine';
import { toText } from '#engine/model';

const MAX_GROUPS = 100;

/** The endpoint that says which groups the colours of calendars mean. */
export const LEGEND: Pick<PluginRouteDefinition, 'summary' | 'responseSchema' | 'errors'> = {
  summary: 'The calendar groups whose events the caller sees, with their colours',
  errors: [],
  responseSchema: {
    type: 'object',
    required: ['data'],
    properties: {
      data: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'color'],
          properties: { name: { type: 'string' }, color: { type: 'string', description: 'A value of calendar_color.' } },
        },
      },
    },
  },
};

/** `GET /api/calendar-groups/legend`: the groups that everyone sees, and those that the caller is a member of. */
export async function handleLegend({ actor, records, refuse, rights }: PluginRouteContext): Promise<PluginRouteResponse> {
  if (!rights.module('calendarEvents').access) refuse('module_access_denied', { message: 'You have no access to calendar events.' });
  const visible = { or: [{ public: { equals: true } }, { members: { equals: actor.userId ?? '' } }] };
  const own = { active: { equals: true }, group: { exists: true }, color: { exists: true } };
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'calendarGroups',
    filter: rights.unrestricted ? own : { and: [own, visible] },
    sort: [{ sortField: 'order', sortOrder: 'asc' }],
    fields: ['name', 'color'],
    limit: MAX_GROUPS,
  });
  return { body: { data: data.map(({ name, color }) => ({ name: toText(name), color: toText(color) })) } };
}
