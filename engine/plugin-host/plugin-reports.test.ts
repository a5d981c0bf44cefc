import { afterEach, expect, it } from 'vitest';
import { createDeferred } from '#tests/support';
import type { PreSaveContext } from '../records/index.ts';
import type { PluginContext } from './manifest.ts';
import { codeOf, context, paint, started, stopHosts } from './plugin-host-fixture.ts';

afterEach(stopHosts);

it('A handler that hangs reads no reports after its deadline', async () => {
  const [over, tried] = [createDeferred(), createDeferred<unknown>()];
  const run = async ({ reports, actor }: PreSaveContext & Pick<PluginContext, 'reports'>): Promise<void> => {
    await over.promise;
    const late = reports.sources(actor);
    tried.resolve(late);
    await late;
  };
  const made = await started({ ...paint, hooks: { preSave: [{ module: 'things', name: 'hang', deadline: 20, run }] } });
  expect(await codeOf(made.hooks.preSave('things')[0]!.run(context()))).toBe('plugin_timeout');
  over.resolve();
  await expect(tried.promise).rejects.toMatchObject({ code: 'plugin_timeout' });
});
