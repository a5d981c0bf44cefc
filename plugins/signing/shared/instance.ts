import type { JsonObject } from '#engine/model';

/** States of a document to sign that was not sent yet: one of a credentialing record is approved from the start. */
export const UNSENT_STATUSES: readonly string[] = ['Created', 'Approved'];

/** States of a document to sign in which signatures are still to come. */
export const OPEN_STATUSES: readonly string[] = ['Signature Requested', 'Viewed', 'Partially Signed'];

/** States that nothing changes any more. */
export const CLOSED_STATUSES: readonly string[] = ['Completed', 'Declined', 'Expired', 'Canceled'];

/** How a recipient proves who they are, besides having the link. */
export type SecondFactor = 'email' | 'sms';

export type RecipientStatus = 'Waiting' | 'Requested' | 'Viewed' | 'Signed' | 'Declined';

/** Somebody who fills in and signs a document, or gets a copy of it: an entry of the field `recipients`. */
export interface Recipient {
  /** Unique in the document; of one that was chosen from records the id of the record. */
  readonly recipientId: string;
  /** The role, such as `Participant 1`. */
  readonly recipientType: string;
  readonly name?: string;
  readonly email?: string;
  readonly email2?: string;
  readonly phone?: string;
  /** The module of the record that they were chosen from. */
  readonly fromType?: string;
  /** Those with the same number sign in parallel. */
  readonly order?: number;
  readonly second_factor?: SecondFactor;
  readonly status?: RecipientStatus;
  /** ISO times. */
  readonly requested_at?: string;
  readonly reminded_at?: string;
  readonly signed_at?: string;
}

/** The earlier names of roles (specification 2, section 9). */
const EARLIER_ROLES: { readonly [name: string]: string } = { signer: 'Participant 1', approver: 'Sender (Prefill)' };

/** The role of a name, which may be an earlier one. */
export function readRole(name: string): string {
  return EARLIER_ROLES[name.toLowerCase()] ?? name;
}

/** The recipients of a field's value. */
export function readRecipients(value: unknown): readonly Recipient[] {
  return Array.isArray(value) ? (value as Recipient[]) : [];
}

/** The recipients with a change of one of them. */
export function changeRecipient(recipients: readonly Recipient[], id: string, change: Partial<Recipient>): Recipient[] {
  return recipients.map((one) => (one.recipientId === id ? { ...one, ...change } : one));
}

/** Whether somebody has done their part: they signed, or declined. */
export function isDone({ status }: Recipient): boolean {
  return status === 'Signed' || status === 'Declined';
}

/** The recipients as the value of the field. */
export function toField(recipients: readonly Recipient[]): JsonObject[] {
  return recipients.map((one) => ({ ...one }));
}
