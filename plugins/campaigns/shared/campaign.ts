import { toText, type JsonObject, type JsonValue } from '#engine/model';

/** The types of campaigns that are sent from here. */
export type CampaignChannel = 'email' | 'sms';

/** A step of a campaign. */
export interface CampaignStep {
  /** Days after the step before, or after the person entered. */
  readonly days: number;
  /** Id of the template. */
  readonly template: string;
  /** '' for that of the template. */
  readonly subjectA: string;
  /** '' for none: everyone gets subject A. */
  readonly subjectB: string;
  /** Percent of the people who get subject B. */
  readonly share: number;
}

/** Modules with people or companies that can be written to. */
export const AUDIENCE_MODULES = ['leads', 'contacts', 'providers', 'accounts', 'applicants'] as const;

/** States in which the steps and the audience can be changed. */
export const EDITABLE: readonly string[] = ['Draft', 'Scheduled'];

/** What can be done in which state. */
export const ACTIONS = {
  start: ['Draft', 'Scheduled'],
  pause: ['Sending'],
  resume: ['Paused'],
  stop: ['Sending', 'Paused', 'Scheduled'],
} as const satisfies { readonly [action: string]: readonly string[] };

/** An action on a campaign. */
export type CampaignAction = keyof typeof ACTIONS;

/** All statuses of recipients, in the order in which they are shown. */
export const RECIPIENT_STATUSES = [
  'Waiting',
  'Queued',
  'Deferred',
  'Sent',
  'Failed',
  'Suppressed',
  'Replied',
  'Opted out',
  'Bounced',
] as const;

/** A recipient with one of these gets nothing more. */
export const ENDED: readonly string[] = ['Failed', 'Suppressed', 'Replied', 'Opted out', 'Bounced'];

const DEFAULT_SHARE = 50;
const DAY = 86_400_000;

/** How a campaign is sent; undefined: not from here. */
export function readChannel(type: JsonValue | undefined): CampaignChannel | undefined {
  if (type === 'Email') return 'email';
  return type === 'SMS' ? 'sms' : undefined;
}

/** The steps of a campaign. */
export function readSteps(value: unknown): readonly CampaignStep[] {
  return (Array.isArray(value) ? (value as readonly JsonObject[]) : []).map((step) => ({
    days: typeof step['days'] === 'number' ? step['days'] : 0,
    template: toText(step['template']),
    subjectA: toText(step['subject_a']),
    subjectB: toText(step['subject_b']),
    share: typeof step['share_b'] === 'number' ? step['share_b'] : DEFAULT_SHARE,
  }));
}

/** When a step is due after a time, in epoch milliseconds. */
export function findDueTime(from: number, { days }: Pick<CampaignStep, 'days'>): number {
  return from + days * DAY;
}

/** Which subject a recipient gets: the same at each call, spread evenly over the ids. */
export function chooseVariant(recipient: string, { subjectB, share }: Pick<CampaignStep, 'subjectB' | 'share'>): 'A' | 'B' {
  if (subjectB === '') return 'A';
  let hash = 2_166_136_261;
  for (const letter of recipient) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) % 100 < share ? 'B' : 'A';
}

/** The sums of a campaign. */
export interface CampaignResults {
  readonly total: number;
  /** By status, those without recipients included. */
  readonly statuses: { readonly [status: string]: number };
  /** Openings and clicks of all e-mails; 0 as long as they are not counted. */
  readonly opens: number;
  readonly clicks: number;
  /** How many recipients have opened an e-mail, and clicked on a link. */
  readonly opened: number;
  readonly clicked: number;
  /** By step and subject, with what was sent and who replied to it. */
  readonly variants: readonly { readonly step: number; readonly variant: string; readonly sent: number; readonly replied: number }[];
}

/** Who a campaign would reach. */
export interface AudiencePreview {
  /** People in the audience that the user may see. */
  readonly total: number;
  /** So many of them were checked, the first ones. */
  readonly checked: number;
  /** So many of those can be reached. */
  readonly reachable: number;
  /** The first ones; the reason says why nothing would be sent. */
  readonly people: readonly { readonly id: string; readonly name: string; readonly reason: string | null }[];
}
