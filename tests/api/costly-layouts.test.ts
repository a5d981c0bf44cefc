import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ChangeSetView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { createAesCipher } from '../../engine/adapters/aes-cipher/index.ts';
import { createChangeSets } from '../../engine/change-sets/index.ts';
import { findCostlyLayouts } from '../../engine/indexes/index.ts';
import { describeRules } from './each-store.ts';

/** More records than the limit that the test sets. */
const RECORDS = 5;
const LIMIT = 3;

describeRules('The plan of a layout whose sort no index serves', (server) => {
  const admin = () => server().admin;
  const must = async (request: Promise<{ status: number; body: JsonObject }>): Promise<JsonObject> => {
    const { status, body } = await request;
    expect([200, 201], JSON.stringify(body)).toContain(status);
    return body;
  };
  /** The warnings of the plan of a draft, with a limit of few records. */
  const warningsOf = async (changes: readonly object[], limit = LIMIT): Promise<readonly string[]> => {
    const { store, registry, records, access, aliasUses, clock } = server().application;
    const changeSets = createChangeSets({
      ...{ store, registry, records, access, aliasUses, clock, referenceFinders: [] },
      cipher: createAesCipher({ secret: 'a-secret-of-this-test-that-is-long-enough' }),
      ids: { next: () => randomUUID() },
      findCostlyLayouts: (review) => findCostlyLayouts(store, review, limit),
    });
    const draft = (await must(admin().post('/api/change-sets', { name: 'Costly' }))) as unknown as ChangeSetView;
    await must(admin().put(`/api/change-sets/${draft._id}/changes`, { changes: changes as readonly JsonObject[] }));
    const { warnings } = await changeSets.plan(draft.author?._id ?? '', draft._id);
    await must(admin().delete(`/api/change-sets/${draft._id}`));
    return warnings.map(({ place, file, cause }) => `${place?.id ?? file}: ${cause}`);
  };
  const gridOf = (id: string, names: readonly string[]) => ({
    kind: 'layout',
    id,
    definition: {
      id,
      ssModule: 'barges',
      view: 'grid',
      sections: [{ id: 'main', label: 'Barge', fields: names.map((fieldName) => ({ fieldName })) }],
    },
  });

  it('warns with the fields and the number of records, and is silent below the limit', async () => {
    const fields = [
      { id: 'b_state', fieldName: 'state', label: 'State', inputType: 'Dropdown', dropdown: 'tool_state' },
      { id: 'b_load', fieldName: 'load', label: 'Load', inputType: 'Number' },
    ];
    await must(admin().post('/api/ss-modules', { name: 'barges', label: 'Barges', labelSingular: 'Barge', fields }));
    for (let number = 1; number <= RECORDS; number += 1) await must(admin().post('/api/barges', { name: `Barge ${number}` }));
    // The order of the options of a dropdown has no index.
    const grid = gridOf('barges_grid', ['name', 'state']);
    const cause = 'No index serves it: sorting or searching by State would read all 5 records of Barges.';
    expect(await warningsOf([grid])).toContain(`barges_grid: ${cause}`);
    expect(await warningsOf([grid], RECORDS)).toEqual([]);
    expect(await warningsOf([gridOf('barges_grid', ['name', 'load'])])).toEqual([]);
  });

  it('warns of a layout that loses its index, and not of one that was costly before', async () => {
    const grid = gridOf('barges_grid', ['name', 'load', 'state']);
    const draft = (await must(admin().post('/api/change-sets', { name: 'Grid' }))) as unknown as ChangeSetView;
    await must(admin().put(`/api/change-sets/${draft._id}/changes`, { changes: [grid] as unknown as readonly JsonObject[] }));
    await must(admin().post(`/api/change-sets/${draft._id}/publish`, {}));
    const { application } = server();
    const [id, definition] = [...application.registry.definitions().module].find(([, { name }]) => name === 'barges') ?? [];
    const without = { kind: 'module', id, definition: { ...definition, withoutIndexes: [['load']] } };
    const cost = 'sorting or searching by Load would read all 5 records of Barges.';
    const views = 'popup-search, popup-listview, and basic-search';
    expect(await warningsOf([without])).toEqual([
      `barges_grid: No index serves it: ${cost}`,
      `${id}: No index serves its views ${views}, which have no layout: ${cost}`,
    ]);
  });
});
