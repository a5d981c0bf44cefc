import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { findAccessibilityViolations, findContrastViolationsInThemes } from './accessibility-checks.ts';
import { carry } from './board-page.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findHorizontalOverflow, findSmallTargets } from './layout-checks.ts';
import { makeRecord } from './make-subs.ts';
import { isPhone } from './screens.ts';
import { TESTED_THEMES } from './tested-themes.ts';
import type { WatchedPage } from './open-browser.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 375, height: 812, touch: true },
] as const;

describeInBrowser('What is drawn around the screens', ({ product, enter }) => {
  const make = (module: string, fields: Parameters<typeof makeRecord>[2]) => makeRecord(product().application, module, fields);
  const read = (module: string, id: string) => product().application.records.get(SYSTEM_ACTOR, { module, id });

  async function inspect(page: WatchedPage, screen: string, looks: Set<string>): Promise<string[]> {
    const onPhone = isPhone(page) ? [...(await findHorizontalOverflow(page, screen)), ...(await findSmallTargets(page, screen))] : [];
    return [
      ...(await findAccessibilityViolations(page, screen)),
      ...(await findContrastViolationsInThemes(page, screen, TESTED_THEMES, looks)),
      ...onPhone,
    ];
  }

  it('are notes, widgets, buckets and a bumpout, readable in the themes and on a phone, without axe violations', async () => {
    const filters = [{ fieldName: 'lead_status', operator: 'equals', value: 'new' }];
    const made = [
      ['adminNotes', await make('adminNotes', { name: 'Before you call', related_module: 'leads', note: 'Read the last note first.' })],
      [
        'buckets',
        await make('buckets', { name: 'Fresh leads', related_module: 'leads', filters, hue: 'blue', warn_above: 0, active: true }),
      ],
      [
        'musterWidgets',
        await make('musterWidgets', {
          name: 'House rules',
          key_selector: 'home:rules',
          description: 'Be <b>kind</b>.',
          active: true,
          settings: { links: [{ label: 'Calculator', address: '/app/pay-calculator' }] },
        }),
      ],
      [
        'bumpouts',
        await make('bumpouts', {
          name: 'Offer',
          title: 'Refer a friend',
          html_text: 'Bring somebody along.',
          side: 'right',
          isEnabled: true,
        }),
      ],
    ] as const;
    const found: string[] = [];
    const looks = new Set<string>();
    for (const size of SIZES) {
      const page = await enter(size);
      await page.goto('/app/dashboard');
      await page.getByRole('heading', { name: 'House rules' }).waitFor();
      found.push(...(await inspect(page, `a drawn widget at ${size.width} px`, looks)));
      await page.goto('/app/leads?view=all');
      await page.getByText('Before you call').waitFor();
      if (!isPhone(page)) await page.getByRole('link', { name: /Fresh leads/ }).waitFor();
      found.push(...(await inspect(page, `a drawn note and bucket at ${size.width} px`, looks)));
      await page.getByRole('button', { name: 'Open Refer a friend' }).click();
      const panel = page.getByRole('dialog', { name: 'Refer a friend' });
      await panel.getByText('Bring somebody along.').waitFor();
      found.push(...(await inspect(page, `an open bumpout at ${size.width} px`, looks)));
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'hidden' });
    }
    expect(found).toEqual([]);
    for (const [module, id] of made) await product().application.records.markDeleted(SYSTEM_ACTOR, { module, ids: [id] });
  });

  it('is sorted in its editor with the pointer, also into another group', async () => {
    const offer = await make('bumpouts', { name: 'Offer', html_text: 'A', side: 'right', isEnabled: true, options: { order: 1 } });
    const help = await make('bumpouts', { name: 'Help', html_text: 'B', side: 'left', isEnabled: true, options: { order: 1 } });
    const page = await enter();
    await page.goto('/admin/bumpout-editor');
    const row = (name: string) => page.locator('.ms-sortable-item').filter({ has: page.getByRole('link', { name: `Edit ${name}` }) });
    await row('Help').waitFor();
    await carry(page, row('Offer').locator('.ms-sortable-grip'), row('Help'));
    await page.mouse.up();
    const left = page.getByRole('region', { name: 'Left edge' });
    await left.getByRole('link', { name: 'Edit Offer' }).waitFor();
    await expect.poll(async () => (await read('bumpouts', offer))['side']).toBe('left');
    const orderOf = async (id: string) => ((await read('bumpouts', id))['options'] as { readonly order: number }).order;
    await expect.poll(async () => (await orderOf(offer)) < (await orderOf(help))).toBe(true);
    await product().application.records.markDeleted(SYSTEM_ACTOR, { module: 'bumpouts', ids: [offer, help] });
  });
});
