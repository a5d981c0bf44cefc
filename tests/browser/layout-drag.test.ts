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
});
