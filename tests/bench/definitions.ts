// `npm run bench:definitions`: how long publishing definitions holds the event loop; see README.md in this folder.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { composeApplication, readConfiguration, serve, tuneHeap, type Application } from '../../engine/application/index.ts';
import type { JsonObject } from '#engine/model/values';
import { median } from './load.ts';
import { getTimeoutFactor, timeNode } from './time-node.ts';

/** Milliseconds that nothing may hold the event loop for, on the reference machine. */
const BOUND_MILLISECONDS = 50;
const ADMIN = { email: 'bench@muster.test', password: 'Bench-pass1!' };
const SILENT_LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error };

/** Requests are sent by another thread, so that their cost is not measured. */
const CLIENT = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', async ({ url, method, token, body }) => {
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
  const startedAt = performance.now();
  const response = await fetch(url, { method, headers: body ? headers : { authorization: headers.authorization }, body: body ? JSON.stringify(body) : null });
  const text = await response.text();
  parentPort.postMessage({ status: response.status, took: performance.now() - startedAt, text: text.length < 10000 ? text : '' });
});`;

interface ClientResponse {
  readonly status: number;
  readonly took: number;
  readonly text: string;
}

/** Sends one request at a time. */
type Send = (method: string, path: string, body?: JsonObject) => Promise<ClientResponse>;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });

/** The longest time between two turns of the event loop since the last call, in milliseconds. */
function watchLoop(): () => number {
  let last = performance.now();
  let longest = 0;
  const turn = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  setInterval(turn, 1).unref();
  return () => {
    turn();
    const found = longest;
    longest = 0;
    return found;
  };
}

async function openClient(url: string): Promise<Send> {
  const worker = new Worker(CLIENT, { eval: true });
  worker.unref();
  let token = '';
  const send: Send = (method, path, body) =>
    new Promise((resolve) => {
      worker.once('message', resolve);
      worker.postMessage({ url: `${url}${path}`, method, token, body });
    });
  const signedIn = await send('POST', '/api/users/login', ADMIN);
  token = (JSON.parse(signedIn.text) as { readonly token: string }).token;
  return send;
}

/** One round: each step changes something else than in the round before. */
function listSteps({ registry }: Application, round: number): readonly (readonly [name: string, ...Parameters<Send>])[] {
  const snapshot = registry.current();
  const label = `Bench ${round}`;
  const leads = snapshot.modules.get('leads');
  const layout = leads?.layouts.find(({ view }) => view === 'grid');
  const dropdown = snapshot.dropdowns.get('lead_status');
  const setting = snapshot.settings.get('undo_days');
  if (!leads || !layout || !dropdown || !setting) throw new Error('the definitions that the bench changes are missing');
  const options = dropdown.options.map((option, index) => (index === 0 ? { ...option, label } : option));
  const sections = layout.sections.map((section, index) => (index === 0 ? { ...section, label } : section));
  return [
    ['publish a setting', 'PUT', `/api/admin-settings/${setting.id}`, { setting: 10 + round }],
    ['publish a layout', 'PUT', `/api/layouts/${layout.id}`, { sections: sections as never }],
    ['publish a dropdown', 'PUT', `/api/dropdowns/${dropdown.id}`, { options: options as never }],
    ['publish a role', 'PUT', '/api/roles/role_recruiter', { description: label }],
    ['publish a module', 'PUT', `/api/ss-modules/${leads.id}`, { label }],
    ['then read the module', 'GET', `/api/ss-modules/${leads.id}`],
    ['then search', 'POST', '/api/leads/search', {}],
    ['then save', 'POST', '/api/leads', { first_name: 'Bench', last_name: label }],
    ['then OpenAPI', 'GET', '/api/openapi.json'],
    ['OpenAPI again', 'GET', '/api/openapi.json'],
    ['publish a new module', 'POST', '/api/ss-modules', { name: `bench${round}`, label, fields: [] }],
  ];
}

async function run(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'muster-bench-definitions-'));
  tuneHeap();
  const configuration = readConfiguration(
    { MUSTER_DATA_DIR: folder, MUSTER_SEED: 'none', MUSTER_ADMIN_EMAIL: ADMIN.email, MUSTER_ADMIN_PASSWORD: ADMIN.password },
    folder,
  );
  const application = await composeApplication({ ...configuration, port: 0 }, { log: SILENT_LOG, watchdog: false });
  await application.ensureFirstAdmin();
  const running = await serve(application);
  const send = await openClient(running.url);
  const readLongest = watchLoop();
  const heap = new Map<string, number[]>();
  const took = new Map<string, number[]>();
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const [name, ...request] of listSteps(application, round)) {
      readLongest();
      const response = await send(...request);
      if (response.status >= 300) throw new Error(`${name}: ${response.status} ${response.text}`);
      // The first round is warm-up: it runs code that is not compiled yet.
      if (round === 0) continue;
      heap.set(name, [...(heap.get(name) ?? []), readLongest()]);
      took.set(name, [...(took.get(name) ?? []), response.took]);
    }
  }
  report(heap, took);
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
}

function report(heap: ReadonlyMap<string, readonly number[]>, took: ReadonlyMap<string, readonly number[]>): void {
  const node = timeNode();
  const bound = Math.round(BOUND_MILLISECONDS * getTimeoutFactor(node));
  process.stdout.write(
    `node -e 0: ${node} ms, ${values.rounds} rounds\n\n| step | held, median | longest | at most | took |\n| --- | --- | --- | --- | --- |\n`,
  );
  for (const [name, times] of heap) {
    const longest = Math.max(...times);
    process.stdout.write(
      `| ${name} | ${Math.round(median(times))} ms | ${Math.round(longest)} ms | ${bound} ms ${longest <= bound ? 'reached' : 'missed'} | ${Math.round(median(took.get(name) ?? []))} ms |\n`,
    );
  }
}

await run();
process.exit(0);
