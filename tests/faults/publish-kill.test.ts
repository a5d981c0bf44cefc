import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { isFullRun } from '../support/full-run.ts';
import { startProduct, useProgram } from './product-process.ts';

const ROUNDS = isFullRun ? 20 : 4;

/** A module, its dropdown and a layout, all of one generation: a mixture of two is visible in the labels. */
function makeGeneration(generation: number): readonly object[] {
  const label = `Generation ${generation}`;
  const field = { id: 'crates_state', fieldName: 'state', label, inputType: 'Dropdown', dropdown: 'crate_state' };
  const extra = { id: `crates_extra_${generation}`, fieldName: `extra_${generation}`, label, inputType: 'TextField' };
  return [
    { kind: 'dropdown', id: 'dropdown_crate_state', definition: { name: 'crate_state', options: [{ label, value: 'open' }] } },
    {
      kind: 'module',
      id: 'crates',
      definition: {
        name: 'crates',
        label,
        labelSingular: 'Crate',
        kind: 'plain',
        custom: true,
        fields: [field, extra],
        indexes: [[extra.fieldName]],
      },
    },
    {
      kind: 'role',
      id: 'role_packer',
      definition: { name: label, module_access: { crates: { access: true, view: 'All' } }, field_access: {} },
    },
  ];
}

describe('SIGKILL while a change-set is published', () => {
  const { folder, theProgram } = useProgram('publish-kill');

  it(
    `leaves the old definitions or the new, never a mixture, ${ROUNDS} times`,
    async () => {
      let product = await startProduct(theProgram(), { dataFolder: folder });
      try {
        let admin = await product.signIn();
        expect((await publish(admin, await createDraft(admin, 0))).status).toBe(200);
        expect((await admin.post('/api/crates', { name: 'One', state: 'open' })).status).toBe(201);
        let current = 0;
        for (let round = 0; round < ROUNDS; round += 1) {
          const draft = await createDraft(admin, current + 1);
          const publishing = publish(createApiClient(product.url, admin.token), draft).catch(() => undefined);
          // At another moment of the publication in each round, the same in each run.
          await sleep((round * 61) % 400);
          product.signal('SIGKILL');
          await product.ended;
          const isAcknowledged = (await publishing)?.status === 200;
          product = await startProduct(theProgram(), { dataFolder: folder });
          admin = await product.signIn();
          const found = await readGeneration(admin, draft);
          expect(found === current + 1 || (!isAcknowledged && found === current), `generation ${found} after ${current}`).toBe(true);
          // It can be published after all, once only.
          const again = await publish(admin, draft);
          expect([again.status, again.body.code]).toEqual(found === current ? [200, undefined] : [409, 'change_set_not_draft']);
          current += 1;
          expect(await readGeneration(admin, draft)).toBe(current);
          expect((await admin.post('/api/crates', { name: `Round ${round}`, state: 'open', [`extra_${current}`]: 'x' })).status).toBe(201);
        }
      } finally {
        await product.remove();
      }
    },
    300_000 * inject('timeoutFactor'),
  );

  async function createDraft(admin: ApiClient, generation: number): Promise<string> {
    const made = await admin.post('/api/change-sets', { name: `Generation ${generation}` });
    const id = String(made.body._id);
    const { status, body } = await admin.put(`/api/change-sets/${id}/changes`, { changes: makeGeneration(generation) });
    expect([status, body.problems], JSON.stringify(body)).toEqual([200, []]);
    return id;
  }

  const publish = (admin: ApiClient, id: string) => admin.post(`/api/change-sets/${id}/publish?values=keep`, {});

  /** The generation that all definitions and the change-set have; fails if they differ. */
  async function readGeneration(admin: ApiClient, draft: string): Promise<number> {
    const [module, dropdown, roles, changeSet] = await Promise.all([
      admin.get('/api/ss-modules/by-name/crates'),
      admin.get('/api/dropdowns/dropdown_crate_state'),
      admin.post('/api/roles/search', { searchTerms: { name: { startsWith: 'Generation' } } }),
      admin.get(`/api/change-sets/${draft}`),
    ]);
    const fields = module.body.fields as readonly { readonly fieldName: string; readonly label: string }[];
    const labels = [
      String(module.body.label),
      ...fields.filter(({ fieldName }) => fieldName === 'state').map(({ label }) => label),
      ...(dropdown.body.options as readonly { readonly label: string }[]).map(({ label }) => label),
      ...(roles.body.data as readonly { readonly name: string }[]).map(({ name }) => name),
    ];
    expect(labels).toHaveLength(4);
    expect(new Set(labels).size, labels.join(', ')).toBe(1);
    const generation = Number(String(labels[0]).replace('Generation ', ''));
    expect(fields.filter(({ fieldName }) => fieldName.startsWith('extra_')).map(({ fieldName }) => fieldName)).toEqual([
      `extra_${generation}`,
    ]);
    expect(changeSet.body.state).toBe(String(changeSet.body.name) === labels[0] ? 'published' : 'draft');
    return generation;
  }
});
