import type { PluginRouteContext, PluginRouteDefinition, PluginRouteResponse } from '#engine';
import { readTimeZone, toText, type JsonObject } from '#engine/model';
import { readIcsEvent, type ReadEvent } from '../../shared/ics-event.ts';
import { parseIcs } from '../../shared/ics-text.ts';

const MODULE = 'calendarEvents';
const MAX_TEXT = 1_000_000;
const MAX_EVENTS = 1_000;
/** Ids of one search. */
const CHUNK = 200;

/** The endpoint that imports an iCalendar file. */
export const IMPORT_ICS: Pick<PluginRouteDefinition, 'summary' | 'bodySchema' | 'responseSchema' | 'errors' | 'status' | 'deadline'> = {
  summary: 'Imports the events of an iCalendar file; those that were imported before stay as they are',
  errors: ['calendar_file_invalid', 'calendar_file_too_large'],
  deadline: 120_000,
  bodySchema: { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: MAX_TEXT } } },
  responseSchema: {
    type: 'object',
    required: ['created', 'existing', 'refused'],
    properties: {
      created: { type: 'integer' },
      existing: { type: 'integer', description: 'Events that were imported before.' },
      refused: {
        type: 'array',
        items: {
          type: 'object',
          required: ['title', 'text'],
          properties: { title: { type: 'string' }, text: { type: 'string', description: 'Why it was not imported.' } },
        },
      },
      batchId: { type: 'string', description: 'The batch of the new events, to undo the import; absent: there are none.' },
    },
  },
};

interface Refused {
  readonly title: string;
  readonly text: string;
}

const keyOf = (uid: string, replaces: string): string => `${uid} ${replaces}`;

/** The events of the caller that were imported before, with their ids, by iCalendar id and the occurrence that they replace. */
async function findImported({ actor, records }: PluginRouteContext, events: readonly ReadEvent[]): Promise<Map<string, string>> {
  const uids = [...new Set(events.map(({ uid }) => uid))];
  const found = new Map<string, string>();
  for (let start = 0; start < uids.length; start += CHUNK) {
    const filter: JsonObject = { ical_uid: { in: uids.slice(start, start + CHUNK) }, user: { equals: { $: 'me' } } };
    const { data } = await records.find(actor, { module: MODULE, filter, fields: ['ical_uid', 'original_start'], limit: MAX_EVENTS * 10 });
    for (const event of data) found.set(keyOf(toText(event['ical_uid']), toText(event['original_start'])), event._id);
  }
  return found;
}

interface Saving {
  readonly context: PluginRouteContext;
  readonly ids: Map<string, string>;
  readonly refused: Refused[];
  batchId: string | undefined;
  created: number;
}

/** Saves new events; each that is refused is reported with its reason. */
async function saveEvents(saving: Saving, events: readonly { readonly event: ReadEvent; readonly fields: JsonObject }[]): Promise<void> {
  const { context, ids, refused } = saving;
  if (events.length === 0) return;
  const result = await context.records.saveMany(context.actor, {
    module: MODULE,
    mode: 'create',
    records: events.map(({ fields }) => fields),
    batchId: saving.batchId ?? context.batchId,
  });
  saving.batchId = result.batchId;
  saving.created += result.created;
  result.ids.forEach((id, row) => {
    const event = events[row]?.event;
    if (id !== null && event !== undefined) ids.set(keyOf(event.uid, event.replaces ?? ''), id);
  });
  for (const { row, text } of result.refused) refused.push({ title: toText(events[row]?.fields['title']), text });
}

/**
 * `POST /api/calendar-events/import-ics` `{ text }`: creates the events of an iCalendar file as the caller's own, in one batch. An event with
 * the id of one that the caller has is not created again.
 */
export async function handleImport(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { actor, refuse } = context;
  const { text } = context.body as { readonly text: string };
  const calendar = parseIcs(text);
  if (calendar === undefined) return refuse('calendar_file_invalid');
  const parts = calendar.parts.filter(({ name }) => name === 'VEVENT');
  if (parts.length > MAX_EVENTS) return refuse('calendar_file_too_large', { data: { events: parts.length } });
  const zone = readTimeZone(context.setting('time_zone'));
  const refused: Refused[] = [];
  const events: ReadEvent[] = [];
  for (const part of parts) {
    const read = readIcsEvent(part, zone);
    if (read.ok) events.push(read.event);
    else refused.push({ title: read.title, text: read.message });
  }
  const ids = await findImported(context, events);
  const isNew = ({ uid, replaces = '' }: ReadEvent): boolean => !ids.has(keyOf(uid, replaces));
  const fresh = events.filter(isNew);
  const saving: Saving = { context, ids, refused, batchId: undefined, created: 0 };
  const fieldsOf = ({ uid, fields }: ReadEvent): JsonObject => ({ ...fields, ical_uid: uid, user: actor.userId ?? null });
  await saveEvents(
    saving,
    fresh.filter(({ replaces }) => replaces === undefined).map((event) => ({ event, fields: fieldsOf(event) })),
  );
  const parted = fresh.filter(({ replaces }) => replaces !== undefined);
  const missing = parted.filter(({ uid }) => !ids.has(keyOf(uid, '')));
  for (const { fields } of missing)
    refused.push({ title: toText(fields['title']), text: 'The event that it is a part of was not imported.' });
  await saveEvents(
    saving,
    parted.flatMap((event) => {
      const series = ids.get(keyOf(event.uid, ''));
      return series === undefined ? [] : [{ event, fields: { ...fieldsOf(event), series, original_start: event.replaces ?? null } }];
    }),
  );
  const { created, batchId } = saving;
  const done = batchId === undefined || created === 0 ? {} : { batchId };
  return {
    body: {
      created,
      existing: events.length - fresh.length,
      refused: refused.map(({ title, text: reason }) => ({ title, text: reason })),
      ...done,
    },
    ...done,
  };
}
