import { chromium, type Locator, type Page } from 'playwright-core';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { createLiveClient, type LiveClient } from '../support/live-client.ts';
import type { BenchServer } from './servers.ts';

/** Milliseconds of one change at a node, from the request of its save. */
export interface OtherNodeTimes {
  /** Until a socket of the other node has received it. */
  readonly received: number;
  /** Until the other node has returned the new value to a search, which begins when the socket has received it. */
  readonly read: number;
  /** Until each open page of the other node shows it; none without a browser. */
  readonly shown: { readonly [page in OpenPage]?: number };
}

/** The pages of the other node that are open while the changes are saved. */
export const OPEN_PAGES = ['list', 'record', 'board'] as const;
export type OpenPage = (typeof OPEN_PAGES)[number];

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

/** Saves a lead at one node again and again, while a socket, a search and open pages of the other node wait for each change. */
export async function measureOtherNode(input: OtherNodeInput): Promise<readonly OtherNodeTimes[]> {
  const { nodes, person, changes, pause, timeout } = input;
  const [saving, reading] = await Promise.all(nodes.map(({ url }) => signIn(url, person)));
  if (saving === undefined || reading === undefined) throw new Error('two nodes are needed');
  const lead = (await saving.post('/api/leads?duplicates=allow', { first_name: 'Anna', last_name: 'Aaaa' })).body._id as string;
  const live = await createLiveClient(reading.url, reading.token, { timeout });
  await live.subscribe('all', { kind: 'list', module: 'leads' });
  const opened = input.browser === undefined ? undefined : await openPages(input.browser, reading, { person, lead, timeout });
  const times: OtherNodeTimes[] = [];
  try {
    for (let change = 1; change <= changes; change += 1) {
      times.push(await timeChange({ saving, reading, live, pages: opened?.pages, timeout }, lead, `Anna${change}`));
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

type Pages = { readonly [page in OpenPage]: Page };

/** The new name, where a page shows it. */
const PLACES: { readonly [page in OpenPage]: (page: Page, name: string) => Locator } = {
  list: (page, name) => page.getByRole('link', { name }),
  record: (page, name) => page.getByRole('heading', { level: 1, name }),
  board: (page, name) => page.getByRole('link', { name }),
};

interface OpenInput extends Pick<OtherNodeInput, 'person' | 'timeout'> {
  readonly lead: string;
}

/** The list, the lead and the board in one browser, each with a socket that is subscribed to what it shows. */
async function openPages(
  program: string,
  { url }: ApiClient,
  { person: { email, password }, lead, timeout }: OpenInput,
): Promise<{ readonly pages: Pages; readonly close: () => Promise<void> }> {
  const browser = await chromium.launch({ executablePath: program, headless: true, args: FLAGS });
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(timeout);
  const first = await context.newPage();
  await first.goto('/login');
  await first.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await first.getByRole('textbox', { name: 'Password' }).fill(password);
  await first.getByRole('button', { name: 'Sign In' }).click();
  await first.waitForURL('**/app/**');
  const open = async (page: Page, what: OpenPage, path: string): Promise<Page> => {
    const subscribed = page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', { predicate: ({ payload }) => String(payload).includes('"subscribed","id":"w') }),
      );
    await page.goto(path);
    await PLACES[what](page, 'Anna Aaaa').waitFor();
    await subscribed;
    return page;
  };
  const pages = {
    list: await open(first, 'list', '/app/leads?view=all'),
    record: await open(await context.newPage(), 'record', `/app/leads/${lead}`),
    board: await open(await context.newPage(), 'board', '/app/leads?view=all&viewType=board:lead_status&q=Aaaa'),
  };
  return { pages, close: () => browser.close() };
}

interface Watchers {
  readonly saving: ApiClient;
  readonly reading: ApiClient;
  readonly live: LiveClient;
  readonly pages: Pages | undefined;
  readonly timeout: number;
}

async function timeChange({ saving, reading, live, pages, timeout }: Watchers, lead: string, name: string): Promise<OtherNodeTimes> {
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
  const show = async (what: OpenPage, page: Page): Promise<readonly [OpenPage, number]> => {
    await PLACES[what](page, `${name} Aaaa`).waitFor();
    return [what, since()];
  };
  const waiting = Promise.all([readNew(), Promise.all(pages === undefined ? [] : OPEN_PAGES.map((what) => show(what, pages[what])))]);
  const saved = await saving.put(`/api/leads/${lead}`, { first_name: name });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  const [times, shown] = await waiting;
  return { ...times, shown: Object.fromEntries(shown) };
}
