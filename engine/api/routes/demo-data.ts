import type { DemoDataView } from '#engine/model/wire';
import type { QueueStatus } from '../../automation/index.ts';
import { assertSystemAdmin, type EndpointRouter } from '../request/request-context.ts';

/** The queue of the job that removes the demo data. */
const QUEUE = 'muster/remove-demo-data';

/** `/api/demo-data`, for System Admins: the records of the first seed that are left; `POST .../remove` removes them in the background. */
export function serveDemoData({ on, services: { demoData, jobs } }: EndpointRouter): void {
  const describe = async (): Promise<DemoDataView> => {
    const modules = await demoData.count();
    const total = modules.reduce((sum, { count }) => sum + count, 0);
    return { total, modules, removal: toRemoval(await jobs.get(QUEUE)) };
  };
  on({ method: 'GET', url: '/api/demo-data' }, async (context) => {
    await assertSystemAdmin(context);
    return { body: await describe() };
  });
  on({ method: 'POST', url: '/api/demo-data/remove' }, async (context) => {
    await assertSystemAdmin(context);
    await demoData.remove();
    return { body: await describe() };
  });
}

function toRemoval({ waiting, delayed, running, last }: QueueStatus): DemoDataView['removal'] {
  const progress = last?.progress ?? null;
  if (waiting + delayed + running > 0) return { state: 'running', progress: last?.state === 'running' ? progress : null };
  if (last === undefined) return null;
  return { state: last.state === 'completed' ? 'done' : 'failed', progress };
}
