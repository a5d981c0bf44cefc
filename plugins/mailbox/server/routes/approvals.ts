import { SYSTEM_ACTOR, type PluginRouteContext, type PluginRouteResponse } from '#engine';
import { toText } from '#engine/model';
import { readCredentials, setAccount, type MailAccount } from '../services/mail-account.ts';
import { beginApproval, completeApproval, endApproval } from '../services/sign-in.ts';
import { readOwn } from './accounts.ts';

/** The page on which the user finds the code of the provider. */
const CODE_PAGE = '/auth-code';

/** `POST /api/gmail-accounts/request-auth-token` `{ account }`: the page of the provider on which the user approves the account. */
export async function requestApproval(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const account = await readOwn(context, (context.body as { readonly account: string }).account);
  return { body: { url: await begin(context, account) } };
}

/** An account that is connected stays so until it is approved again. */
async function begin(context: PluginRouteContext, account: MailAccount): Promise<string> {
  const { url, approval } = beginApproval(context, account, `${context.publicUrl}${CODE_PAGE}`);
  const isConnected = readCredentials(account) !== undefined;
  await setAccount(context, account, { approval, ...(isConnected ? {} : { status: 'Waiting for Approval', failure: null }) });
  return url;
}

/** `POST /api/gmail-accounts/:account/cancel-approval`: the user has not approved the account: it is as it was before. */
export async function cancelApproval(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const account = await readOwn(context, context.parameters['account'] ?? '');
  if (toText(account['approval']) !== '') await setAccount(context, account, endApproval(account, 'The approval was cancelled.'));
  return { body: { cancelled: toText(account['approval']) !== '' } };
}

/** `POST /api/gmail-accounts/submit-approval-code` `{ account, code }`: the code from that page is exchanged for tokens. */
export async function submitApprovalCode(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { account: id, code } = context.body as { readonly account: string; readonly code: string };
  const account = await readOwn(context, id);
  const tokens = await completeApproval(context, account, code.trim());
  const { refreshToken } = readCredentials(account) ?? {};
  const credentials = JSON.stringify({ ...(refreshToken === undefined ? {} : { refreshToken }), ...tokens });
  await setAccount(context, account, { credentials, approval: null, failures: 0, retry_at: null, failure: null });
  return { body: { approved: true } };
}

/** `POST /api/gmail-accounts/send-test` `{ account }`: an e-mail to the address of the account. */
export async function sendTest(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const account = await readOwn(context, (context.body as { readonly account: string }).account);
  const to = toText(account['gmail_email_address']);
  await context.mail.send({ to: [to], subject: 'Test of your mail account', text: `This e-mail was sent to ${to} as a test.` });
  return { status: 202, body: { to } };
}

/**
 * `POST /api/gmail-accounts/send-verification` `{ account }`: an e-mail to the address of the account that says who connects it, with the page
 * of the provider if it is to be approved there.
 */
export async function sendVerification(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const account = await readOwn(context, (context.body as { readonly account: string }).account);
  const to = toText(account['gmail_email_address']);
  const user = await context.records.get(SYSTEM_ACTOR, { module: 'users', id: toText(account['user']) });
  const needsApproval = readCredentials(account) === undefined && toText(context.setting('mail_client_id')) !== '';
  const page = needsApproval ? await begin(context, account) : undefined;
  const lines = [
    `${toText(user['name'])} connects this mailbox with ${context.publicUrl}.`,
    ...(page === undefined ? [] : [`Approve it here, and enter the code that is shown afterwards: ${page}`]),
    'If you do not know this person, ignore this e-mail, and nothing is connected.',
  ];
  await context.mail.send({ to: [to], subject: 'Verify your mail account', text: lines.join('\n\n') });
  return { status: 202, body: { to, approval: needsApproval } };
}
