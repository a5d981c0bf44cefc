import { toText, foldText, readEmails, readPhones, readAddress, takeCharacters, type JsonValue } from '#engine/model';
import type { AccountsRecord, Unchecked } from '../../records.d.ts';
import { readName } from './account-name.ts';

/** The values that identify an account, normalized for comparison. */
export interface AccountIdentity {
  /** The name without the legal form. */
  readonly name: string;
  /** The name without the legal form and without words for the kind of organization. */
  readonly core: string;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  /** Host and path without `www.`; '' if the account has no website. */
  readonly website: string;
  /** Domains of the website and the e-mail addresses, without public e-mail providers. */
  readonly domains: readonly string[];
  /** Places of both addresses: 'z30030' for a ZIP, 'cdecatur|ga' for a city. */
  readonly places: readonly string[];
  /** Streets of both addresses, combined with the ZIP or the city. */
  readonly streets: readonly string[];
}

/** The fields of an account that its identity is computed from. */
export const IDENTITY_FIELDS = [
  'name',
  'office_phone',
  'email_addresses',
  'website',
  'billing_address',
  'shipping_address',
] as const satisfies readonly (keyof AccountsRecord)[];

/** Public e-mail and page providers: two accounts that share one of these domains need not be related. */
const PUBLIC_DOMAINS: ReadonlySet<string> = new Set([
  'aol.com',
  'att.net',
  'comcast.net',
  'facebook.com',
  'gmail.com',
  'hotmail.com',
  'icloud.com',
  'instagram.com',
  'linkedin.com',
  'live.com',
  'me.com',
  'msn.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'sbcglobal.net',
  'sites.google.com',
  'twitter.com',
  'verizon.net',
  'wix.com',
  'wordpress.com',
  'x.com',
  'yahoo.com',
  'ymail.com',
]);

/** Length of the name prefix that must be equal if only the street or the domain is the same. */
const NAME_PREFIX_LENGTH = 4;

/** The prefix of a normalized name. */
export function getNamePrefix(core: string): string {
  return takeCharacters(core, NAME_PREFIX_LENGTH);
}

/** For example, 'https://www.Peachford.example/home/?a=1' becomes 'peachford.example/home'. */
function readWebsite(value: JsonValue | undefined): string {
  if (typeof value !== 'string') return '';
  const [address = ''] = foldText(value)
    .replace(/^[a-z]+:\/\//, '')
    .split(/[?#]/);
  return address.replace(/^www\./, '').replace(/\/+$/, '');
}

const domainOf = (website: string): string => website.split(/[/:]/)[0] ?? '';

/** The identity of a saved or unsaved account. */
export function readIdentity(account: Unchecked<AccountsRecord>): AccountIdentity {
  const { whole, core } = readName(toText(account.name));
  const emails = readEmails(account.email_addresses);
  const site = readWebsite(account.website);
  const domains = [domainOf(site), ...emails.map((email) => email.split('@')[1] ?? '')].filter(
    (domain) => domain !== '' && !PUBLIC_DOMAINS.has(domain),
  );
  const addresses = [account.billing_address, account.shipping_address].map(readAddress);
  const placesOf = ({ city, state, zip }: ReturnType<typeof readAddress>): string[] => [
    ...(zip === '' ? [] : [`z${zip}`]),
    ...(city === '' || state === '' ? [] : [`c${city}|${state}`]),
  ];
  return {
    name: whole,
    core,
    emails,
    domains: [...new Set(domains)],
    phones: readPhones([account.office_phone]),
    website: PUBLIC_DOMAINS.has(site) ? '' : site,
    places: [...new Set(addresses.flatMap(placesOf))],
    streets: [
      ...new Set(
        addresses.flatMap((address) => (address.street === '' ? [] : placesOf(address).map((place) => `${address.street}|${place}`))),
      ),
    ],
  };
}
