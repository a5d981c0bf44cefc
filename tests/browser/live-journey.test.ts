import type { Page, WebSocketRoute } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { signIn } from './open-browser.ts';
import { ADMIN } from './start-product.ts';

const PRIYA = { email: 'priya@muster.test', password: 'Priya-pass1!' };

describeInBrowser('Changes by other users', ({ product, visit, enter }) => {
  let admin: ApiClient | undefined;

  const api = async (): Promise<ApiClient> => {
    if (admin !== undefined) return admin;
    const { url } = product();
    const token = (await createApiClient(url, undefined).post('/api/users/login', ADMIN)).body.token as string;
    admin = createApiClient(url, token);
    const made = await admin.post('/api/users/register', {
      ...PRIYA,
      first_name: 'Priya',
      last_name: 'Raman',
      userType: 'Standard',
      roles: ['role_recruiter'],
      active: true,
    });
    expect(made.status).toBe(201);
    return admin;
  };
  const makeLead = async (fields: object): Promise<string> => {
    const made = await (await api()).post('/api/leads?duplicates=allow', fields);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body._id as string;
  };
  const enterAsPriya = async (): Promise<Page> => {
    await api();
    const page = await visit();
    await signIn(page, PRIYA.email, PRIYA.password);
    return page;
  };
  /** The page's socket is open and subscribed to the visible records. */
  const untilLive = (page: Page): Promise<unknown> => {
    const live = page
      .waitForEvent('websocket')
      .then((socket) => socket.waitForEvent('framereceived', { predicate: ({ payload }) => String(payload).includes('subscribed') }));
    // A test that failed earlier has reported its error already.
    live.catch(() => undefined);
    return live;
  };

  it('are shown in an open grid: a new record, a change, and a record that leaves it', async () => {
    const id = await makeLead({ first_name: 'Delphine', last_name: 'Arceneaux' });
    const page = await enter();
    const live = untilLive(page);
    await page.goto('/app/leads?q=Arceneaux');
    await page.getByRole('link', { name: 'Delphine Arceneaux' }).waitFor();
    await live;
    const client = await api();
    await client.put(`/api/leads/${id}`, { first_name: 'Daphne' });
    await page.getByRole('link', { name: 'Daphne Arceneaux' }).waitFor();
    expect(await page.getByRole('link', { name: 'Delphine Arceneaux' }).count()).toBe(0);
    await makeLead({ first_name: 'Boris', last_name: 'Arceneaux' });
    await page.getByRole('link', { name: 'Boris Arceneaux' }).waitFor();
    await client.put(`/api/leads/mark-deleted/${id}`, {});
    await page.getByRole('link', { name: 'Daphne Arceneaux' }).waitFor({ state: 'detached' });
  });

  it('are shown in an open record: its values, who else has it open, and which field they edit', async () => {
    const id = await makeLead({ first_name: 'Live', last_name: 'Record', description: 'Before' });
    const page = await enter();
    const live = untilLive(page);
    await page.goto(`/app/leads/${id}`);
    await page.getByRole('heading', { name: 'Live Record', level: 1 }).waitFor();
    await live;
    await (await api()).put(`/api/leads/${id}`, { last_name: 'Changed' });
    await page.getByRole('heading', { name: 'Live Changed', level: 1 }).waitFor();
    const priya = await enterAsPriya();
    await priya.goto(`/app/leads/${id}/edit`);
    await page.getByText('Priya Raman also has this open').waitFor({ state: 'attached' });
    await priya.getByRole('textbox', { name: 'Next step' }).focus();
    await page.getByText('Priya is editing').first().waitFor();
    await priya.close();
    await page.getByText('Priya is editing').first().waitFor({ state: 'detached' });
  });

  it('are shown at once in a grid, a record and a related list, including immediate follow-up changes', async () => {
    const client = await api();
    const account = (await client.post('/api/accounts', { name: 'Quickly Schools' })).body._id as string;
    const contact = (
      await client.post('/api/contacts?duplicates=allow', { first_name: 'Zero', last_name: 'Quickly', accounts_contacts: account })
    ).body._id as string;
    const page = await enter();
    const places = [
      { at: '/app/contacts?q=Quickly', shown: () => page.getByRole('link', { name: 'Zero Quickly' }) },
      { at: `/app/contacts/${contact}`, shown: () => page.getByRole('heading', { name: 'Zero Quickly', level: 1 }) },
      {
        at: `/app/accounts/${account}`,
        shown: () => page.getByRole('complementary', { name: 'Side pane' }).getByRole('link', { name: 'Zero Quickly' }),
      },
    ];
    for (const { at, shown } of places) {
      await client.put(`/api/contacts/${contact}`, { first_name: 'Zero' });
      const live = untilLive(page);
      await page.goto(at);
      if (at.includes('/accounts/'))
        await page.getByRole('complementary', { name: 'Side pane' }).getByRole('tab', { name: 'Related' }).click();
      await shown().waitFor();
      await live;
      // A record's components subscribe to changes one after the other.
      await page.waitForLoadState('networkidle');
      for (const name of ['First', 'Second', 'Third']) {
        await client.put(`/api/contacts/${contact}`, { first_name: name });
        await page.waitForFunction((text) => document.body.innerText.includes(text), `${name} Quickly`);
      }
    }
  });

  it('reach a form that is being edited, and lose no typed value', async () => {
    const id = await makeLead({ first_name: 'Form', last_name: 'Shared' });
    const page = await enter();
    const live = untilLive(page);
    await page.goto(`/app/leads/${id}/edit`);
    await page.getByLabel('Last name').fill('Typed here');
    await live;
    await (await api()).put(`/api/leads/${id}`, { first_name: 'Theirs' });
    await page.waitForFunction(() => [...document.querySelectorAll('input')].some((input) => input.value === 'Theirs'));
    expect(await page.getByLabel('Last name').inputValue()).toBe('Typed here');
    await page.getByRole('button', { name: /^Save/ }).last().click();
    await page.getByRole('heading', { name: 'Theirs Typed here', level: 1 }).waitFor();
  });

  it('prompt for a reload after a system update, and again later if declined', async () => {
    const page = await enter();
    await page.clock.install();
    const live = untilLive(page);
    await page.goto('/app/leads?view=all');
    await page.clock.runFor(2_000);
    await live;
    await (await api()).post('/api/events/trigger-update', {});
    await page.getByRole('dialog', { name: 'System Update Warning' }).waitFor();
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The page's clock also advances by itself during these steps.
    await page.clock.runFor(240_000);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.clock.runFor(61_000);
    await page.getByRole('dialog', { name: 'System Update Warning' }).waitFor();
    const loaded = page.waitForEvent('load');
    await page.clock.runFor(31_000);
    await loaded;
  });

  it('show that the connection is lost, reconnect automatically, and load missed changes, list and record', async () => {
    const id = await makeLead({ first_name: 'Missed', last_name: 'Meanwhile' });
    const page = await enter();
    const lines = new Set<WebSocketRoute>();
    const said: string[] = [];
    const received: string[] = [];
    let isCut = false;
    await page.routeWebSocket('**/api/live', (line) => {
      if (isCut) return void line.close();
      const onward = line.connectToServer();
      lines.add(line).add(onward);
      line.onMessage((text) => {
        said.push(String(text));
        onward.send(text);
      });
      onward.onMessage((text) => {
        received.push(String(text));
        line.send(text);
      });
    });
    await page.goto('/app/leads?q=Meanwhile');
    await page.getByRole('link', { name: 'Missed Meanwhile' }).waitFor();
    await expect.poll(() => received.join().includes('"subscribed"')).toBe(true);
    isCut = true;
    for (const line of lines) await line.close({ code: 1012, reason: 'cut' });
    const note = page.getByText('No connection. What others change shows when it is back.');
    await note.waitFor();
    await (await api()).put(`/api/leads/${id}`, { first_name: 'Caught' });
    await makeLead({ first_name: 'New', last_name: 'Meanwhile' });
    // The page was not notified: it shows the values it loaded.
    expect(await page.getByRole('link', { name: 'Missed Meanwhile' }).count()).toBe(1);
    said.length = 0;
    isCut = false;
    await page.getByRole('link', { name: 'Caught Meanwhile' }).waitFor({ timeout: 30_000 * inject('timeoutFactor') });
    await page.getByRole('link', { name: 'New Meanwhile' }).waitFor();
    await note.waitFor({ state: 'detached' });
    // Only the missed changes were loaded, not everything again.
    const isResyncOfRecords = (text: string): boolean => {
      const { type, position } = JSON.parse(text) as { readonly type: string; readonly position?: string };
      // Notifications have no position: each new socket reads them again.
      return type === 'resync' && position !== '';
    };
    expect([said.some((text) => text.includes('"resume"')), received.some(isResyncOfRecords)]).toEqual([true, false]);
    await page.goto(`/app/leads/${id}`);
    await page.getByRole('heading', { name: 'Caught Meanwhile', level: 1 }).waitFor();
  });

  it('show who edits a cell of a list, to users who have the record open', async () => {
    const id = await makeLead({ first_name: 'Cell', last_name: 'Edited', next_step: 'Call first' });
    const page = await enter();
    const live = untilLive(page);
    await page.goto(`/app/leads/${id}`);
    await live;
    const priya = await enterAsPriya();
    const theirs = untilLive(priya);
    await priya.goto('/app/leads?q=Cell%20Edited');
    await priya.getByRole('link', { name: 'Cell Edited' }).waitFor();
    await theirs;
    const cell = (column: string) => priya.locator(`.ag-row[row-index="0"] .ag-cell[col-id="${column}"]`);
    // Keyboard shortcuts and tools load after the first rows; after that, a row under the pointer shows its own tools.
    await expect
      .poll(async () => {
        for (const column of ['name', 'next_step']) await cell(column).hover();
        return priya.locator('.mi-tools').count();
      })
      .toBeGreaterThan(0);
    await cell('next_step').click();
    await priya.keyboard.press('e');
    await priya.getByRole('textbox', { name: 'Next step' }).fill('Write');
    await page.getByText('Priya is editing').first().waitFor({ state: 'attached' });
    await priya.keyboard.press('Escape');
    await page.getByText('Priya is editing').first().waitFor({ state: 'detached' });
    // The record was open only for the edit.
    await page.getByText('Priya Raman also has this open').waitFor({ state: 'detached' });
  });

  it('end for a user who is deactivated: notified, with the typed values after the next sign-in', async () => {
    const page = await enterAsPriya();
    const live = untilLive(page);
    await page.goto('/app/leads/new');
    await page.getByLabel('Last name').fill('Typed until the end');
    await live;
    const client = await api();
    const {
      data: [user],
    } = (await client.post('/api/users/search', { searchTerms: { email: PRIYA.email } })).body;
    // Typed text is stored after a pause.
    await expect.poll(() => countLocalDrafts(page)).toBe(1);
    await client.put(`/api/users/mark-user-inactive/${user._id}`, {});
    await page.getByText('Your session has expired', { exact: true }).waitFor();
    await client.put(`/api/users/mark-user-active/${user._id}`, {});
    await page.getByRole('button', { name: 'Logged Out' }).click();
    await page.waitForURL('**/login');
    await signIn(page, PRIYA.email, PRIYA.password);
    await page.waitForURL('**/app/leads/new');
    await page.getByText(/was stored on this device/).waitFor();
    expect(await page.getByLabel('Last name').inputValue()).toBe('Typed until the end');
  });
});

/** Local drafts in this browser. */
function countLocalDrafts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('muster', 2);
        opening.onupgradeneeded = () => opening.result.createObjectStore('drafts', { keyPath: 'storageKey' });
        opening.onsuccess = () => {
          const counting = opening.result.transaction('drafts').objectStore('drafts').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );
}
