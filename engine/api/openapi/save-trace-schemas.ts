import type { JsonObject } from '#engine/model/values';
import {
  TRACE_OUTCOMES,
  TRACE_KINDS,
  TRACE_STEP_KINDS,
  type SaveReplayView,
  type SaveTraceSummary,
  type SaveTraceView,
  type TraceDifference,
  type TraceField,
  type TraceQuery,
  type TraceResult,
  type TraceStep,
  type TraceSwitchView,
} from '#engine/model/wire';
import { SAVE_TRACES_QUERY_SCHEMA } from '../routes/save-traces.ts';
import {
  closedObject,
  COUNT,
  FLAG,
  listOf,
  NULLABLE_TEXT,
  object,
  orNull,
  page,
  queryParametersOf,
  reference,
  TEXT,
  whole,
} from './schema-parts.ts';

const MILLISECONDS: JsonObject = { type: 'number', minimum: 0 };
const ERROR = orNull(object({ code: TEXT, text: TEXT }));

const STEP = closedObject<TraceStep>({
  kind: { enum: [...TRACE_STEP_KINDS] },
  name: TEXT,
  plugin: NULLABLE_TEXT,
  depth: COUNT,
  start: MILLISECONDS,
  milliseconds: MILLISECONDS,
  fields: listOf(closedObject<TraceField>({ field: TEXT, label: TEXT, before: {}, after: {}, isCut: FLAG })),
  queries: listOf(closedObject<TraceQuery>({ kind: TEXT, collection: TEXT, milliseconds: MILLISECONDS })),
  queryCount: COUNT,
  run: NULLABLE_TEXT,
  error: ERROR,
});

const RESULT = { outcome: { enum: [...TRACE_OUTCOMES] }, error: ERROR, milliseconds: MILLISECONDS, queryCount: COUNT };
const STEPS = { steps: listOf(STEP), stepsLeftOut: COUNT };
const SUMMARY = {
  _id: TEXT,
  at: TEXT,
  user: NULLABLE_TEXT,
  userName: TEXT,
  module: TEXT,
  record: TEXT,
  kind: { enum: [...TRACE_KINDS] },
  ...RESULT,
};

/** Schemas of traces of saves in responses. */
export function saveTraceSchemas(): { readonly [name: string]: JsonObject } {
  return {
    SaveTraceSummary: closedObject<SaveTraceSummary>(SUMMARY),
    SaveTrace: closedObject<SaveTraceView>({ ...SUMMARY, ...STEPS, canReplay: FLAG }),
    SaveReplay: closedObject<SaveReplayView>({
      old: reference('SaveTrace'),
      replayed: closedObject<TraceResult>({ ...RESULT, ...STEPS }),
      differences: listOf(
        closedObject<TraceDifference>({
          kind: { enum: ['outcome', 'error', 'step', 'field'] },
          step: TEXT,
          field: TEXT,
          before: NULLABLE_TEXT,
          after: NULLABLE_TEXT,
        }),
      ),
    }),
    TraceSwitch: closedObject<TraceSwitchView>({ user: TEXT, userName: TEXT, until: TEXT }),
  };
}

const DONE = object({ success: { const: true } });

/** Requests and responses of the endpoints about traces of saves, by 'METHOD /path/:id'. */
export const SAVE_TRACE_OPERATIONS = {
  'GET /api/save-traces': { response: page(reference('SaveTraceSummary')), query: queryParametersOf(SAVE_TRACES_QUERY_SCHEMA) },
  'GET /api/save-traces/users': { response: whole(reference('TraceSwitch')) },
  'PUT /api/save-traces/users/:id': { response: reference('TraceSwitch') },
  'DELETE /api/save-traces/users/:id': { response: DONE },
  'GET /api/save-traces/:id': { response: reference('SaveTrace') },
  'DELETE /api/save-traces/:id': { response: DONE },
  'POST /api/save-traces/:id/replay': { response: reference('SaveReplay') },
} as const;
