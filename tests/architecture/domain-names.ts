import type { DefinitionSnapshot } from '../../engine/registry/index.ts';

/** A name of the definitions that engine and runtime-ui must not contain. */
export interface DomainName {
  readonly name: string;
  /** It is also a plain word: only where it is written as a name does it count. */
  readonly isPlainWord: boolean;
}

/** Fields that tests of the engine give to modules of their own, and why: the definitions have fields of the same name. */
const TEST_FIELDS: { readonly [name: string]: string } = {
  due_date: 'a date of any record',
  email_addresses: 'the usual name of a field of type EmailAddress',
  end_date: 'a date of any record',
  start_date: 'a date of any record',
};

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
  alertType: 'messages of workflows',
  appliesTo: 'records that a contribution of a plugin is for',
  campaignTemplate: 'messages of workflows',
  duplicate_keys: 'field of the duplicate check of a plugin',
  hasEnded: 'jobs of a queue',
  isDefault: 'saved views',
  isMenu: 'components of runtime-ui',
  isPaused: 'webhooks and notices',
  isStopped: 'feeds of a store',
  not_duplicates: 'field of the duplicate check of a plugin',
  record_name: 'audit entries and e-mail addresses',
  relatedModule: 'conditions of workflows',
  related_module: 'relationships of a module definition',
  sourceType: 'messages of workflows',
  staff_only: 'code of an error',
  userId: 'the id of a user, everywhere',
  variable_field: 'messages of workflows',
  variable_module: 'messages of workflows',
};

/** Names of dropdowns and settings that mean something else in the engine, and what. */
const TECHNICAL_WORDS: { readonly [name: string]: string } = {
  audience: 'who may read a saved view or open a page',
  department: 'a field of the kinds of modules',
  states: 'texts of screens that load, are empty or failed',
};

/** Places where a plain word is a whole string. */
const STRINGS: readonly { readonly text: string; readonly reason: string }[] = [
  { text: "db.function('buckets',", reason: 'function of the SQLite adapter' },
  { text: '`sms:${', reason: 'scheme of a link that opens the app for text messages' },
  { text: '`{"subs":${', reason: 'property of a live message' },
  { text: "LiveChange['subs']", reason: 'property of a live message' },
  { text: '`documents/`', reason: 'folder of engine/records' },
  { text: "TEMPLATE_MODULE = 'templates'", reason: 'module of the templates that messages of workflows name' },
];

/**
 * Names that the product's definitions and plugins add to those of the system: modules, fields with a name of several words, dropdowns,
 * settings, filter variables, roles, menus and user types. One word that is not the name of a module counts where it is a whole string.
 */
export function listDomainNames(shipped: DefinitionSnapshot, system: DefinitionSnapshot): readonly DomainName[] {
  const own = new Set([
    ...[...system.modules.values()].flatMap((module) => [module.name, ...module.fields.keys()]),
    ...system.dropdowns.keys(),
    ...system.settings.keys(),
    ...listUserTypes(system),
    ...DEFAULT_FIELDS,
  ]);
  const modules = [...shipped.modules.values()];
  const fields = modules
    .flatMap((module) => [...module.fields.keys(), ...module.relations.keys()])
    .filter((name) => /[_A-Z]/.test(name) && !Object.hasOwn(TECHNICAL_FIELDS, name));
  const others = [
    ...shipped.dropdowns.keys(),
    ...shipped.settings.keys(),
    ...[...shipped.roles.values()].map(({ name }) => name),
    ...shipped.menus.map(({ name }) => name),
    ...listUserTypes(shipped),
  ].filter((name) => !Object.hasOwn(TECHNICAL_WORDS, name));
  const all = [
    ...others.map((name) => ({ name, isPlainWord: !/[_ -]/.test(name) })),
    ...[...fields, ...shipped.userVariables.map(({ name }) => name)].map((name) => ({ name, isPlainWord: false })),
    ...modules.map(({ name }) => ({ name, isPlainWord: Object.hasOwn(PLAIN_WORDS, name) })),
  ].filter(({ name }) => !own.has(name));
  return [...new Map(all.map((each) => [each.name, each])).values()];
}

/** The names that tests of the engine must not contain either. */
export function listTestDomainNames(names: readonly DomainName[]): readonly DomainName[] {
  return names.filter(({ name }) => !Object.hasOwn(TEST_FIELDS, name));
}

function listUserTypes({ dropdowns }: DefinitionSnapshot): readonly string[] {
  return dropdowns.get('user_type')?.options.map(({ value }) => value) ?? [];
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
