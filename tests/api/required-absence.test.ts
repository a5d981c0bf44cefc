import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PluginManifest, PreSaveContext } from '#engine';
import type { JsonObject } from '#engine/model/values';
import { readService } from '../support/services.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { WORKSHOP } from './each-store.ts';

/** Saves at the same time. */
const SAVES = 20;

/** Refuses a record that conflicts with another one. */
async function requireNoOther(context: PreSaveContext, module: string, filter: JsonObject, lockKeys?: readonly string[]): Promise<void> {
  const others = await context.unit.find(module, filter, { limit: 2 });
  if (others.some(({ _id }) => _id !== context.event.id)) context.refuse('ruled_out');
  context.requireAbsence(module, filter, lockKeys === undefined ? {} : { lockKeys });
}

/** Two rules: the notes of a tool are its own, and tools are not used within an hour of each other. */
const RULES: PluginManifest = {
  name: 'bookings',
  version: '1.0.0',
  engine: '*',
  errors: { ruled_out: { status: 409, isPublic: true, text: 'There is another one.' } },
  hooks: {
    preSave: [
      {
        module: 'tools',
        name: 'own-notes',
        run: async (context) => {
          const { notes } = context.draft as { readonly notes?: string };
          if (notes !== undefined) await requireNoOther(context, 'tools', { notes }, [notes]);
        },
      },
      {
        module: 'tools',
        name: 'overlap',
        run: async (context) => {
          const { last_used: used } = context.draft as { readonly last_used?: string };
          if (used === undefined) return;
          const at = (hours: number): string => new Date(Date.parse(used) + hours * 3_600_000).toISOString();
          await requireNoOther(context, 'tools', { last_used: { range: { gt: at(-1), lt: at(1) } } });
        },
      },
    ],
  },
  reads: ['tools.*'],
};

const mongodbUrl = readService('MONGODB_URL', 'requireAbsence on MongoDB');

describe.each(mongodbUrl === undefined ? (['sqlite'] as const) : (['sqlite', 'mongodb'] as const))(
  'Two servers on one database that require an absence, on %s',
  (store) => {
    let servers: readonly TestServer[] = [];
    beforeAll(async () => {
      const first = await startServer({ ...WORKSHOP, plugins: [RULES], store });
      servers = [first];
      const { dataFolder, mongodbUrl: url } = first.application.configuration;
      servers = [first, await startServer({ ...WORKSHOP, plugins: [RULES], store, configuration: { dataFolder, mongodbUrl: url } })];
    });
    afterAll(async () => {
      for (const server of [...servers].reverse()) await server.stop();
    });

    const saveAtOnce = async (fields: (index: number) => JsonObject): Promise<readonly string[]> => {
      const responses = await Promise.all(
        servers.flatMap(({ admin }, node) =>
          Array.from({ length: SAVES / servers.length }, (_, index) => admin.post('/api/tools', fields(index * servers.length + node))),
        ),
      );
      return responses.map(({ status, body }) => (status === 201 ? 'saved' : String(body.code))).sort();
    };
    const ONE_SAVED = [...Array.from({ length: SAVES - 1 }, () => 'ruled_out'), 'saved'];

    it('save one of twenty tools with the same text', async () => {
      for (const notes of ['first', 'second']) expect(await saveAtOnce((index) => ({ name: `Tool ${index}`, notes }))).toEqual(ONE_SAVED);
    });

    it('save one of twenty tools whose times overlap', async () => {
      for (const day of ['2027-01-01', '2027-01-02', '2027-01-03'])
        expect(await saveAtOnce((index) => ({ name: `Used ${index}`, last_used: `${day}T12:${String(10 + index)}:00.000Z` })), day).toEqual(
          ONE_SAVED,
        );
    });
  },
);
