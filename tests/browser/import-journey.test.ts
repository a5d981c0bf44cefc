import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findHorizontalOverflow, findSmallTargets } from './layout-checks.ts';

const WIDE = { width: 1440, height: 900 } as const;
const PHONE = { width: 375, height: 812 } as const;

const FILE = `First name,Last name,Cell,Discipline,Status,Remark
Adaeze,Whitcombe,(713) 555-0121,"School Nurse, RN",Screening,a
Tomas,Bergqvist,(210) 555-0137,Speech Path,Screening,b
Imani,Castellanos,(956) 555-0164,Speech Path,Screening,c
Farrah,Delacroix,555-01,School Psychologist,Screening,d
`;

const NAMES = ['Whitcombe', 'Bergqvist', 'Castellanos', 'Delacroix'];

/** Milliseconds that an import of few rows takes at most. */
const LONG = 30_000 * inject('timeoutFactor');

async function inspect(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size);
    found.push(...(await findAccessibilityViolations(page, screen)), ...(await findHorizontalOverflow(page, screen)));
    if (size === PHONE) found.push(...(await findSmallTargets(page, screen)));
  }
  return found;
}

describeInBrowser('An import', ({ product, enter }) => {
  const countImported = async (): Promise<number> =>
    (await product().application.records.find(SYSTEM_ACTOR, { module: 'leads', filter: { last_name: { in: NAMES } }, limit: 1 })).total;

  it('of a file with problems is corrected in its preview, started, looked at, and undone', async () => {
    const page = await enter(WIDE);
    const found: string[] = [];
    await page.goto('/app/leads?view=all');
    await page.getByRole('button', { name: 'View options' }).click();
    await page.getByRole('menuitem', { name: 'Import…' }).click();
    await page.getByRole('heading', { name: 'Import leads', level: 1 }).waitFor();
    await page.getByText(/up to 200 MB/).waitFor();
    found.push(...(await inspect(page, 'the choice of a file')));
    await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });

    await page.getByRole('heading', { name: 'What each column is' }).waitFor();
    const profession = page.getByRole('button', { name: /^Discipline imported as/ });
    await profession.click();
    await page.getByRole('combobox', { name: 'Search fields' }).fill('profession');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Discipline imported as Profession' }).waitFor();
    found.push(...(await inspect(page, 'the columns')));
    await page.getByRole('button', { name: 'Check the rows' }).click();

    await page.getByRole('tab', { name: 'Problems 3' }).waitFor({ timeout: LONG });
    found.push(...(await inspect(page, 'the preview')));
    // Row by row with the keyboard: an option for both rows with the same text, and a number that is left out.
    await page.keyboard.press('F8');
    const cell = page.getByRole('combobox', { name: 'Profession in row 3' });
    await cell.fill('Speech-Language Path');
    await page.getByRole('option', { name: /^Speech-Language Pathologist/ }).waitFor();
    found.push(...(await findAccessibilityViolations(page, 'the correction of a cell')));
    await cell.press('Enter');
    await page.getByRole('tab', { name: 'Problems 1' }).waitFor({ timeout: LONG });
    await page.reload();
    await page.getByRole('button', { name: 'Start import of 3 rows' }).click({ timeout: LONG });

    await page.getByRole('heading', { name: 'The import is done' }).waitFor({ timeout: LONG });
    expect(await countImported()).toBe(3);
    await page.getByRole('heading', { name: '1 row has problems' }).waitFor();
    found.push(...(await inspect(page, 'the result')));
    await page.getByRole('button', { name: 'Undo the import' }).click();
    await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo the import' }).click();
    await page.getByText('The import is undone.').waitFor({ timeout: LONG });
    expect(await countImported()).toBe(0);

    await page.getByRole('link', { name: 'All imports' }).click();
    await page.getByRole('link', { name: 'people.csv' }).waitFor();
    found.push(...(await inspect(page, 'the list of imports')));
    expect(found).toEqual([]);
  });

  it('of users begins on their page, and ends with users who are invited together', async () => {
    const page = await enter(WIDE);
    await page.goto('/admin/users');
    await page.getByRole('button', { name: 'Add user' }).click();
    await page.getByRole('menuitem', { name: 'Import from a file…' }).click();
    await page.getByRole('heading', { name: 'Import users', level: 1 }).waitFor();
    const file = 'First name,Last name,E-mail,User type,Last sign-in\nUna,Filed,una.filed@muster.test,Standard,2026-01-01\n';
    await page.locator('input[type=file]').setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByRole('heading', { name: 'What each column is' }).waitFor();
    const reason = page.getByText('Last sign-in is left out. Last sign-in is set by the product.');
    await reason.waitFor();
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.getByRole('button', { name: 'Start import of 1 row' }).waitFor({ timeout: LONG });
    await reason.waitFor();
    expect(await inspect(page, 'the preview with a column that is left out')).toEqual([]);
    await page.getByRole('button', { name: 'Start import of 1 row' }).click();
    await page.getByRole('heading', { name: 'The import is done' }).waitFor({ timeout: LONG });

    await page.goto('/admin/users?words=filed');
    await page.getByRole('checkbox', { name: 'Select Una Filed' }).check();
    await page.getByRole('button', { name: 'More…' }).click();
    await page.getByRole('menuitem', { name: 'Send invites' }).click();
    await page.getByText('1 invite is sent').waitFor();
  });
});
