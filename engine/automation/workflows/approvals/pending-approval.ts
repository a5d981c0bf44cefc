import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { JsonObject } from '#engine/model/values';

/** An approver who handed an approval over to another user. */
export type Delegation = {
  readonly from: string;
  readonly to: string;
  readonly at: string;
  readonly comment: string;
};

/** What an approver decided. */
export type ApprovalDecision = {
  readonly outcome: 'approved' | 'declined';
  /** Id of the user. */
  readonly by: string;
  /** Id of the user who impersonates them, if any. */
  readonly impersonator: string | null;
  readonly at: string;
  readonly comment: string;
  /** Where it was decided: in the product, or by the link of an e-mail. */
  readonly via: 'product' | 'link';
};

/** The approval that a run waits for. Times in epoch milliseconds. */
export type PendingApproval = {
  /** Path of the step. */
  readonly path: string;
  /** Name that keys have for the module of the record that it is about. */
  readonly module: string;
  /** Id of the record that it is about. */
  readonly record_id: string;
  readonly text: string;
  readonly since: number;
  /** When it times out; null: never. */
  readonly until: number | null;
  /** When the approvers are reminded; null: never. */
  readonly remind_at: number | null;
  readonly reminders: number;
  /** Ids of the users who were notified. */
  readonly notified: readonly string[];
  /** How often e-mails could not be sent. */
  readonly mail_failures: number;
  /** The key of its links. It is in no response. */
  readonly secret: string;
  readonly delegations: readonly Delegation[];
  readonly decision?: ApprovalDecision;
};

/** What a run shows of an approval that has ended. */
export type ApprovalResult = JsonObject & {
  readonly outcome: 'approved' | 'declined' | 'timed-out';
};

const SECRET_BYTES = 32;

/** A new key for the links of an approval. */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The token of an e-mail link: it decides about this approval only, in the name of this user. */
export function signLink(run: string, { path, secret }: PendingApproval, user: string): string {
  return `${encode(run)}.${encode(user)}.${signatureOf(secret, [run, path, user])}`;
}

/** The run and the user that a token names; undefined: it is none. The signature is not checked. */
export function readLink(token: string): { readonly run: string; readonly user: string } | undefined {
  const [run, user, signature, ...rest] = token.split('.');
  if (run === undefined || user === undefined || signature === undefined || rest.length > 0) return undefined;
  return { run: decode(run), user: decode(user) };
}

/** Whether a token was signed for the approval that a run waits for now. */
export function isLinkOf(token: string, run: string, approval: PendingApproval, user: string): boolean {
  const expected = Buffer.from(signLink(run, approval, user));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function signatureOf(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function decode(text: string): string {
  return Buffer.from(text, 'base64url').toString();
}
