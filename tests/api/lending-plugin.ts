import type { PluginManifest } from '#engine';

/** A plugin whose routes read and write, and whose data are part of sessions. */
export const LENDING_PLUGIN: PluginManifest = {
  name: 'lending',
  version: '1.0.0',
  engine: '*',
  settings: { days: { type: 'integer', title: 'Days of a loan', default: 14 } },
  sessionData: [{ name: 'tools', read: async ({ records, actor }) => (await records.find(actor, { module: 'tools', limit: 1 })).total }],
  routes: [
    {
      method: 'GET',
      path: '/api/lending/tools',
      handle: async ({ records, actor, rights }) => {
        const { data } = await records.find(actor, { module: 'tools', filter: { name: { startsWith: 'Preview' } } });
        return {
          body: {
            names: data.map(({ name }) => name as string),
            isAdmin: rights.unrestricted,
            canPaint: data.every((one) => !('cost' in one)),
          },
        };
      },
    },
    {
      method: 'GET',
      path: '/api/lending/days',
      handle: (context) => ({ body: { days: context.setting('days') ?? null } }),
    },
    {
      method: 'GET',
      path: '/api/lending/mark',
      handle: async ({ records, actor }) => ({
        body: { ...(await records.create(actor, { module: 'tools', fields: { name: 'Written', colour: 'red' } })).record },
      }),
    },
    {
      method: 'GET',
      path: '/api/lending/mail',
      handle: async ({ mail }) => {
        await mail.send({ to: ['somebody@muster.test'], subject: 'No', text: 'No' });
        return { body: {} };
      },
    },
    { method: 'POST', path: '/api/lending/lend', handle: () => ({ body: { lent: true } }) },
  ],
};
