import type { PluginContext } from '#engine';
import { toText } from '#engine/model';
import { createSimulatedCarrier } from './simulated-carrier.ts';
import { createTwilioCarrier } from './twilio-carrier.ts';
import type { VoiceCarrierPort } from './voice-carrier.ts';

/** Milliseconds between two looks at a call. */
export const POLL_MS = 1_000;

/** The secret setting with the token of the carrier; it signs webhooks too. */
export const TOKEN_SECRET = 'voice_token';

type Services = Pick<PluginContext, 'setting' | 'clock' | 'secret' | 'http' | 'refuse'>;

/** Whether an admin has connected a carrier. */
export function hasCarrier({ setting }: Pick<PluginContext, 'setting'>): boolean {
  return toText(setting('voice_account')) !== '';
}

/** The carrier of calls: the one of the settings, or without an account the simulated one. Errors: `voice_carrier_failed` without its token. */
export async function chooseCarrier(context: Services): Promise<VoiceCarrierPort> {
  const { setting, clock, refuse, http } = context;
  if (!hasCarrier(context)) {
    const read = (key: string): number => Number(setting(key) ?? 0);
    return createSimulatedCarrier(() => clock.now(), { ring: read('voice_ring_seconds'), talk: read('voice_talk_seconds') });
  }
  const token = await context.secret(TOKEN_SECRET);
  if (token === undefined) return refuse('voice_carrier_failed', { message: 'The token of the carrier of calls is not set.' });
  return createTwilioCarrier({
    ...{ http, refuse, token, account: toText(setting('voice_account')), from: toText(setting('voice_number')) },
    address: toText(setting('voice_address')).replace(/\/+$/, ''),
  });
}
