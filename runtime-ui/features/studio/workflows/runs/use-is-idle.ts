import { useQuery } from '@tanstack/react-query';
import type { WorkflowOverview } from '#engine/model/wire';
import { getWorkflowRuns, queryKeys, type WorkflowRunPage } from '../../../../client/index.ts';

const IDLE = 90 * 24 * 60 * 60 * 1000;

/** Whether a published workflow that is on did not run in the last 90 days, and was not changed in them. */
export function useIsIdle(id: string, overview: WorkflowOverview | null | undefined): boolean {
  const isOn = overview?.active === true;
  const { data, dataUpdatedAt } = useQuery<WorkflowRunPage>({
    queryKey: queryKeys.workflowRuns(id, 'last'),
    queryFn: ({ signal }) => getWorkflowRuns(id, { page: 0, pageSize: 1 }, signal),
    enabled: isOn,
  });
  if (!isOn || data === undefined) return false;
  const isRecent = (instant: string) => dataUpdatedAt - Date.parse(instant) < IDLE;
  return ![data.data[0]?.startedAt, overview.updatedAt].some((instant) => typeof instant === 'string' && isRecent(instant));
}
