import { SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteDefinition, type PluginRouteResponse } from '#engine';
import { toText, type JsonObject, type JsonValue } from '#engine/model';

const SUBJECT = 'Update your profile';
/** Users of one request. */
const MAX_USERS = 500;

const IDS: JsonObject = { type: 'array', items: { type: 'string' } };

interface Body {
  readonly ids: readonly string[];
  readonly due_date?: string;
}

function userOf(record: JsonValue | undefined): string {
  return toText((record as { readonly id?: JsonValue } | null | undefined)?.id);
}

/**
 * Creates a task for each user to update their profile, with the rights of the caller. Who has such a task that is not completed, and who is
 * not active, gets none.
 */
async function assignProfileUpdates({ records, actor, rights, refuse, body, batchId }: PluginRouteContext): Promise<PluginRouteResponse> {
  if (!rights.module('tasks').create) refuse('action_not_allowed');
  const { ids, due_date } = body as unknown as Body;
  const [users, open] = await Promise.all([
    records.find(SYSTEM_ACTOR, { module: 'users', filter: { _id: { in: [...ids] }, active: true }, fields: ['_id'], limit: ids.length }),
    records.find(SYSTEM_ACTOR, {
      module: 'tasks',
      filter: {
        subject: { equals: SUBJECT },
        related_record: { in: ids.map((id) => ({ module: 'users', id })) },
        not: { status: 'Completed' },
      },
      fields: ['related_record'],
      limit: MAX_USERS * 2,
    }),
  ]);
  const busy = new Set(open.data.map((task) => userOf(task['related_record'])));
  const due = users.data.map(({ _id }) => _id).filter((id) => !busy.has(id));
  const saved = await records.saveMany(actor, {
    module: 'tasks',
    mode: 'create',
    batchId,
    records: due.map((id) => ({
      subject: SUBJECT,
      assigned_to: id,
      related_record: { module: 'users', id },
      ...(due_date === undefined ? {} : { due_date }),
    })),
  });
  const assigned = due.filter((_, row) => saved.ids[row] !== null);
  return { status: 201, body: { assigned, skipped: ids.filter((id) => !assigned.includes(id)) } };
}

/** `POST /api/tasks/assign-profile-update-tasks` `{ ids, due_date? }`. */
export const ASSIGN_PROFILE_UPDATES: PluginRouteDefinition = {
  method: 'POST',
  path: '/api/tasks/assign-profile-update-tasks',
  summary: 'Give users a task to update their profile',
  status: 201,
  bodySchema: {
    type: 'object',
    additionalProperties: false,
    required: ['ids'],
    properties: {
      ids: { type: 'array', minItems: 1, maxItems: MAX_USERS, uniqueItems: true, items: { type: 'string', minLength: 1, maxLength: 200 } },
      due_date: { type: 'string', format: 'date' },
    },
  },
  responseSchema: { type: 'object', required: ['assigned', 'skipped'], properties: { assigned: IDS, skipped: IDS } },
  errors: [],
  handle: assignProfileUpdates,
};
