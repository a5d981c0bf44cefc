import type { PluginContext, VisibleRecord } from '#engine';
import { readEmails, toText } from '#engine/model';
import { NOTICES } from './notices.ts';

type Context = Pick<PluginContext, 'setting' | 'service' | 'hasService' | 'publicUrl'>;

/** A text for a provider. */
export interface ProviderText {
  readonly provider: VisibleRecord;
  /** One line, which is the subject of the e-mail and the text message. */
  readonly subject: string;
  /** What the e-mail says, and what to do. */
  readonly request: string;
  /** Id of the owner, '' for none. */
  readonly owner: string;
  /** What makes it one message for each way, however often it is sent. */
  readonly key: string;
}

/** Writes to a provider by e-mail and by text message, as the setting says and the ledger allows. */
export async function writeToProvider(context: Context, { provider, subject, request, owner, key }: ProviderText): Promise<void> {
  if (!context.hasService(NOTICES)) return;
  const ways = context.setting('reminder_channels');
  const chosen = Array.isArray(ways) ? ways : [];
  const link = `${context.publicUrl}/provider/credentialing`;
  const about = { subject, module: 'providers', record: provider._id, owner: owner === '' ? undefined : owner };
  const [email] = [...readEmails(provider['email_addresses']), ...readEmails(provider['email'])];
  const phone = toText(provider['mobile_phone']);
  const notices = context.service(NOTICES);
  if (email !== undefined && chosen.includes('email')) {
    const text = `Hello ${toText(provider['first_name'] ?? provider['name'])},\n\n${request} ${link}`;
    await notices.send({ ...about, channel: 'email', to: email, text, key: `${key}/email` });
  }
  if (phone !== '' && chosen.includes('sms'))
    await notices.send({ ...about, channel: 'sms', to: phone, text: `${subject}. ${link}`, key: `${key}/sms` });
}
