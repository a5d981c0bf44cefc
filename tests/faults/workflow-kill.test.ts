import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { waitUntil } from '../../engine/testing/wait-until.ts';
import type { ApiClient } from '../support/api-client.ts';
import { isFullRun } from '../support/full-run.ts';
import { startProduct, useProgram } from './product-process.ts';

const KILLS = isFullRun ? 8 : 3;
const TIMEOUT = 300_000 * inject('timeoutFactor');

const field = (id: string, inputType: string) => ({ id: `${id}_field`, fieldName: id, label: id, inputType });

const PARCELS = {
  kind: 'module',
  id: 'parcels',
  definition: {
    name: 'parcels',
    label: 'Parcels',
    labelSingular: 'Parcel',
    kind: 'plain',
    custom: true,
    fields: [field('weighed', 'Number'), field('sent', 'Checkbox'), field('of', 'TextField')],
  },
};

/** Three saves: two of the parcel, and a record that must be created once. */
const SHIP = {
  kind: 'workflow',
  id: 'ship',
  definition: {
    name: 'Ship',
    module: 'parcels',
    active: true,
    executionOccurs: 'save',
    appliesTo: 'new',
    conditions: [{ id: 'c1', type: 'rule', rule: { '!': [{ var: 'record.of' }] } }],
    actions: [
      { id: 's1', type: 'update-record', values: { weighed: { value: 5 } } },
      { id: 's2', type: 'create-record', module: 'parcels', values: { name: { text: 'Label' }, of: { text: '{{ name }}' } } },
      { id: 's3', type: 'update-record', values: { sent: { value: true } } },
    ],
  },
};

async function publish(admin: ApiClient, changes: readonly object[]): Promise<void> {
  const id = String((await admin.post('/api/change-sets', { name: 'Shipping' })).body._id);
  const { status, body } = await admin.put(`/api/change-sets/${id}/changes`, { changes });
  expect([status, body.problems], JSON.stringify(body)).toEqual([200, []]);
  expect((await admin.post(`/api/change-sets/${id}/publish`, {})).status).toBe(200);
}

/** Creates parcels until the product is killed; returns the names of those that were acknowledged. */
async function createUntilKilled(admin: ApiClient, prefix: string, hasEnded: () => boolean): Promise<readonly string[]> {
  const names: string[] = [];
  const work = async (place: number): Promise<void> => {
    for (let number = 0; !hasEnded(); number += 1) {
      const name = `${prefix}-${place}-${number}`;
      const created = await admin.post('/api/parcels', { name }).catch(() => undefined);
      if (created?.status === 201) names.push(name);
    }
  };
  await Promise.all([0, 1, 2].map(work));
  return names;
}

describe('SIGKILL while workflows run', () => {
  const { folder, theProgram } = useProgram('workflow-kill');

  it(
    `every acknowledged save has its run, each of whose steps is done once, after ${KILLS} kills`,
    async () => {
      let product = await startProduct(theProgram(), { dataFolder: folder });
      try {
        let admin = await product.signIn();
        await publish(admin, [PARCELS, SHIP]);
        const saved: string[] = [];
        for (let kill = 0; kill < KILLS; kill += 1) {
          const state = { ended: false };
          const creating = createUntilKilled(admin, `Parcel ${kill}`, () => state.ended);
          // At another moment of the runs each time, the same in each run.
          await sleep(1_500 + ((kill * 373) % 900));
          product.signal('SIGKILL');
          state.ended = true;
          await product.ended;
          saved.push(...(await creating));
          product = await startProduct(theProgram(), { dataFolder: folder });
          admin = await product.signIn();
        }
        const count = async (searchTerms: object): Promise<number> =>
          (await admin.post('/api/parcels/search', { searchTerms, pageSize: 1 })).body.total as number;
        const parcels = await count({ of: { exists: false } });
        expect(parcels).toBeGreaterThanOrEqual(saved.length);
        expect(saved.length).toBeGreaterThan(20);
        await waitUntil(async () => (await count({ sent: true })) === parcels, { timeout: TIMEOUT / 2, what: 'The end of all runs' });
        const ended = async (): Promise<unknown> => (await admin.get('/api/workflow-runs?status=succeeded&pageSize=1')).body.total;
        await waitUntil(async () => (await ended()) === parcels, { timeout: TIMEOUT / 4, what: 'The state of all runs' });
        expect((await admin.get('/api/workflow-runs?pageSize=1')).body.total).toBe(parcels);
        expect(await count({ of: { exists: true } })).toBe(parcels);
        await expectOnce(admin, saved);
      } finally {
        await product.remove();
      }
    },
    TIMEOUT,
  );
});

/** Each parcel has one label, and was saved three times. */
async function expectOnce(admin: ApiClient, names: readonly string[]): Promise<void> {
  const { data } = (await admin.post('/api/parcels/search', { searchTerms: { of: { exists: true } }, pageSize: 1_000 })).body as {
    readonly data: readonly { readonly of: string }[];
  };
  const labelled = data.map((label) => label.of);
  expect(new Set(labelled).size).toBe(labelled.length);
  for (const name of names.slice(0, 50)) {
    const found = (await admin.post('/api/parcels/search', { searchTerms: { name: { equals: name } } })).body.data as readonly {
      readonly _version: number;
    }[];
    expect(found.map(({ _version: version }) => version)).toEqual([3]);
  }
}
