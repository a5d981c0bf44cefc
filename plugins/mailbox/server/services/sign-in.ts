import { createHash, randomBytes } from 'node:crypto';
import { MusterError, type PluginContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { readCredentials, setAccount, type Credentials, type MailAccount } from './mail-account.ts';

type SignInContext = Pick<PluginContext, 'http' | 'records' | 'setting' | 'secret' | 'clock' | 'refuse'>;

/** A token is renewed so long before it expires. */
const RENEWED_BEFORE_MS = 60_000;
/** An approval is waited for so long; the codes of providers are good for minutes. */
const APPROVAL_LIFE_MS = 3_600_000;
/** What a token is good for if the provider does not say it. */
const DEFAULT_LIFE_SECONDS = 3_600;

/** The provider with which accounts are approved, from the settings. */
interface Provider {
  readonly clientId: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly scope: string;
}

/** The name and the password or token of an account. Errors: `mail_account_incomplete`, `mail_approval_failed`. */
export async function readLogin(
  context: SignInContext,
  account: MailAccount,
): Promise<{ user: string; pass?: string; accessToken?: string }> {
  const user = toText(account['username']).trim() || toText(account['gmail_email_address']);
  const credentials = readCredentials(account);
  if (credentials === undefined) return context.refuse('mail_account_incomplete');
  if (credentials.password !== undefined) return { user, pass: credentials.password };
  return { user, accessToken: await readAccessToken(context, account, credentials) };
}

async function readAccessToken(context: SignInContext, account: MailAccount, credentials: Credentials): Promise<string> {
  const { accessToken = '', refreshToken = '', expiresAt = 0 } = credentials;
  if (accessToken !== '' && expiresAt > context.clock.now() + RENEWED_BEFORE_MS) return accessToken;
  const renewed = await requestTokens(context, { grant_type: 'refresh_token', refresh_token: refreshToken });
  const stored = { refreshToken, ...renewed };
  await setAccount(context, account, { credentials: JSON.stringify(stored) });
  return stored.accessToken ?? '';
}

/** A new approval: the page of the provider, and what the product must remember of it. */
export function beginApproval(
  { setting, refuse, clock }: Pick<SignInContext, 'setting' | 'refuse' | 'clock'>,
  account: MailAccount,
  redirectUrl: string,
) {
  const { clientId, authorizationUrl, scope } = readProvider({ setting, refuse });
  const verifier = randomBytes(48).toString('base64url');
  const state = randomBytes(24).toString('base64url');
  const url = new URL(authorizationUrl);
  const query = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUrl,
    scope,
    state,
    login_hint: toText(account['gmail_email_address']),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { url: url.href, approval: JSON.stringify({ verifier, redirectUrl, begunAt: clock.now() }) };
}

/** Whether the approval of an account was begun so long ago that its code is not good any more. */
export function isApprovalOver({ clock }: Pick<SignInContext, 'clock'>, account: MailAccount): boolean {
  const { begunAt = 0 } = JSON.parse(toText(account['approval']) || '{}') as { readonly begunAt?: number };
  return clock.now() - begunAt > APPROVAL_LIFE_MS;
}

/** An approval that does not come: the account is what it was before, and says why it is not connected. */
export function endApproval(account: MailAccount, reason: string): JsonObject {
  const isConnected = readCredentials(account) !== undefined;
  return { approval: null, ...(isConnected ? {} : { status: 'Not Connected', failure: reason }) };
}

/** The tokens for the code that a user brings from the page of the provider. Errors: `mail_approval_failed`. */
export async function completeApproval(context: SignInContext, account: MailAccount, code: string): Promise<Credentials> {
  const text = toText(account['approval']);
  if (text === '') return context.refuse('mail_approval_failed', { message: 'Begin the approval first.' });
  const { verifier, redirectUrl } = JSON.parse(text) as { readonly verifier: string; readonly redirectUrl: string };
  return requestTokens(context, { grant_type: 'authorization_code', code, redirect_uri: redirectUrl, code_verifier: verifier });
}

async function requestTokens(context: SignInContext, form: { readonly [name: string]: string }): Promise<Credentials> {
  const { clientId, tokenUrl } = readProvider(context);
  const secret = await context.secret('mail_client_secret');
  const body = new URLSearchParams({ ...form, client_id: clientId, ...(secret === undefined ? {} : { client_secret: secret }) });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const granted = await readResponse(context, { url: tokenUrl, body: body.toString(), headers });
  const accessToken = toText(granted['access_token']);
  if (accessToken === '') return context.refuse('mail_approval_failed');
  const life = Number(granted['expires_in'] ?? DEFAULT_LIFE_SECONDS);
  const refreshToken = toText(granted['refresh_token']);
  return {
    accessToken,
    ...(refreshToken === '' ? {} : { refreshToken }),
    expiresAt: context.clock.now() + (Number.isFinite(life) ? life : DEFAULT_LIFE_SECONDS) * 1_000,
  };
}

/** Errors: `mail_approval_failed`, never with what was sent. */
async function readResponse(context: SignInContext, request: { url: string; body: string; headers: { [name: string]: string } }) {
  try {
    const response = await context.http.request(request);
    if (response.status === 200) return response.json() as JsonObject;
    context.refuse('mail_approval_failed', { message: `The provider refused the approval (${response.status}).` });
  } catch (error) {
    if (error instanceof MusterError && error.code === 'outbound_failed')
      context.refuse('mail_approval_failed', { message: `The provider cannot be reached. ${error.message}` });
    throw error;
  }
}

function readProvider({ setting, refuse }: Pick<SignInContext, 'setting' | 'refuse'>): Provider {
  const read = (key: string): string => toText(setting(key));
  const provider = {
    clientId: read('mail_client_id'),
    authorizationUrl: read('mail_authorization_url'),
    tokenUrl: read('mail_token_url'),
    scope: read('mail_scope'),
  };
  return provider.clientId === '' ? refuse('mail_approval_not_set_up') : provider;
}
