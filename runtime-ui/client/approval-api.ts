import { callApi } from './call-api.ts';

/** An approval that waits for the user. */
export interface Approval {
  /** Id of the run of a workflow. */
  readonly run: string;
  /** Path of its step. */
  readonly step: string;
  /** Name of the workflow. */
  readonly name: string;
  readonly module: string;
  readonly record: { readonly _id: string; readonly name: string };
  /** What is to be approved. */
  readonly text: string;
  readonly since: string;
  /** When it times out; null: never. */
  readonly until: string | null;
  readonly delegations: readonly { readonly from: string; readonly to: string; readonly at: string; readonly comment: string }[];
}

export interface ApprovalPage {
  readonly data: readonly Approval[];
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
export function decideApproval({ run, step }: Approval, action: 'approve' | 'decline', comment: string): Promise<unknown> {
  return callApi('POST', `/api/workflow-runs/${encodeURIComponent(run)}/${action}`, { body: { comment, step } });
}

/** Hands an approval over to another user. */
export function delegateApproval({ run }: Approval, to: string, comment: string): Promise<unknown> {
  return callApi('POST', `/api/workflow-runs/${encodeURIComponent(run)}/delegate`, { body: { to, comment } });
}

/** What the link of an e-mail is about. */
export interface ApprovalLink {
  readonly text: string;
  readonly name: string;
  readonly record: string;
  readonly state: 'open' | 'approved' | 'declined';
  readonly until: string | null;
}

/** Reads what a link is about; decides nothing. */
export function getApprovalLink(token: string, signal?: AbortSignal): Promise<ApprovalLink> {
  return callApi<ApprovalLink>('GET', `/api/approval-links/${encodeURIComponent(token)}`, { anonymous: true, ...(signal && { signal }) });
}

/** Decides in the name of the user of a link. */
export function decideByLink(token: string, outcome: 'approved' | 'declined', comment: string): Promise<ApprovalLink> {
  return callApi<ApprovalLink>('POST', `/api/approval-links/${encodeURIComponent(token)}`, { anonymous: true, body: { outcome, comment } });
}
