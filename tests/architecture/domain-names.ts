import type { DefinitionSnapshot } from '../../engine/registry/index.ts';

/** A name of the definitions that engine and runtime-ui must not contain. */
export interface DomainName {
  readonly name: string;
  /** It is also a plain word: only where it is written as a name does it count. */
  readonly isPlainWord: boolean;
}

/** Names of modules that are also plain or technical words, and what they mean in the engine. */
const PLAIN_WORDS: { readonly [name: string]: string } = {
  buckets: 'intervals of time in a grouped query',
  contacts: 'the verb: contacts a person',
  clients: 'programs that call the server',
  documents: 'what a store or OpenAPI holds',
  jobs: 'scheduled work of the engine and of plugins',
  leads: 'the verb: leads to',
  locations: 'where code or a ZIP code is',
  messages: 'texts between processes, sockets and people',
  notes: 'remarks beside an entry of a page',
  providers: 'components of React that provide a context',
  reports: 'the verb: reports a problem',
  subs: 'subscriptions in the messages of live events',
  tasks: 'queued work of a store',
  templates: 'components with which rjsf renders the parts of a form',
};

/** Names of fields that are part of the engine's own interfaces, and of which. */
const TECHNICAL_FIELDS: { readonly [name: string]: string } = {
  appliesTo: 'records that a contribution of a plugin is for',
  duplicate_keys: 'field of the duplicate check of a plugin',
  hasEnded: 'jobs of a queue',
  isDefault: 'saved views',
  isMenu: 'components of runtime-ui',
  isPaused: 'webhooks and notices',
  isStopped: 'feeds of a store',
  not_duplicates: 'field of the duplicate check of a plugin',
  record_name: 'audit entries and e-mail addresses',
  related_module: 'relationships of a module definition',
  staff_only: 'code of an error',
  userId: 'the id of a user, everywhere',
};

/** Places where a plain word is a whole string. */
const STRINGS: readonly { readonly text: string; readonly reason: string }[] = [
  { text: "db.function('buckets',", reason: 'function of the SQLite adapter' },
  { text: '`sms:${', reason: 'scheme of a link that opens the app for text messages' },
  { text: '`{"subs":${', reason: 'property of a live message' },
];

/** Names that the product's definitions and plugins add to those of the system. Fields count if their name has several words. */
export function listDomainNames(shipped: DefinitionSnapshot, system: DefinitionSnapshot): readonly DomainName[] {
  const own = new Set([
    ...[...system.modules.values()].flatMap((module) => [module.name, ...module.fields.keys()]),
    ...system.dropdowns.keys(),
    ...system.settings.keys(),
    ...DEFAULT_FIELDS,
  ]);
  const modules = [...shipped.modules.values()];
  const fields = modules
    .flatMap((module) => [...module.fields.keys(), ...module.relations.keys()])
    .filter((name) => /[_A-Z]/.test(name) && !Object.hasOwn(TECHNICAL_FIELDS, name));
  const distinctive = [
    ...fields,
    ...[...shipped.dropdowns.keys()].filter((name) => name.includes('_')),
    ...[...shipped.settings.keys()].filter((key) => /[_-]/.test(key)),
    ...shipped.userVariables.map(({ name }) => name),
    ...[...shipped.roles.values()].map(({ name }) => name).filter((name) => name.includes(' ')),
  ];
  const words = modules.map(({ name }) => ({ name, isPlainWord: Object.hasOwn(PLAIN_WORDS, name) }));
  const all = [...words, ...distinctive.map((name) => ({ name, isPlainWord: false }))].filter(({ name }) => !own.has(name));
  return [...new Map(all.map((each) => [each.name, each])).values()];
}

/** Fields of the kinds of modules, which the engine adds itself. */
const DEFAULT_FIELDS: readonly string[] = [
  ...['first_name', 'last_name', 'mobile_phone', 'home_phone', 'office_phone', 'other_phone', 'current_address'],
  ...['billing_address', 'shipping_address', 'fax_phone', 'exp_date'],
];

/** The domain names in a text, with their lines. */
export function findDomainNames(whole: string, names: readonly DomainName[]): readonly { readonly name: string; readonly line: number }[] {
  const text = STRINGS.reduce((rest, { text: part }) => rest.replaceAll(part, ''), whole);
  const found = [
    ...matchNames(
      text,
      names.filter(({ isPlainWord }) => !isPlainWord),
      (list) => `(?<![\\w-])(${list})(?![\\w-])`,
    ),
    // A plain word counts as a whole string, in a path, or as the module of a field or a scope: 'jobs', /api/jobs, jobs.name, jobs:read.
    ...matchNames(
      text,
      names.filter(({ isPlainWord }) => isPlainWord),
      (list) => `(?<=['"\`]|/api/|module/|layout/|field/)(${list})(?=['"\`/]|[.:][a-z_*]+['"\`])`,
    ),
  ];
  return found.map(({ name, index }) => ({ name, line: text.slice(0, index).split('\n').length }));
}

function matchNames(
  text: string,
  names: readonly DomainName[],
  toPattern: (list: string) => string,
): readonly { readonly name: string; readonly index: number }[] {
  const list = names
    .map(({ name }) => name.replace(/[^\w ]/g, '\\$&'))
    .sort((one, other) => other.length - one.length)
    .join('|');
  return [...text.matchAll(new RegExp(toPattern(list), 'g'))].map((match) => ({ name: match[1] ?? '', index: match.index }));
}
