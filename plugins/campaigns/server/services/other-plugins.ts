import { defineService, type VisibleRecord } from '#engine';
import type { JsonObject } from '#engine/model';
import type { CampaignChannel } from '../../shared/campaign.ts';

/** What becomes of a message: stored in the outbox; nothing, with the reason; or nothing before a time. */
type SendResult =
  | { readonly kind: 'stored'; readonly module: 'messages' | 'sms'; readonly id: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later'; readonly at: number };

/** Sends through the outbox of the plugin messages, under its rules. */
interface Sending {
  assertSender(input: { readonly channel: CampaignChannel; readonly user: string }): Promise<void>;
  findReach(input: {
    readonly channel: CampaignChannel;
    readonly records: readonly VisibleRecord[];
  }): Promise<readonly { readonly address: string; readonly reason: string | undefined }[]>;
  send(message: {
    readonly channel: CampaignChannel;
    readonly user: string;
    readonly template: string;
    readonly module: string;
    readonly record: string;
    readonly subject: string;
    readonly to?: string;
    readonly key: string;
    readonly fields: JsonObject;
  }): Promise<SendResult>;
}

/** Finds the leads of jobs, in the plugin jobs. */
interface Matching {
  findLeads(input: { readonly job: string; readonly user: string; readonly limit: number }): Promise<readonly string[]>;
}

/** The service of the plugin messages. */
export const SENDING = defineService<Sending>('messages.sending', '1.0.0');

/** The service of the plugin jobs. */
export const MATCHING = defineService<Matching>('jobs.matching', '1.0.0');
