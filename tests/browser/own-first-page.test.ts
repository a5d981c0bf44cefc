import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '#engine/model/field-types';
import { zoneClock } from '#engine/model/time';
import type { JsonObject } from '#engine/model/values';
import { DEMO_PASSWORD } from '../../engine/application/index.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeInBrowser, describeServedProduct } from './describe-in-browser.ts';
import { findHorizontalOverflow } from './layout-checks.ts';
import { makeRecord } from './make-subs.ts';
import { sendSignIn } from './open-browser.ts';
import { registerUser, signInAs } from './register-user.ts';
import { startDemoProduct } from './start-product.ts';

const PHONE = { width: 375, height: 812 } as const;

const items = (page: Page) => page.locator('.ms-todo-item');

/** The main buttons of what is to do, as 'button: item', in the order of the page. */
const readButtons = (page: Page) =>
  items(page)
    .locator('.ms-button-primary')
    .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent));

/** The cards of a page, which are sorted from top to bottom on a phone. */
const readTitles = (page: Page) => page.getByRole('heading', { level: 2 }).allInnerTexts();

describeInBrowser('The first page of a provider on a phone', ({ product, visit }) => {
  const clock = zoneClock('America/New_York');
  const day = (days: number): string => addDays(clock.dayOf(Date.now()), days);

  /** A provider with a login and a checklist: two items are to be done, one is in review, two are done. */
  const hire = async (name: string): Promise<{ readonly email: string; readonly first: string }> => {
    const { application, data } = product();
    const { email, userId } = await registerUser(product(), 'Provider', ['role_provider'], name);
    const provider = await makeRecord(application, 'providers', { first_name: 'Terry', last_name: name, related_user: userId });
    const relatedCredentialingRecord = await makeRecord(application, 'credentialing', { name, providers_credentialing: provider });
    const add = (label: string, fields: JsonObject) =>
      makeRecord(application, 'credentialingRequiredItems', {
        label,
        provider_assigned: true,
        relatedCredentialingRecord,
        assigned_to: data.userId,
        due_date: day(9),
        ...fields,
      });
    const review_note = 'The bottom of the page is cut off.';
    const first = await add('Tuberculosis test', { status: 'Needs Correction', review_note, due_date: day(-1) });
    await add('Day of the orientation', { status: 'Open', field_type: 'Date', due_date: day(5) });
    await add('CPR card', { status: 'Submitted' });
    await add('Photo ID', { status: 'Approved' });
    await add('State license', { status: 'Approved' });
    // Neither of these counts, and only the first is listed.
    await add('Letter of a friend', { status: 'Open', isOptional: true });
    await add('Handbook', { status: 'Open', reference_only: true });
    await add('Notes of the office', { status: 'Open', provider_assigned: false });
    return { email, first };
  };

  it('has what is due first on top, with the sentence of the reviewer, one button, and the ring', async () => {
    const { email, first } = await hire('ring');
    const page = await visit(PHONE);
    await signInAs(page, email);
    await page.waitForURL('**/provider/credentialing');
    await page.getByText(/^Welcome /).waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: '2 required items left, Terry' }).waitFor();
    await page.getByRole('img', { name: '2 of 5 required items done' }).waitFor();
    await items(page).first().waitFor();
    expect(await readButtons(page)).toEqual(['Upload: Tuberculosis test', 'Open: Day of the orientation', 'Upload: Letter of a friend']);
    const top = items(page).first();
    await top.getByText('The bottom of the page is cut off.').waitFor();
    await top.getByText('1 day late').waitFor();
    // It is on the screen without scrolling, and its button can be pressed with a thumb.
    const button = await top.locator('.ms-button-primary').boundingBox();
    expect((button?.y ?? 812) + (button?.height ?? 0)).toBeLessThan(500);
    expect(button?.height).toBeGreaterThanOrEqual(44);
    await page.getByRole('heading', { level: 2, name: 'In review' }).waitFor();
    await page.getByRole('link', { name: 'CPR card' }).waitFor();
    for (const hidden of ['Handbook', 'Notes of the office']) expect(await page.getByText(hidden).count(), hidden).toBe(0);
    expect(await findHorizontalOverflow(page, 'first page of a provider')).toEqual([]);
    expect(await findAccessibilityViolations(page, 'first page of a provider', 'whole')).toEqual([]);

    await top.locator('.ms-button-primary').click();
    await page.waitForURL(`**/${first}`);
    await page.getByRole('button', { name: 'Take a picture' }).waitFor();
    expect(await page.locator('main .ms-button-primary:visible').allTextContents()).toEqual(['Take a picture']);
  });

  it('takes a date where a date is asked for, not a picture', async () => {
    const { email } = await hire('date');
    const page = await visit(PHONE);
    await signInAs(page, email);
    await page.getByRole('link', { name: 'Open: Day of the orientation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Day of the orientation' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('button', { name: /Take a picture|Choose a file/ }).count()).toBe(0);
  });

  it('says when all is done', async () => {
    const { email } = await registerUser(product(), 'Provider', ['role_provider'], 'idle');
    const page = await visit(PHONE);
    await signInAs(page, email);
    await page.getByRole('heading', { level: 1, name: 'All done, Terry' }).waitFor();
    await page.getByText('No required items to do').waitFor();
  });
});

describeServedProduct('The first pages of users who see their own records, with the demo data,', startDemoProduct, ({ visit }) => {
  const enter = async (name: string, path: string): Promise<Page> => {
    const page = await visit(PHONE);
    await sendSignIn(page, `${name}@muster.example`, DEMO_PASSWORD);
    await page.getByText(/^Welcome /).waitFor({ state: 'detached' });
    await page.goto(path);
    await items(page).first().waitFor();
    await page.waitForFunction(() => document.querySelector('.ms-skeleton, .ms-skeleton-row') === null);
    return page;
  };
  /** The titles of cards that say that they are empty or could not be loaded. */
  const findBroken = (page: Page) =>
    page
      .locator('.db-card')
      .evaluateAll((cards) =>
        cards.filter((card) => card.querySelector('.ms-line') === null).map((card) => card.querySelector('h2')?.textContent ?? ''),
      );

  it('show a provider what is left to do, shifts, time off, hours, documents and messages', async () => {
    for (const path of ['/provider/credentialing', '/provider/dashboard']) {
      const page = await enter('provider', path);
      await page.getByRole('img', { name: /^\d of \d required items done$/ }).waitFor();
      const [summary, ...titles] = await readTitles(page);
      expect(summary).toMatch(/^\d required items left, /);
      expect(titles).toEqual(
        expect.arrayContaining(['To do', 'Hours', 'Next time off', 'Documents', 'Placements', 'Messages about items']),
      );
      expect(titles[0]).toBe('To do');
      expect(await findBroken(page)).toEqual([]);
      const top = items(page).first();
      await top.getByText('The bottom of the page is cut off.', { exact: false }).waitFor();
      const button = await top.locator('.ms-button-primary').boundingBox();
      expect((button?.y ?? 812) + (button?.height ?? 0), path).toBeLessThan(500);
      expect(await findHorizontalOverflow(page, path)).toEqual([]);
      expect(await findAccessibilityViolations(page, path, 'whole')).toEqual([]);
    }
  });

  it('show a dashboard user their tasks, time off and policies', async () => {
    const page = await enter('tess.lindgren', '/dashboard');
    const [summary, ...titles] = await readTitles(page);
    expect(summary).toMatch(/^\d tasks? left, Tess$/);
    expect(titles).toEqual(expect.arrayContaining(['To do', 'Next time off', 'Policies']));
    expect(await findBroken(page)).toEqual([]);
    expect(await findHorizontalOverflow(page, 'dashboard')).toEqual([]);
    expect(await findAccessibilityViolations(page, 'dashboard', 'whole')).toEqual([]);
  });
});
