import type { ApprovalLinkView, ApprovalView } from '#engine/model/wire';
import { callApi } from './call-api.ts';

export interface ApprovalPage {
  readonly data: readonly ApprovalView[];
  readonly total: number;
}

/** Which approvals: a page of all, those of a record, or that of a run. */
export interface ApprovalsQuery {
  readonly module?: string;
  readonly record?: string;
  readonly run?: string;
  /** 0 is the first page. */
  readonly page?: number;
  readonly pageSize?: number;
}

/** The approvals that wait for the user, the oldest first. */
export function getApprovals({ page = 0, pageSize = 20, ...query }: ApprovalsQuery, signal?: AbortSignal): Promise<ApprovalPage> {
  return callApi<ApprovalPage>('GET', '/api/approvals', { query: { ...query, pageNumber: page + 1, pageSize }, ...(signal && { signal }) });
}

/** Approves or declines. */
export function decideApproval({ run, step }: ApprovalView, action: 'approve' | 'decline', comment: string): Promise<unknown> {
  return callApi('POST', `/api/workflow-runs/${encodeURIComponent(run)}/${action}`, { body: { comment, step } });
}

/** Hands an approval over to another user. */
export function delegateApproval({ run }: ApprovalView, to: string, comment: string): Promise<unknown> {
  return callApi('POST', `/api/workflow-runs/${encodeURIComponent(run)}/delegate`, { body: { to, comment } });
}

/** Reads what a link is about; decides nothing. */
export function getApprovalLink(token: string, signal?: AbortSignal): Promise<ApprovalLinkView> {
  return callApi<ApprovalLinkView>('GET', `/api/approval-links/${encodeURIComponent(token)}`, {
    anonymous: true,
    ...(signal && { signal }),
  });
}

/** Decides in the name of the user of a link. */
export function decideByLink(token: string, outcome: 'approved' | 'declined', comment: string): Promise<ApprovalLinkView> {
  return callApi<ApprovalLinkView>('POST', `/api/approval-links/${encodeURIComponent(token)}`, {
    anonymous: true,
    body: { outcome, comment },
  });
}
