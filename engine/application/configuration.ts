import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { MusterError } from '../errors/index.ts';
import { findPasswordProblems, PASSWORD_MAX_LIMIT, PASSWORD_MIN } from '#engine/model/validators';
import { isEmailAddress } from '#engine/model/field-types';

/** Settings of this process, read from environment variables once. */
export interface Configuration {
  readonly port: number;
  /** 'localhost' listens only on the loopback addresses. */
  readonly host: string;
  readonly dataFolder: string;
  /** Absent: the embedded store in the data folder. */
  readonly mongodbUrl: string | undefined;
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  readonly seed: 'demo' | 'none';
  /** Public URL of the product. */
  readonly publicUrl: string;
  /** Signs tokens and encrypts sensitive values; absent: generated into the data folder. */
  readonly secret: string | undefined;
  /** The previous secret: sensitive values that it encrypted can still be read, and are encrypted again with the new one. */
  readonly secretPrevious?: string | undefined;
  /** Absent: mail is stored instead of sent. */
  readonly smtpUrl: string | undefined;
  /** Hosts on private networks that webhooks may send to, over http too: 'intranet', or 'localhost:9000' for that port only. */
  readonly webhookHosts?: readonly string[];
  /** Proxies whose `X-Forwarded-For` names the client: addresses, networks and names of networks; empty: none. */
  readonly trustProxy?: readonly string[];
  /** Absent: nodes share live events through the store. */
  readonly redisUrl?: string | undefined;
  /** Folder of definition files; absent: the product's own. */
  readonly definitionsFolder?: string | undefined;
  /** Names of the plugins that run; absent: all that are enabled. */
  readonly plugins?: readonly string[] | undefined;
  readonly workers: number;
  /** The bearer token of `GET /api/metrics`; absent: the endpoint is off. */
  readonly metricsToken?: string | undefined;
  /** Seconds of processor time for which a process may block before it exits and is replaced. */
  readonly blockLimit?: number;
  /** False: the store caches no results of reads, whatever the setting `query_cache` says. Default true. */
  readonly queryCache?: boolean;
}

type Environment = { readonly [name: string]: string | undefined };

const MIN_SECRET_LENGTH = 32;
/** Seconds; a plugin handler that runs this long without yielding is considered broken. */
export const BLOCK_LIMIT = 10;

/** Reads and checks the environment. Errors: `configuration_invalid`, with all problems. */
export function readConfiguration(environment: Environment, workingFolder: string): Configuration {
  const problems: string[] = [];
  const read = (name: string): string | undefined => {
    const value = environment[name]?.trim();
    return value === '' ? undefined : value;
  };
  const port = readNumber('PORT', read('PORT') ?? '3000', 0, 65_535, problems);
  const configuration: Configuration = {
    port,
    host: read('HOST') ?? 'localhost',
    dataFolder: path.resolve(workingFolder, read('MUSTER_DATA_DIR') ?? 'data'),
    mongodbUrl: readUrl('MONGODB_URL', read('MONGODB_URL'), ['mongodb:', 'mongodb+srv:'], problems),
    adminEmail: read('MUSTER_ADMIN_EMAIL'),
    adminPassword: environment['MUSTER_ADMIN_PASSWORD'] === '' ? undefined : environment['MUSTER_ADMIN_PASSWORD'],
    definitionsFolder: readFolder('MUSTER_DEFINITIONS_DIR', read('MUSTER_DEFINITIONS_DIR'), workingFolder, problems),
    plugins: readPlugins(read('MUSTER_PLUGINS')),
    // The demo data are those of the product's own definitions.
    seed: readChoice(
      'MUSTER_SEED',
      read('MUSTER_SEED') ?? (read('MUSTER_DEFINITIONS_DIR') === undefined ? 'demo' : 'none'),
      ['demo', 'none'],
      problems,
    ),
    publicUrl: (
      readUrl('MUSTER_PUBLIC_URL', read('MUSTER_PUBLIC_URL'), ['http:', 'https:'], problems) ?? `http://localhost:${port}`
    ).replace(/\/+$/, ''),
    secret: read('MUSTER_SECRET'),
    secretPrevious: read('MUSTER_SECRET_PREVIOUS'),
    smtpUrl: readUrl('SMTP_URL', read('SMTP_URL'), ['smtp:', 'smtps:'], problems),
    redisUrl: readUrl('REDIS_URL', read('REDIS_URL'), ['redis:', 'rediss:'], problems),
    trustProxy: readProxies('MUSTER_TRUST_PROXY', read('MUSTER_TRUST_PROXY'), read('MUSTER_PUBLIC_URL'), problems),
    webhookHosts: readHosts('MUSTER_WEBHOOK_HOSTS', read('MUSTER_WEBHOOK_HOSTS') ?? '', problems),
    workers: readNumber('MUSTER_WORKERS', read('MUSTER_WORKERS') ?? '1', 1, 64, problems),
    blockLimit: readNumber('MUSTER_BLOCK_LIMIT', read('MUSTER_BLOCK_LIMIT') ?? String(BLOCK_LIMIT), 2, 600, problems),
    metricsToken: read('MUSTER_METRICS_TOKEN'),
    queryCache: readChoice('MUSTER_QUERY_CACHE', read('MUSTER_QUERY_CACHE') ?? 'on', ['on', 'off'], problems) === 'on',
  };
  if (configuration.seed === 'demo' && configuration.definitionsFolder !== undefined)
    problems.push("MUSTER_SEED must be none with MUSTER_DEFINITIONS_DIR: the demo data are those of the product's own definitions.");
  if (configuration.metricsToken !== undefined && !/^[\x21-\x7e]{16,}$/.test(configuration.metricsToken))
    problems.push('MUSTER_METRICS_TOKEN must have 16 characters or more: letters, digits and signs of ASCII, without spaces.');
  problems.push(...findAdminProblems(configuration), ...findSecretProblems(configuration));
  if (problems.length > 0) throw new MusterError('configuration_invalid', { values: { reason: problems.join(' ') } });
  return configuration;
}

function findAdminProblems({ adminEmail, adminPassword }: Configuration): readonly string[] {
  if (adminEmail !== undefined && !isEmailAddress(adminEmail)) return ['MUSTER_ADMIN_EMAIL is not an e-mail address.'];
  if (adminPassword === undefined) return [];
  if (adminEmail === undefined) return ['MUSTER_ADMIN_PASSWORD needs MUSTER_ADMIN_EMAIL beside it.'];
  const isRight = findPasswordProblems(adminPassword, PASSWORD_MAX_LIMIT).length === 0;
  return isRight
    ? []
    : [
        `MUSTER_ADMIN_PASSWORD must have ${PASSWORD_MIN} to ${PASSWORD_MAX_LIMIT} characters, with a lowercase letter, an uppercase letter and one of @#$%^&+=?!*.`,
      ];
}

function findSecretProblems({ secret, secretPrevious, mongodbUrl }: Configuration): readonly string[] {
  if (secretPrevious !== undefined && secretPrevious.length < MIN_SECRET_LENGTH)
    return [`MUSTER_SECRET_PREVIOUS must have ${MIN_SECRET_LENGTH} characters or more.`];
  if (secret !== undefined && secret.length < MIN_SECRET_LENGTH)
    return [`MUSTER_SECRET must have ${MIN_SECRET_LENGTH} characters or more.`];
  if (secret === undefined && mongodbUrl !== undefined)
    return ['With MONGODB_URL, MUSTER_SECRET must be given: the same on every node (such as `openssl rand -hex 32` prints).'];
  return [];
}

function readNumber(name: string, text: string, lowest: number, highest: number, problems: string[]): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= lowest && value <= highest) return value;
  problems.push(`${name} must be a whole number from ${lowest} to ${highest}.`);
  return lowest;
}

function readChoice<T extends string>(name: string, text: string, choices: readonly [T, ...T[]], problems: string[]): T {
  const choice = choices.find((one) => one === text);
  if (choice === undefined) problems.push(`${name} can be ${choices.join(' or ')}.`);
  return choice ?? choices[0];
}

function readFolder(name: string, given: string | undefined, workingFolder: string, problems: string[]): string | undefined {
  if (given === undefined) return undefined;
  const folder = path.resolve(workingFolder, given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) problems.push(`${name} is not a folder.`);
  return folder;
}

/** Parses comma-separated names; 'none' is an empty list. */
function readPlugins(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  return text === 'none' ? [] : text.split(',').map((name) => name.trim());
}

/** Names of networks that a proxy may be in. */
const PROXY_NETWORKS: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Parses comma-separated proxies; 'none' trusts no proxy. By default those on private networks are trusted when the public URL is https,
 * because a proxy then terminates TLS.
 */
function readProxies(name: string, text: string | undefined, publicUrl = '', problems: string[]): readonly string[] {
  if (text === undefined) return publicUrl.startsWith('https:') ? PROXY_NETWORKS : [];
  if (text === 'none') return [];
  const proxies = text.split(',').map((proxy) => proxy.trim());
  if (!proxies.every((proxy) => PROXY_NETWORKS.includes(proxy) || isNetwork(proxy)))
    problems.push(
      `${name} must be none, or addresses, networks, loopback, linklocal or uniquelocal with commas between, such as 10.0.0.0/8.`,
    );
  return proxies;
}

/** An address, alone or with the length of a network's prefix. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** Parses comma-separated hosts, with or without a port, and converts them to lower case. */
function readHosts(name: string, text: string, problems: string[]): readonly string[] {
  const hosts = text
    .toLowerCase()
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
  if (!hosts.every((host) => /^[a-z0-9._-]+(:\d{1,5})?$/.test(host)))
    problems.push(`${name} must be hosts with commas between, such as intranet or localhost:9000.`);
  return hosts;
}

function readUrl(name: string, text: string | undefined, protocols: readonly string[], problems: string[]): string | undefined {
  if (text === undefined) return undefined;
  // A MongoDB URL may list several hosts, which `URL` cannot parse.
  const isRight =
    protocols.some((protocol) => text.startsWith(`${protocol}//`) && text.length > protocol.length + 2) &&
    (protocols.includes('mongodb:') || URL.canParse(text));
  if (!isRight) problems.push(`${name} must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`);
  return text;
}
