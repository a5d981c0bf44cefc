import { useQuery } from '@tanstack/react-query';
import { getWorkflowActionTypes, queryKeys, type WorkflowActionType } from '../../../client/index.ts';

/** The actions that plugins register; undefined while they are loading. */
export function useWorkflowActions(): readonly WorkflowActionType[] | undefined {
  return useQuery({ queryKey: queryKeys.workflowActions(), queryFn: ({ signal }) => getWorkflowActionTypes(signal) }).data;
}
