import { defineService, offerService, type ServiceContext } from '#engine';
import { parsePhone, type JsonObject } from '#engine/model';
import { findRefusal } from './consent.ts';
import { findPeople } from './people-by-number.ts';
import { findRecipientZone, findSendTime, readHours } from './sending-hours.ts';

/** A number that is to be called. */
export interface CallInput {
  /** As it was entered or stored. */
  readonly number: string;
  /** The person to call, whose state decides about the local time; default: the first person with the number. */
  readonly person?: JsonObject | undefined;
}

/** Whether and when a number may be called. */
export interface CallDecision {
  /** The number as it is stored; null: it is no phone number, and `refusal` says so. */
  readonly number: string | null;
  /** Why it may not be called; null: it may. */
  readonly refusal: string | null;
  /** From when on it may be called, in epoch milliseconds: now, or at the end of the quiet hours of the person. */
  readonly callAfter: number;
}

/** What plugins that call people ask before each call. */
export interface CallRules {
  /** Decides by the ledger for phone calls, `do_not_call`, and the hours in the local time of the person. */
  decide(input: CallInput): Promise<CallDecision>;
}

/** The service `messages.calls`. */
export const CALL_RULES = offerService(defineService<CallRules>('messages.calls', '1.0.0'), (context) => ({
  decide: (input: CallInput) => decideCall(context, input),
}));

async function decideCall(context: ServiceContext, { number: given, person }: CallInput): Promise<CallDecision> {
  const now = context.clock.now();
  const number = /[\r\n\0]/.test(given) ? undefined : parsePhone(given);
  if (number === undefined) return { number: null, refusal: 'This is not a phone number.', callAfter: now };
  const known = person ?? (await findPeople(context, number))[0]?.record;
  const refusal = await findRefusal(context, 'voice', number);
  const callAfter = findSendTime(now, findRecipientZone(context, number, known), readHours(context));
  return { number, refusal: refusal ?? null, callAfter };
}
