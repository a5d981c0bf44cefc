import { expect, it } from 'vitest';
import type { ChangeSetSummary } from '#engine/model/wire';
import { createApiClient } from '../support/api-client.ts';
import { carry } from './board-page.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { signInByApi, type WatchedPage } from './open-browser.ts';

describeInBrowser('The layout editor', ({ product, enter }) => {
  const frame = (page: WatchedPage, name: string) => page.locator(`[data-canvas] [data-frame="field:${name}"]`);
  const placed = (page: WatchedPage): Promise<readonly string[]> =>
    page
      .locator('[data-canvas] [data-frame^="field:"]')
      .evaluateAll((all) => all.map((one) => (one.getAttribute('data-frame') ?? '').replace('field:', '')));

  it.each(['edit', 'grid'] as const)(
    'moves a field of the view %s with the pointer, into the draft alone, and back with Undo',
    async (view) => {
      const { registry } = product().application;
      const layout = registry
        .current()
        .modules.get('leads')
        ?.layouts.find((one) => one.view === view && one.role === undefined);
      const page = await enter();
      await page.goto(`/admin/studio/layouts/${layout?.id ?? ''}`);
      await page.locator('[data-canvas] [data-frame^="field:"]').first().waitFor();
      const before = await placed(page);
      const [first = '', , third = ''] = before;
      await carry(page, frame(page, third), frame(page, first));
      await page.mouse.up();
      const after = [third, ...before.filter((name) => name !== third)];
      await expect.poll(() => placed(page)).toEqual(after);
      await page.getByText('1 change · Saved').waitFor();
      const shown = registry
        .current()
        .modules.get('leads')
        ?.layouts.find((one) => one.id === layout?.id);
      expect(shown).toBe(layout);

      const api = createApiClient(product().url, (await signInByApi(product().url)).token);
      const [draft] = (await api.get('/api/change-sets?state=draft')).body['data'] as readonly ChangeSetSummary[];
      const { changes } = (await api.get(`/api/change-sets/${draft?._id}`)).body as {
        readonly changes: readonly { readonly kind: string; readonly id: string }[];
      };
      expect(changes).toMatchObject([{ kind: 'layout', id: layout?.id }]);
      await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
      await expect.poll(() => placed(page)).toEqual(before);
      await api.delete(`/api/change-sets/${draft?._id}`);
    },
  );

  it('moves related lists and panels of the page of a record with the pointer', async () => {
    const layout = product()
      .application.registry.current()
      .modules.get('leads')
      ?.layouts.find((one) => one.view === 'detail' && one.role === undefined);
    const page = await enter();
    // All lists and panels are on the screen.
    await page.setViewportSize({ width: 1440, height: 4000 });
    await page.goto(`/admin/studio/layouts/${layout?.id ?? ''}`);
    const parts = (kind: 'list' | 'panel') => page.locator(`[data-canvas] [data-frame^="${kind}:"]`);
    const names = (kind: 'list' | 'panel') => parts(kind).evaluateAll((all) => all.map((one) => one.getAttribute('data-frame') ?? ''));
    await parts('panel').first().waitFor();
    const panels = await names('panel');
    await carry(page, parts('panel').last(), parts('panel').first());
    await page.mouse.up();
    await expect.poll(() => names('panel')).toEqual([panels.at(-1), ...panels.slice(0, -1)]);
    await page.locator('[data-canvas] [data-frame="panel:related"]').click();
    const lists = await names('list');
    expect(lists.length).toBeGreaterThan(1);
    await carry(page, parts('list').nth(1), parts('list').first());
    await page.mouse.up();
    await expect.poll(() => names('list')).toEqual([lists[1], lists[0], ...lists.slice(2)]);
    await page.getByText('1 change · Saved').waitFor();
    const api = createApiClient(product().url, (await signInByApi(product().url)).token);
    const [draft] = (await api.get('/api/change-sets?state=draft')).body['data'] as readonly ChangeSetSummary[];
    await api.delete(`/api/change-sets/${draft?._id}`);
  });
});
