import { chromium, type Page } from 'playwright-core';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { createLiveClient, type LiveClient } from '../support/live-client.ts';
import type { BenchServer } from './servers.ts';

/** Milliseconds of one change at a node, from the request of its save. */
export interface OtherNodeTimes {
  /** Until a socket of the other node has received it. */
  readonly received: number;
  /** Until the other node has returned the new value to a search, which begins when the socket has received it. */
  readonly read: number;
  /** Until a page of the other node shows it; absent without a browser. */
  readonly shown?: number;
}

/** What a measurement of changes at another node needs. */
export interface OtherNodeInput {
  /** The node that saves, and the one whose readers wait. */
  readonly nodes: readonly [BenchServer, BenchServer];
  readonly person: { readonly email: string; readonly password: string };
  readonly changes: number;
  /** Milliseconds between two saves. */
  readonly pause: number;
  /** Milliseconds to wait for a message or the page. */
  readonly timeout: number;
  /** Path of Chromium; undefined: no page is measured. */
  readonly browser: string | undefined;
}

const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'];

/** Saves a lead at one node again and again, while a socket, a search and an open list of the other node wait for each change. */
export async function measureOtherNode(input: OtherNodeInput): Promise<readonly OtherNodeTimes[]> {
  const { nodes, person, changes, pause, timeout } = input;
  const [saving, reading] = await Promise.all(nodes.map(({ url }) => signIn(url, person)));
  if (saving === undefined || reading === undefined) throw new Error('two nodes are needed');
  const lead = (await saving.post('/api/leads?duplicates=allow', { first_name: 'Anna', last_name: 'Aaaa' })).body._id as string;
  const live = await createLiveClient(reading.url, reading.token, { timeout });
  await live.subscribe('all', { kind: 'list', module: 'leads' });
  const opened = input.browser === undefined ? undefined : await openList(input.browser, reading, person, timeout);
  const times: OtherNodeTimes[] = [];
  try {
    for (let change = 1; change <= changes; change += 1) {
      times.push(await timeChange({ saving, reading, live, page: opened?.page, timeout }, lead, `Anna${change}`));
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  } finally {
    live.close();
    await opened?.close();
  }
  return times;
}

async function signIn(url: string, person: object): Promise<ApiClient> {
  return createApiClient(url, (await createApiClient(url, undefined).post('/api/users/login', person)).body.token as string);
}

/** The list of leads in a browser, whose socket is subscribed to it. */
async function openList(
  program: string,
  { url }: ApiClient,
  { email, password }: OtherNodeInput['person'],
  timeout: number,
): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> {
  const browser = await chromium.launch({ executablePath: program, headless: true, args: FLAGS });
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(timeout);
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/app/**');
  const subscribed = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', { predicate: ({ payload }) => String(payload).includes('"subscribed","id":"w') }),
    );
  await page.goto('/app/leads?view=all');
  await page.getByRole('link', { name: 'Anna Aaaa' }).waitFor();
  await subscribed;
  return { page, close: () => browser.close() };
}

interface Watchers {
  readonly saving: ApiClient;
  readonly reading: ApiClient;
  readonly live: LiveClient;
  readonly page: Page | undefined;
  readonly timeout: number;
}

async function timeChange({ saving, reading, live, page, timeout }: Watchers, lead: string, name: string): Promise<OtherNodeTimes> {
  const startedAt = performance.now();
  const since = (): number => performance.now() - startedAt;
  const readNew = async (): Promise<{ readonly received: number; readonly read: number }> => {
    await live.next('change', (change) => change.id === lead && change.values['first_name'] === name);
    const received = since();
    while (since() < timeout) {
      const { body } = await reading.post('/api/leads/search', { searchTerms: { last_name: 'Aaaa' }, sortField: 'last_name' });
      if (body.data[0]?.first_name === name) return { received, read: since() };
    }
    throw new Error(`the other node did not return ${name}`);
  };
  const show = async (shown: Page): Promise<number> => {
    await shown.getByRole('link', { name: `${name} Aaaa` }).waitFor();
    return since();
  };
  const waiting = Promise.all([readNew(), page === undefined ? undefined : show(page)]);
  const saved = await saving.put(`/api/leads/${lead}`, { first_name: name });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  const [times, shown] = await waiting;
  return { ...times, ...(shown === undefined ? {} : { shown }) };
}
