import { randomBytes } from 'node:crypto';
import type { PluginContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import type { Recipient } from '../../shared/instance.ts';
import type { Instance } from './instances.ts';

/** The endpoint of links in e-mails. */
export const OPEN_ROUTE = { method: 'POST', path: '/api/esign/open' } as const;

/** The public page that uses it. */
export const SIGNING_PAGE = '/esign';

const DAY = 86_400_000;
/** Links to a signed copy. */
const COPY_DAYS = 366;

/** What a link of the signing area is for: one recipient of one document. */
export interface LinkData {
  /** Id of the document. */
  readonly i: string;
  /** Id of the recipient. */
  readonly r: string;
  /** The key of the recipient: a delegation makes another one. */
  readonly k: string;
  /** Id of the user who opened it in person. */
  readonly s?: string;
  /** The second factor was checked. */
  readonly f?: true;
}

/** The keys of links, by recipient. */
export function readKeys({ record }: Pick<Instance, 'record'>): { readonly [recipient: string]: string } {
  return (record['link_keys'] ?? {}) as { readonly [recipient: string]: string };
}

/** The keys with one for each recipient. */
export function completeKeys(instance: Pick<Instance, 'record'>, recipients: readonly Recipient[]): JsonObject {
  const known = readKeys(instance);
  return Object.fromEntries(recipients.map(({ recipientId }) => [recipientId, known[recipientId] ?? createKey()]));
}

/** A new key. */
export function createKey(): string {
  return randomBytes(12).toString('base64url');
}

/** The link of a recipient, valid as long as the document can be signed, or for a year of one that is signed. */
export function createSigningLink(
  { createLink, publicUrl, clock }: Pick<PluginContext, 'createLink' | 'publicUrl' | 'clock'>,
  instance: Instance,
  recipient: Recipient,
  { expiresIn, staff }: { readonly expiresIn?: number; readonly staff?: string } = {},
): { readonly url: string; readonly token: string; readonly expiresAt: string } {
  const ends = Date.parse(toText(instance.record['expires_at']));
  const left = instance.status === 'Completed' || Number.isNaN(ends) ? COPY_DAYS * DAY : ends - clock.now();
  const data = {
    ...{ i: instance.id, r: recipient.recipientId, k: readKeys(instance)[recipient.recipientId] ?? '' },
    ...(staff === undefined ? {} : { s: staff }),
  };
  const life = Math.max(1_000, Math.min(expiresIn ?? left, COPY_DAYS * DAY));
  const { token, expiresAt } = createLink(OPEN_ROUTE, { data, expiresIn: life });
  return { url: `${publicUrl}${SIGNING_PAGE}?token=${token}`, token, expiresAt };
}
