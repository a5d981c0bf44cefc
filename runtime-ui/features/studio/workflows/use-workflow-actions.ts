import { useQuery } from '@tanstack/react-query';
import { getWorkflowActionTypes, queryKeys, type WorkflowActionType } from '../../../client/index.ts';

const NONE: readonly WorkflowActionType[] = [];

/** The actions that plugins register; none while they are loading. */
export function useWorkflowActions(): readonly WorkflowActionType[] {
  return useQuery({ queryKey: queryKeys.workflowActions(), queryFn: ({ signal }) => getWorkflowActionTypes(signal) }).data ?? NONE;
}
