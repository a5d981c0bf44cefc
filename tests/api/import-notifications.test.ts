import { beforeAll, expect, it } from 'vitest';
import { toText } from '#engine/model/values';
import type { NotificationPage } from '#engine/model/wire';
import { requireImport } from '../../engine/imports/stored-import.ts';
import type { PluginManifest } from '../../engine/plugin-host/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { must } from '../support/record-helpers.ts';
import { describeRules, WORKSHOP } from './each-store.ts';
import { createImportCalls } from './import-calls.ts';

/** A clock that the rows of a test advance. */
const ahead = { by: 0 };
const clock = { now: () => Date.now() + ahead.by };

/** What happens while a slow tool is saved. */
let meanwhile: () => Promise<unknown> = () => Promise.resolve();

/** Saving a tool named 'Slow…' takes a minute by that clock. */
const SLOW_PLUGIN: PluginManifest = {
  name: 'slow',
  version: '1.0.0',
  engine: '*',
  reads: ['tools.name'],
  hooks: {
    preSave: [
      {
        module: 'tools',
        name: 'take-time',
        run: async ({ draft }) => {
          if (!toText(draft['name']).startsWith('Slow')) return;
          ahead.by += 60_000;
          await meanwhile();
        },
      },
    ],
  },
};

describeRules(
  'Notifications about imports',
  (server) => {
    const { open, start } = createImportCalls(server);
    let keeper: ApiClient;
    beforeAll(async () => {
      keeper = await createSignedInUser(server(), 'keeper@imports.test', ['Keeper']);
    });
    const read = async (client: ApiClient): Promise<NotificationPage> => (await must(client.get('/api/notifications'))) as NotificationPage;

    it('tell its user, and nobody else, how an import that took long ended, with a link to it', async () => {
      const view = await open('Name,Weight\nSlow saw,1\nQuick saw,2\nWrong saw,heavy\n', keeper);
      await start(view._id, {}, keeper);
      await expect
        .poll(async () => (await read(keeper)).data)
        .toMatchObject([
          {
            kind: 'import_ended',
            icon: 'file-up',
            text: 'The import of tools.csv is done: 2 created, 1 refused',
            path: `/imports/${view._id}`,
            module: null,
            record: null,
            count: 1,
            by: null,
          },
        ]);
      expect((await read(server().admin)).data).toEqual([]);
      const kinds = (await must(keeper.get('/api/notifications/preferences'))) as readonly { kind: string }[];
      expect(JSON.stringify(kinds)).toContain('"import_ended"');
    });

    it('are not created for an import whose end its user sees', async () => {
      const before = (await read(keeper)).data.length;
      const quick = await open('Name,Weight\nQuick plane,1\n', keeper);
      await start(quick._id, {}, keeper);
      // One that took long comes after it, so that its notification proves that the other has none.
      const slow = await open('Name,Weight\nSlow plane,1\n', keeper);
      await start(slow._id, {}, keeper);
      await expect.poll(async () => (await read(keeper)).data.length).toBe(before + 1);
      expect((await read(keeper)).data[0]?.path).toBe(`/imports/${slow._id}`);
    });

    it('say how far an import came that failed', async () => {
      const rows = Array.from({ length: 299 }, (_, at) => `Quick drill ${at},1\n`);
      const view = await open(`Name,Weight\nSlow drill,1\n${rows.join('')}`, keeper);
      const { staged } = await requireImport(server().application.store, view._id);
      // The rows after the first chunk are lost.
      meanwhile = () => server().application.contents.remove(staged);
      expect((await start(view._id, {}, keeper)).state).toBe('failed');
      meanwhile = () => Promise.resolve();
      await expect
        .poll(async () => (await read(keeper)).data[0])
        .toMatchObject({
          text: 'The import of tools.csv failed after 250 of 300 rows: 250 created',
          path: `/imports/${view._id}`,
        });
    });
  },
  { ...WORKSHOP, plugins: [SLOW_PLUGIN], clock },
);
