import { isEmailAddress, toText, type JsonObject } from '#engine/model';
import { readRole, type Recipient } from '../../shared/instance.ts';
import type { SigningEvent } from './signing-events.ts';
import type { Instance } from './instances.ts';

/** To whom copies of a completed document go, and what the e-mails say. */
export interface CopiesInput {
  /** Roles; `signer` is every participant, `approver` is Sender (Prefill). Default: both. */
  readonly typesToSend?: readonly string[] | undefined;
  readonly signerMessage?: string | undefined;
  readonly approverMessage?: string | undefined;
  readonly sendToAll?: boolean | undefined;
  /** Another address, by the id or the role of a recipient. */
  readonly emailOverrides?: { readonly [recipient: string]: string } | undefined;
}

/** The events with which copies are sent. */
export function chooseCopies({ recipients }: Pick<Instance, 'recipients'>, input: CopiesInput): readonly SigningEvent[] {
  const { typesToSend = ['signer', 'approver'], sendToAll = false } = input;
  const chosen = recipients.filter((one) => sendToAll || typesToSend.some((type) => isOfType(one, type)));
  return chosen.flatMap((one) => {
    const override = findOverride(one, input);
    const email = override ?? toText(one.email);
    if (!isEmailAddress(email)) return [];
    const notes = isSender(one) ? input.approverMessage : input.signerMessage;
    const details: JsonObject = {
      ...(override === undefined ? {} : { to: override }),
      ...(notes === undefined || notes === '' ? {} : { notes }),
    };
    return [{ type: 'Copy Sent', recipient: one.recipientId, description: `To ${email}`, details }];
  });
}

function isSender({ recipientType }: Recipient): boolean {
  return recipientType === readRole('approver');
}

function isOfType(recipient: Recipient, type: string): boolean {
  return type.toLowerCase() === 'signer' ? !isSender(recipient) : recipient.recipientType === readRole(type);
}

function findOverride({ recipientId, recipientType }: Recipient, { emailOverrides = {} }: CopiesInput): string | undefined {
  const names = Object.keys(emailOverrides).filter((name) => name === recipientId || readRole(name) === recipientType);
  return names.map((name) => emailOverrides[name]).find((one) => one !== undefined && one !== '');
}
