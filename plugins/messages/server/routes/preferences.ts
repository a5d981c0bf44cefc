import type { PluginRouteContext, PluginRouteResponse } from '#engine';
import type { JsonObject } from '#engine/model';
import type { ChannelPreference } from '../../shared/message.ts';
import { addDecision, CHANNELS, findRefusal, type Channel } from '../services/consent.ts';
import { flagAddresses } from '../services/flag-addresses.ts';
import type { LinkData } from '../services/preference-link.ts';

interface Preference extends ChannelPreference {
  readonly channel: Channel;
  /** The whole address. */
  readonly full: string;
}

/**
 * `POST /api/message-preferences?token=`: what a recipient receives, by channel. `{ email: false }` ends it, `{ email: true }` begins it again;
 * the form of RFC 8058 ends e-mail.
 */
export async function handlePreferences(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { link, body } = context;
  if (link === undefined) return context.refuse('link_invalid');
  const data = link.data as unknown as LinkData;
  const wanted = (body ?? {}) as JsonObject;
  const isOneClick = wanted['List-Unsubscribe'] === 'One-Click';
  const before = await readPreferences(context, data);
  for (const { channel, full: address, receives } of before) {
    const chosen = isOneClick && channel === 'email' ? false : wanted[channel];
    if (typeof chosen !== 'boolean' || chosen === receives) continue;
    const source = isOneClick ? 'Unsubscribe link' : 'Preference page';
    const text = isOneClick ? 'Unsubscribe in one click' : `${chosen ? 'Receive' : 'Do not receive'} messages at ${address}`;
    await addDecision(context, { channel, address, receives: chosen, source, text, person: data.person });
    // The response has what holds now; the effect of the entry repeats this after a failure.
    if (channel === 'email') await flagAddresses(context, address);
  }
  const after = await readPreferences(context, data);
  return { body: { data: after.map(({ full: _full, ...shown }) => ({ ...shown })) } };
}

async function readPreferences(context: PluginRouteContext, { email, phone }: LinkData): Promise<readonly Preference[]> {
  const preferences: Preference[] = [];
  for (const { channel, label } of CHANNELS) {
    const full = channel === 'email' ? email : phone;
    if (full === undefined) continue;
    const receives = (await findRefusal(context, channel, full)) === undefined;
    const address = channel === 'email' ? full : `•••-•••-${full.slice(-4)}`;
    preferences.push({ channel, label, address, receives, full });
  }
  return preferences;
}
