import { bodyOf, assertSystemAdmin, parameterOf, type EndpointRouter } from '../request/request-context.ts';
import { findDraftedWorkflow } from './drafted-workflow.ts';

/** Backtests: what a workflow, or its draft, would have done in the last days. System Admins only. */
export function serveBacktests({ on, services: { workflows } }: EndpointRouter): void {
  const { backtests } = workflows;
  on({ method: 'POST', url: '/api/workflows/:id/backtest' }, async (context) => {
    await assertSystemAdmin(context);
    const workflow = parameterOf(context, 'id');
    const { days } = bodyOf(context) as { readonly days: number };
    return {
      status: 201,
      body: await backtests.start(context.actor, { workflow, days, draft: await findDraftedWorkflow(context, workflow) }),
    };
  });
  on({ method: 'GET', url: '/api/workflow-backtests/:id' }, async (context) => ({
    body: await backtests.get(context.actor, parameterOf(context, 'id')),
  }));
  on({ method: 'POST', url: '/api/workflow-backtests/:id/cancel' }, async (context) => ({
    body: await backtests.cancel(context.actor, parameterOf(context, 'id')),
  }));
}
