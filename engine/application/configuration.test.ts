import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MusterError } from '../errors/index.ts';
import { readConfiguration } from './configuration.ts';

const SECRET = 's'.repeat(32);

function problemOf(environment: { readonly [name: string]: string }): string {
  try {
    readConfiguration(environment, '/srv');
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(MusterError);
    expect((error as MusterError).code).toBe('configuration_invalid');
    return (error as MusterError).message;
  }
}

describe('The configuration', () => {
  it('has a default for everything', () => {
    expect(readConfiguration({}, '/srv')).toEqual({
      port: 3000,
      host: 'localhost',
      dataFolder: path.resolve('/srv/data'),
      mongodbUrl: undefined,
      adminEmail: undefined,
      adminPassword: undefined,
      seed: 'demo',
      publicUrl: 'http://localhost:3000',
      secret: undefined,
      smtpUrl: undefined,
      workers: 1,
      blockLimit: 10,
      queryCache: true,
      trustProxy: [],
      webhookHosts: [],
    });
  });

  it('reads the given values and treats an empty text as missing', () => {
    const configuration = readConfiguration(
      {
        PORT: '8080',
        HOST: '0.0.0.0',
        MUSTER_DATA_DIR: '/data',
        MONGODB_URL: 'mongodb://a:1,b:2/muster?replicaSet=r',
        MUSTER_SECRET: SECRET,
        MUSTER_ADMIN_EMAIL: 'a@b.example',
        MUSTER_ADMIN_PASSWORD: 'Abcdefg1!',
        MUSTER_SEED: 'none',
        MUSTER_PUBLIC_URL: 'https://muster.example/',
        SMTP_URL: 'smtps://u:p@mail.example:465',
        MUSTER_WORKERS: '4',
        REDIS_URL: 'rediss://cache.example:6380/2',
        MUSTER_WEBHOOK_HOSTS: 'Intranet, localhost:9000',
        MUSTER_QUERY_CACHE: 'off',
      },
      '/srv',
    );
    expect(configuration).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      dataFolder: '/data',
      publicUrl: 'https://muster.example',
      seed: 'none',
      workers: 4,
      adminPassword: 'Abcdefg1!',
      redisUrl: 'rediss://cache.example:6380/2',
      webhookHosts: ['intranet', 'localhost:9000'],
      queryCache: false,
    });
    expect(readConfiguration({ PORT: ' ', MUSTER_SEED: '' }, '/srv')).toMatchObject({ port: 3000, seed: 'demo' });
  });

  it('trusts the proxies that MUSTER_TRUST_PROXY names; with an https address those on private networks by default', () => {
    const trusted = (environment: { readonly [name: string]: string }) => readConfiguration(environment, '/srv').trustProxy;
    expect(trusted({ MUSTER_PUBLIC_URL: 'https://muster.example' })).toEqual(['loopback', 'linklocal', 'uniquelocal']);
    expect(trusted({ MUSTER_PUBLIC_URL: 'https://muster.example', MUSTER_TRUST_PROXY: 'none' })).toEqual([]);
    expect(trusted({ MUSTER_TRUST_PROXY: 'loopback, 203.0.113.7,2001:db8::/32' })).toEqual(['loopback', '203.0.113.7', '2001:db8::/32']);
  });

  it.each([
    ['MUSTER_TRUST_PROXY', { MUSTER_TRUST_PROXY: 'everyone' }],
    ['MUSTER_TRUST_PROXY', { MUSTER_TRUST_PROXY: '10.0.0.0/33' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '3e3' }],
    ['MUSTER_WORKERS', { MUSTER_WORKERS: '0' }],
    ['MUSTER_SEED', { MUSTER_SEED: 'all' }],
    ['MONGODB_URL', { MONGODB_URL: 'postgres://x', MUSTER_SECRET: SECRET }],
    ['MUSTER_SECRET must be given', { MONGODB_URL: 'mongodb://x/y' }],
    ['MUSTER_SECRET', { MUSTER_SECRET: 'short' }],
    ['MUSTER_METRICS_TOKEN', { MUSTER_METRICS_TOKEN: 'fifteen-letters' }],
    ['MUSTER_METRICS_TOKEN', { MUSTER_METRICS_TOKEN: 'a token with spaces' }],
    ['REDIS_URL', { REDIS_URL: 'http://x' }],
    ['MUSTER_ADMIN_EMAIL', { MUSTER_ADMIN_EMAIL: 'nobody' }],
    ['MUSTER_ADMIN_EMAIL', { MUSTER_ADMIN_PASSWORD: 'Abcdefg1!' }],
    ['MUSTER_ADMIN_PASSWORD', { MUSTER_ADMIN_EMAIL: 'a@b.example', MUSTER_ADMIN_PASSWORD: 'weak' }],
    ['SMTP_URL', { SMTP_URL: 'http://mail' }],
    ['MUSTER_PUBLIC_URL', { MUSTER_PUBLIC_URL: 'muster.example' }],
    ['MUSTER_QUERY_CACHE can be on or off.', { MUSTER_QUERY_CACHE: 'no' }],
    ['MUSTER_DEFINITIONS_DIR is not a folder', { MUSTER_DEFINITIONS_DIR: 'nothing' }],
    ['MUSTER_SEED must be none with MUSTER_DEFINITIONS_DIR', { MUSTER_DEFINITIONS_DIR: import.meta.dirname, MUSTER_SEED: 'demo' }],
    ['MUSTER_WEBHOOK_HOSTS', { MUSTER_WEBHOOK_HOSTS: 'http://intranet' }],
  ] as const)('refuses an invalid %s', (text, environment) => {
    expect(problemOf(environment)).toContain(text);
  });

  it('can run other definitions, without demo data, and some plugins or none', () => {
    const folder = import.meta.dirname;
    expect(readConfiguration({ MUSTER_DEFINITIONS_DIR: '.' }, folder)).toMatchObject({ definitionsFolder: folder, seed: 'none' });
    expect(readConfiguration({ MUSTER_PLUGINS: 'none' }, '/srv').plugins).toEqual([]);
    expect(readConfiguration({ MUSTER_PLUGINS: 'one, two' }, '/srv').plugins).toEqual(['one', 'two']);
  });

  it('accepts a first admin password of up to 128 characters, and names both limits when it refuses one', () => {
    const configurationOf = (adminPassword: string) => ({ MUSTER_ADMIN_EMAIL: 'a@b.example', MUSTER_ADMIN_PASSWORD: adminPassword });
    for (const length of [24, 128]) expect(problemOf(configurationOf(`Ab!${'x'.repeat(length - 3)}`))).toBe('');
    for (const refused of [`Ab!${'x'.repeat(126)}`, 'Ab!x', 'a'.repeat(24)])
      expect(problemOf(configurationOf(refused))).toContain('must have 8 to 128 characters, with a lowercase letter');
  });

  it('reports all problems at once', () => {
    const problem = problemOf({ PORT: 'x', MUSTER_WORKERS: 'y', REDIS_URL: 'http://x' });
    for (const name of ['PORT', 'MUSTER_WORKERS', 'REDIS_URL']) expect(problem).toContain(name);
  });
});
