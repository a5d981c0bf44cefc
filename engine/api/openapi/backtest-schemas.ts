import type { JsonObject } from '#engine/model/values';
import { BACKTEST_STATES, type BacktestSave, type BacktestView } from '#engine/model/wire';
import { closedObject, COUNT, FLAG, ID_AND_NAME, listOf, NULLABLE_TEXT, object, reference, TEXT } from './schema-parts.ts';

const SAVES = listOf(closedObject<BacktestSave>({ change: TEXT, record: TEXT, name: TEXT, at: TEXT, by: NULLABLE_TEXT, isNew: FLAG }));

/** Schemas of backtests in responses. */
export function backtestSchemas(): { readonly [name: string]: JsonObject } {
  return {
    WorkflowBacktest: closedObject<BacktestView>({
      _id: TEXT,
      workflow: TEXT,
      module: TEXT,
      days: COUNT,
      changeSet: { anyOf: [ID_AND_NAME, { type: 'null' }] },
      hasLive: FLAG,
      state: { enum: [...BACKTEST_STATES] },
      startedAt: TEXT,
      endedAt: NULLABLE_TEXT,
      error: NULLABLE_TEXT,
      scanned: COUNT,
      total: COUNT,
      skipped: COUNT,
      counts: object({ both: COUNT, draft: COUNT, live: COUNT }),
      saves: object({ both: SAVES, draft: SAVES, live: SAVES }),
    }),
  };
}

const BACKTEST = { response: reference('WorkflowBacktest') };

/** Requests and responses of the endpoints about backtests, by 'METHOD /path/:id'. */
export const BACKTEST_OPERATIONS = {
  'POST /api/workflows/:id/backtest': { ...BACKTEST, status: '201' },
  'GET /api/workflow-backtests/:id': BACKTEST,
  'POST /api/workflow-backtests/:id/cancel': BACKTEST,
} as const;
