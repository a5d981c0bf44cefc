import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { RecordOperations } from '../../engine/records/index.ts';

export const cell = (page: Page, row: number, column: string): Locator =>
  page.locator(`.ag-row[row-index="${row}"] .ag-cell[col-id="${column}"]`);

/** Rows of normal height that fit into the default window of 1440 x 900. */
export const FITTING_ROWS = 20;

/** The range of the first page of a list in the default window, as its footer shows it. */
export const firstRange = (total: number): string => `1–${Math.min(FITTING_ROWS, total)} of ${total.toLocaleString('en-US')}`;

/** The bar of the selected records. */
export const bar = (page: Page): Locator => page.getByRole('region', { name: /selected$/ });

/** Creates leads named "Mass Grid 0000" and so on. */
export async function seedGridLeads(records: RecordOperations, count: number): Promise<void> {
  const leads = Array.from({ length: count }, (_, at) => ({
    first_name: 'Mass',
    last_name: `Grid ${String(at).padStart(4, '0')}`,
    lead_status: 'screening',
    profession: 'School Nurse, RN',
    next_step: 'Call back',
    mobile_phone: `31256${String(10_000 + at)}`,
  }));
  for (let at = 0; at < count; at += 1000) {
    const { refused } = await records.createMany(SYSTEM_ACTOR, {
      module: 'leads',
      records: leads.slice(at, at + 1000),
      allowDuplicates: true,
    });
    expect(refused).toEqual([]);
  }
}

/** The id of the lead of this name. */
export async function findLeadId(records: RecordOperations, name: string): Promise<string> {
  return (await records.find(SYSTEM_ACTOR, { module: 'leads', filter: { name }, limit: 1 })).data[0]?._id ?? '';
}

/** Opens the list of the leads whose names contain these words. */
export async function openLeads(page: Page, words = 'Mass Grid'): Promise<void> {
  await page.goto(`/app/leads?filter=${encodeURIComponent(JSON.stringify({ name: { contains: words } }))}`);
  await page
    .getByRole('link', { name: new RegExp(`^${words}`) })
    .first()
    .waitFor();
}
