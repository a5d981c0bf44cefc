import { expect } from 'vitest';
import type { ApiClient, TestResponse } from '../support/api-client.ts';

/** A module, its dropdown and a role, all of one generation: a mixture of two is visible in the labels. */
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

/** A draft with the definitions of a generation; returns its id. */
export async function createGeneration(admin: ApiClient, generation: number): Promise<string> {
  const made = await admin.post('/api/change-sets', { name: `Generation ${generation}` });
  const id = String(made.body._id);
  const { status, body } = await admin.put(`/api/change-sets/${id}/changes`, { changes: makeGeneration(generation) });
  expect([status, body.problems], JSON.stringify(body)).toEqual([200, []]);
  return id;
}

export function publishGeneration(admin: ApiClient, id: string): Promise<TestResponse> {
  return admin.post(`/api/change-sets/${id}/publish?values=keep`, {});
}

/** The generation that all definitions and the change-set have; fails if they differ. */
export async function readGeneration(admin: ApiClient, draft: string): Promise<number> {
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

/** After a publication that was stopped: the old generation or the new, and it can be published after all, once only. */
export async function checkPublication(
  admin: ApiClient,
  draft: string,
  { current, isAcknowledged }: { readonly current: number; readonly isAcknowledged: boolean },
): Promise<void> {
  const found = await readGeneration(admin, draft);
  expect(found === current + 1 || (!isAcknowledged && found === current), `generation ${found} after ${current}`).toBe(true);
  const again = await publishGeneration(admin, draft);
  expect([again.status, again.body.code]).toEqual(found === current ? [200, undefined] : [409, 'change_set_not_draft']);
  expect(await readGeneration(admin, draft)).toBe(current + 1);
}
