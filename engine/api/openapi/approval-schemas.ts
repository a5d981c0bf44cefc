import type { JsonObject } from '#engine/model/values';
import type { ApprovalLinkView, ApprovalView } from '#engine/model/wire';
import { APPROVALS_QUERY_SCHEMA, LINK_DECISION_SCHEMA } from '../routes/workflow-approvals.ts';
import { closedObject, ID_AND_NAME, listOf, NULLABLE_TEXT, object, page, queryParametersOf, reference, TEXT } from './schema-parts.ts';

/** Schemas of approvals in responses. */
export function approvalSchemas(): { readonly [name: string]: JsonObject } {
  return {
    Approval: closedObject<ApprovalView>({
      run: TEXT,
      step: TEXT,
      workflow: TEXT,
      name: TEXT,
      module: TEXT,
      record: ID_AND_NAME,
      text: TEXT,
      since: TEXT,
      until: NULLABLE_TEXT,
      delegations: listOf(object({ from: TEXT, to: TEXT, at: TEXT, comment: TEXT })),
    }),
    ApprovalLink: closedObject<ApprovalLinkView>({
      text: TEXT,
      name: TEXT,
      record: TEXT,
      state: { enum: ['open', 'approved', 'declined'] },
      until: NULLABLE_TEXT,
    }),
  };
}

const RUN = { response: reference('WorkflowRun') };

/** Requests and responses of the endpoints about approvals, by 'METHOD /path/:id'. */
export const APPROVAL_OPERATIONS = {
  'GET /api/approvals': { response: page(reference('Approval')), query: queryParametersOf(APPROVALS_QUERY_SCHEMA) },
  'POST /api/workflow-runs/:id/approve': RUN,
  'POST /api/workflow-runs/:id/decline': RUN,
  'POST /api/workflow-runs/:id/delegate': RUN,
  'GET /api/approval-links/:token': { response: reference('ApprovalLink') },
  'POST /api/approval-links/:token': { body: LINK_DECISION_SCHEMA, response: reference('ApprovalLink') },
} as const;
