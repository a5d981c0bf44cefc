import { expect } from 'vitest';
import { MATCH_ALL } from '#engine/model/filter';
import { CHANGES_COLLECTION } from '../../engine/records/index.ts';
import type { TestResponse } from './api-client.ts';
import { readMailFiles } from '../../engine/testing/mail-files.ts';
import type { TestServer } from './start-server.ts';

/** The error of a rejected save. */
export interface Refusal {
  readonly code: string;
  /** The exact text. */
  readonly error: string;
  readonly details?: readonly object[];
}

interface Place {
  /** Such as `/api/subs`. */
  readonly path: string;
  readonly module: string;
}

/**
 * Attempts a save that must be rejected with every endpoint that screens and programs use: each returns the same error,
 * and no data is saved.
 */
export function createRefusalChecks(server: () => TestServer, { path, module }: Place) {
  /** Every save writes at least one of these: a change record, an audit log entry, an e-mail. */
  const readTraces = async () => {
    const { outbox, store, records, configuration } = server().application;
    await outbox.drain();
    const changes = await store.count({ collection: CHANGES_COLLECTION.name, filter: MATCH_ALL });
    const audit = await records.audit({ kind: 'system' }, { limit: 1 });
    return {
      changes: changes.total,
      audit: audit.total,
      mails: readMailFiles(configuration.dataFolder).length,
      storedMails: (await server().admin.get('/api/mail')).body.total as number,
    };
  };
  const expectAll = async (responses: () => Promise<readonly TestResponse[]>, refusal: Refusal): Promise<void> => {
    const before = await readTraces();
    for (const { status, body } of await responses()) expect([status, body]).toMatchObject([422, refusal]);
    expect(await readTraces()).toEqual(before);
  };
  return {
    /** A change of a record: as forms, cards and cells send it, field by field, with the generic endpoint and as a mass update. */
    expectRefused: async (id: string, fields: object, refusal: Refusal): Promise<void> => {
      const { admin } = server();
      const { body: before } = await admin.get(`${path}/${id}`);
      await expectAll(
        async () => [
          await admin.put(`${path}/${id}`, { ...fields, _version: before._version }),
          await admin.put(`${path}/update-certain-fields/${id}`, { fields }),
          await admin.put(`/api/generic-modules/${id}`, { moduleOptions: { name: module }, fields }),
          // A mass update lists the rejected records in its response.
          ...[await admin.put(`${path}/update-certain-fields-array`, { ids: [id], fields })].map(({ status, body, headers }) => {
            expect([status, body]).toMatchObject([200, { success: false, updated: [], refused: [{ _id: id }] }]);
            return { status: 422, body: body.refused[0], headers };
          }),
        ],
        refusal,
      );
      expect((await admin.get(`${path}/${id}`)).body).toEqual(before);
    },
    /** A new record: with its own endpoint and with the generic one. */
    expectNotCreated: (fields: object, refusal: Refusal): Promise<void> =>
      expectAll(
        async () => [
          await server().admin.post(path, fields),
          await server().admin.post('/api/generic-modules/create', { moduleOptions: { name: module }, fields }),
        ],
        refusal,
      ),
  };
}
