import { SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import type { JsonObject } from '#engine/model';
import { getPhone } from './template-values.ts';

/** The endpoint of links in messages: it shows what a person receives, and changes it. */
export const PREFERENCES_ROUTE = { method: 'POST', path: '/api/message-preferences' } as const;

/** The public page that uses the endpoint. */
export const PREFERENCES_PAGE = '/message-preferences';

const YEAR = 365 * 86_400_000;

/** Whose preferences a link is for. */
export interface LinkData {
  readonly email: string;
  /** Digits of a phone number. */
  readonly phone?: string;
  readonly person?: { readonly module: string; readonly id: string };
}

/** A link to the preferences of a recipient. */
export interface PreferenceLink {
  /** The address of the page. */
  readonly page: string;
  /** Header fields with which mail programs end further messages in one click (RFC 8058). */
  readonly headers: { readonly [name: string]: string };
}

/** Creates the link of a message to an address. A person is named with their phone number only if the address is theirs. */
export async function createPreferenceLink(
  { createLink, publicUrl, records }: Pick<PluginContext, 'createLink' | 'publicUrl' | 'records'>,
  to: string,
  message: VisibleRecord,
): Promise<PreferenceLink> {
  const related = message['related_record'] as { readonly module: string; readonly id: string } | null | undefined;
  const uses = related === null || related === undefined ? undefined : await findPerson({ records }, to, related);
  const data = { email: to, ...uses } as JsonObject;
  const { url, token } = createLink(PREFERENCES_ROUTE, { data, expiresIn: YEAR });
  return {
    page: `${publicUrl}${PREFERENCES_PAGE}?token=${token}`,
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

async function findPerson(
  { records }: Pick<PluginContext, 'records'>,
  to: string,
  { module, id }: { readonly module: string; readonly id: string },
): Promise<Omit<LinkData, 'email'> | undefined> {
  const { data } = await records.find(SYSTEM_ACTOR, { module, filter: { _id: id }, limit: 1 });
  const [person] = data;
  const hasAddress = JSON.stringify(person ?? {})
    .toLowerCase()
    .includes(`"${to.toLowerCase()}"`);
  if (person === undefined || !hasAddress) return undefined;
  const phone = getPhone(person);
  return { person: { module, id }, ...(phone === undefined ? {} : { phone }) };
}
