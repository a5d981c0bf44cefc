// The packages of the repository in one place: their purposes, and which others each may import. The lint rule, the
// architecture test, `npm run where` and the overview in the README of each package use this file.

/** @typedef {{ path: string, purpose: string, mayImport: string[], npmPackages?: string[] }} Package */

const SERVER_CORE = ['engine/model', 'engine/errors', 'engine/ports'];

/** @type {Package[]} The longest matching path decides. `mayImport` lists packages; a package can only be imported through its entry point. */
export const PACKAGES = [
  { path: 'engine/model', purpose: "The shared model: definition schemas and types, field types, the filter and condition grammars, access rules. Pure; runs in the browser too.", mayImport: [], npmPackages: ['typebox', 'json-logic-js', 'libphonenumber-js'] },
  { path: 'engine/errors', purpose: 'The catalogue: one row per error, and the one error class.', mayImport: [], npmPackages: [] },
  { path: 'engine/ports', purpose: 'Interfaces to the outside: store, files, mail, encryption, clock, ids, log.', mayImport: ['engine/model', 'engine/errors'], npmPackages: [] },
  { path: 'engine/registry', purpose: 'Loads, validates, merges, compiles and versions definitions; the reference index.', mayImport: SERVER_CORE, npmPackages: ['ajv', 'ajv-formats', 'typebox'] },
  { path: 'engine/access', purpose: 'Access control: combines roles, teams and ownership, and explains its decisions.', mayImport: [...SERVER_CORE, 'engine/registry'], npmPackages: [] },
  { path: 'engine/records', purpose: 'The only way to read or change a record: authorization, validation, hooks, history.', mayImport: [...SERVER_CORE, 'engine/registry', 'engine/access'], npmPackages: [] },
  { path: 'engine/automation', purpose: 'Post-commit work: the outbox, its handlers and the scheduler.', mayImport: [...SERVER_CORE, 'engine/registry', 'engine/access', 'engine/records'], npmPackages: ['croner'] },
  { path: 'engine/files', purpose: 'Uploaded files: stored, validated against their type, read with the rights on the records that link to them.', mayImport: [...SERVER_CORE, 'engine/registry', 'engine/access', 'engine/records'], npmPackages: ['file-type'] },
  { path: 'engine/live', purpose: 'Live events over websockets: changes as each user may see them, presence, and signals between processes.', mayImport: [...SERVER_CORE, 'engine/registry', 'engine/access', 'engine/records'], npmPackages: [] },
  { path: 'engine/sessions', purpose: 'Sign-in, tokens, password reset, invitations, the first admin.', mayImport: [...SERVER_CORE, 'engine/registry', 'engine/access', 'engine/records'], npmPackages: ['@node-rs/argon2'] },
  { path: 'engine/webhooks', purpose: 'Webhooks: which endpoints get which saves, signing, retries, dead deliveries.', mayImport: [...SERVER_CORE, 'engine/registry', 'engine/access', 'engine/records'], npmPackages: [] },
  { path: 'engine/plugin-host', purpose: 'definePlugin, boot checks and hook dispatch.', mayImport: [...SERVER_CORE, 'engine/registry', 'engine/access', 'engine/records', 'engine/automation'], npmPackages: ['ajv', 'typebox'] },
  { path: 'engine/api', purpose: 'HTTP: the route table, the error handler, OpenAPI, security headers.', mayImport: [...SERVER_CORE, 'engine/registry', 'engine/access', 'engine/records', 'engine/automation', 'engine/live', 'engine/sessions', 'engine/files', 'engine/webhooks', 'engine/plugin-host'], npmPackages: ['fastify', '@fastify/*', 'ws', 'pino', 'ajv'] },
  { path: 'engine/adapters/sqlite', purpose: 'The store on an embedded SQLite file.', mayImport: SERVER_CORE, npmPackages: ['better-sqlite3'] },
  { path: 'engine/adapters/mongodb', purpose: 'The store on a MongoDB replica set or sharded cluster.', mayImport: SERVER_CORE, npmPackages: ['mongodb'] },
  { path: 'engine/adapters/redis-pub-sub', purpose: 'Messages between nodes over Redis.', mayImport: SERVER_CORE, npmPackages: ['ioredis'] },
  { path: 'engine/adapters/smtp', purpose: 'Mail over SMTP.', mayImport: SERVER_CORE, npmPackages: ['nodemailer'] },
  { path: 'engine/adapters/mail-sink', purpose: 'Mail sink: stores messages as sent to outbox instead of sending them, the default.', mayImport: SERVER_CORE, npmPackages: [] },
  { path: 'engine/adapters/local-files', purpose: 'File contents in a local folder, the default.', mayImport: SERVER_CORE, npmPackages: [] },
  { path: 'engine/adapters/gridfs', purpose: 'File contents in MongoDB GridFS.', mayImport: SERVER_CORE, npmPackages: ['mongodb'] },
  { path: 'engine/adapters/us-zips', purpose: 'Geocoder for US ZIP codes, from a bundled list.', mayImport: SERVER_CORE, npmPackages: ['zipcodes'] },
  { path: 'engine/adapters/aes-cipher', purpose: 'Encryption of sensitive values with keys derived from the secret.', mayImport: SERVER_CORE, npmPackages: [] },
  { path: 'engine/adapters/outbound-http', purpose: 'Outbound HTTP requests, blocked from private addresses.', mayImport: SERVER_CORE, npmPackages: [] },
  { path: 'engine/cli', purpose: 'Commands: start, seed, migrate, where.', mayImport: ['engine'], npmPackages: [] },
  { path: 'engine', purpose: 'The entry point for plugins (index.ts) and the composition root (main.ts).', mayImport: [...SERVER_CORE, 'engine/registry', 'engine/access', 'engine/records', 'engine/automation', 'engine/live', 'engine/sessions', 'engine/files', 'engine/webhooks', 'engine/plugin-host', 'engine/api', 'engine/adapters/sqlite', 'engine/adapters/mongodb', 'engine/adapters/redis-pub-sub', 'engine/adapters/smtp', 'engine/adapters/mail-sink', 'engine/adapters/aes-cipher', 'engine/adapters/us-zips', 'engine/adapters/local-files', 'engine/adapters/gridfs', 'engine/adapters/outbound-http', 'plugins', 'migrations', 'definitions'], npmPackages: ['pino'] },
  { path: 'runtime-ui/kit', purpose: 'Components, design tokens, themes and texts. Independent of records.', mayImport: [], npmPackages: ['react', 'react-dom', '@mantine/*', 'lucide-react', 'dayjs', '@fontsource*', '@dnd-kit/*'] },
  { path: 'runtime-ui/client', purpose: 'API client, session and token.', mayImport: ['engine/model'], npmPackages: ['@tanstack/react-query', 'zustand'] },
  { path: 'runtime-ui/headless', purpose: 'Record logic without markup: lists, forms, selection, visibility.', mayImport: ['engine/model', 'runtime-ui/client'], npmPackages: ['react', '@tanstack/react-query', 'zustand', '@rjsf/utils', '@cfworker/json-schema'] },
  { path: 'runtime-ui/fields', purpose: 'A cell and a form widget for each of the 25 input types.', mayImport: ['engine/model', 'runtime-ui/kit', 'runtime-ui/client', 'runtime-ui/headless'], npmPackages: ['react', '@mantine/*', '@rjsf/*', 'lucide-react', 'dayjs'] },
  { path: 'runtime-ui/views', purpose: 'Grid, detail, forms and dialogs of any module, from its layouts.', mayImport: ['engine/model', 'runtime-ui/kit', 'runtime-ui/client', 'runtime-ui/headless', 'runtime-ui/fields', 'runtime-ui/extensions'], npmPackages: ['react', 'react-router', '@mantine/*', '@rjsf/*', 'ag-grid-community', 'ag-grid-react', 'lucide-react', '@tanstack/react-query'] },
  { path: 'runtime-ui/extensions', purpose: 'The extension slots of the UI for plugins.', mayImport: ['engine/model', 'runtime-ui/kit', 'runtime-ui/client'], npmPackages: ['react'] },
  { path: 'runtime-ui/features', purpose: 'Sign-in, shell, dashboard and other pages; features never import each other.', mayImport: ['engine/model', 'runtime-ui/kit', 'runtime-ui/client', 'runtime-ui/headless', 'runtime-ui/fields', 'runtime-ui/views', 'runtime-ui/extensions'], npmPackages: ['react', 'react-router', '@mantine/*', 'lucide-react', '@tanstack/react-query', 'zustand'] },
  { path: 'runtime-ui/app', purpose: 'Routes, providers and guards; starts the client.', mayImport: ['engine/model', 'runtime-ui/kit', 'runtime-ui/client', 'runtime-ui/headless', 'runtime-ui/views', 'runtime-ui/fields', 'runtime-ui/features', 'runtime-ui/extensions', 'plugins'], npmPackages: ['react', 'react-dom', 'react-router', '@mantine/*', '@tanstack/react-query'] },
  { path: 'runtime-ui', purpose: 'The entry point for the client part of plugins.', mayImport: ['engine/model', 'runtime-ui/kit', 'runtime-ui/client', 'runtime-ui/headless', 'runtime-ui/fields', 'runtime-ui/views', 'runtime-ui/extensions'], npmPackages: [] },
  { path: 'plugins', purpose: 'Domain rules, one folder per plugin; they import only the entry points and never each other.', mayImport: ['engine', 'engine/model', 'runtime-ui'], npmPackages: ['react', '@mantine/*', 'lucide-react'] },
  { path: 'definitions', purpose: 'Data only: modules, layouts, dropdowns, roles, settings, menus, and seeds.', mayImport: ['engine', 'engine/model'], npmPackages: ['zipcodes'] },
  { path: 'migrations', purpose: 'One numbered timeline of data and index migrations.', mayImport: [...SERVER_CORE], npmPackages: [] },
  { path: 'tests', purpose: 'Tests and tools that span several packages.', mayImport: ['*'], npmPackages: ['*'] },
];
