import type { PluginContext } from '#engine';
import { toText } from '#engine/model';
import type { SmsCarrierPort } from './sms-carrier.ts';
import { createTwilioCarrier } from './twilio-carrier.ts';

/** The default: every message is accepted, and nothing leaves the product. */
const SIMULATED_CARRIER: SmsCarrierPort = {
  isSimulated: true,
  send: () => Promise.resolve({ kind: 'accepted', id: undefined }),
  findAccepted: () => Promise.resolve([]),
};

/** The secret setting with the token of the carrier; it signs webhooks too. */
export const TOKEN_SECRET = 'sms_token';

type Services = Pick<PluginContext, 'setting' | 'secret' | 'http'>;

/** Whether an admin has connected a carrier. */
export function hasCarrier({ setting }: Pick<PluginContext, 'setting'>): boolean {
  return toText(setting('sms_account')) !== '';
}

/** The carrier of the settings: the simulated one without an account. An account without a token sends nothing. */
export async function chooseCarrier(context: Services): Promise<SmsCarrierPort> {
  if (!hasCarrier(context)) return SIMULATED_CARRIER;
  const token = await context.secret(TOKEN_SECRET);
  const address = toText(context.setting('sms_address')).replace(/\/+$/, '');
  return createTwilioCarrier(context.http, { account: toText(context.setting('sms_account')), token, address });
}
