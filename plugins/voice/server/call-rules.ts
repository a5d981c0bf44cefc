import { defineService, SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import type { JsonObject } from '#engine/model';

/** Whether and when a number may be called: the form in which `messages` answers. */
export interface CallDecision {
  /** The number as it is stored; null: it is no phone number. */
  readonly number: string | null;
  /** Why it may not be called; null: it may. */
  readonly refusal: string | null;
  /** From when on it may be called, in epoch milliseconds. */
  readonly callAfter: number;
}

interface CallRules {
  decide(input: { readonly number: string; readonly person?: JsonObject | undefined }): Promise<CallDecision>;
}

/** The rules of the plugin `messages` for calls. */
export const CALL_RULES = defineService<CallRules>('messages.calls', '1.0.0');

type Services = Pick<PluginContext, 'records' | 'service'>;

/** A record that a call is about. */
export interface RecordLink {
  readonly module: string;
  readonly id: string;
}

/** Decides by the ledger, `do_not_call`, and the hours in the local time of the person. */
export async function decideCall(context: Services, number: string, about: RecordLink | undefined): Promise<CallDecision> {
  const person = about === undefined ? undefined : await findRecord(context, about);
  return context.service(CALL_RULES).decide({ number, ...(person === undefined ? {} : { person }) });
}

async function findRecord({ records }: Services, { module, id }: RecordLink): Promise<VisibleRecord | undefined> {
  return (await records.find(SYSTEM_ACTOR, { module, filter: { _id: id }, limit: 1, totalLimit: 1 })).data[0];
}

/** Whether a user may still work. */
export async function isActiveUser({ records }: Services, user: string): Promise<boolean> {
  const filter = { _id: user, active: true };
  return (await records.find(SYSTEM_ACTOR, { module: 'users', filter, fields: ['_id'], limit: 1, totalLimit: 1 })).data.length > 0;
}
