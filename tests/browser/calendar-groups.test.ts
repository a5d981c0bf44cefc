import { beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { findAccessibilityViolations } from './accessibility-checks.ts';
import { entryIn, EVENTS } from './calendar-page.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findHorizontalOverflow } from './layout-checks.ts';
import { makeRecord } from './make-subs.ts';

const SPANS = ['month', 'week', 'agenda'] as const;

describeInBrowser('Events of a calendar group', ({ product, enter }) => {
  let id: string;
  beforeAll(async () => {
    const times = { start: '2027-03-10T15:30:00.000Z', end: '2027-03-10T16:15:00.000Z' };
    id = await makeRecord(product().application, 'calendarEvents', { title: 'Kick-off', calendarGroup: 'Miami Start Dates', ...times });
  });

  it('have its colour in each view, and the legend names the group', async () => {
    const page = await enter();
    const entry = page.locator('[class*=ms-hue-violet]').filter({ hasText: 'Kick-off' });
    for (const span of SPANS) {
      await page.goto(`${EVENTS}&at=2027-03-10&span=${span}`);
      await page.getByText('Kick-off').first().waitFor();
      await entry.or(page.getByText('Purple')).first().waitFor();
    }
    await page.goto(`${EVENTS}&at=2027-03&span=month`);
    await entryIn(page, 'Wednesday, March 10,', /Kick-off\s*, Purple/).waitFor();
    const legend = page.getByRole('list', { name: 'Colours of calendar groups' });
    await legend.getByText('Miami Start Dates').waitFor();
    expect(await legend.getByRole('listitem').count()).toBe(5);
    expect(await findAccessibilityViolations(page, 'a calendar with groups')).toEqual([]);
    await page.setViewportSize({ width: 375, height: 812 });
    await legend.waitFor();
    expect(await findHorizontalOverflow(page, 'a calendar with groups on a phone')).toEqual([]);
  });

  it('get another colour with another group at once', async () => {
    const page = await enter();
    await page.goto(`${EVENTS}&at=2027-03&span=month`);
    await entryIn(page, 'Wednesday, March 10,', /Kick-off\s*, Purple/).waitFor();
    const change = { module: 'calendarEvents', id, fields: { calendarGroup: 'RFP Proposals' } };
    await product().application.records.update(SYSTEM_ACTOR, change);
    await entryIn(page, 'Wednesday, March 10,', /Kick-off\s*, Orange/).waitFor();
  });
});
