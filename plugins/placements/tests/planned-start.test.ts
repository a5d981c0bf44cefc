import { expect, it } from 'vitest';
import { describePluginRules } from '../../../tests/api/each-store.ts';
import { createRefusalChecks } from '../../../tests/support/refused-saves.ts';
import { CONFIRMED, createPlacementFixtures } from './placement-fixtures.ts';

const REFUSED = { code: 'planned_start_required', error: 'Set a planned start date before you confirm the start.' };
const PLANNED = { planned_start_date: '2027-04-05' };
const START = { confirmed_start_date: '2027-04-05' };

describePluginRules('The start of a placement', (server) => {
  const { admin, must, makePlacement, makeProvider, readPlacement, change, changeMany, undo } = createPlacementFixtures(server);
  const { expectRefused, expectNotCreated } = createRefusalChecks(server, { path: '/api/placements', module: 'placements' });

  it('can be confirmed by any endpoint if it is planned, and saves no data if it is not', async () => {
    const [bare, planned] = [await makePlacement(), await makePlacement(PLANNED)];
    const details = [{ field: 'planned_start_date', code: REFUSED.code, message: REFUSED.error }];
    await expectRefused(bare._id, START, { code: 'planned_start_required', error: REFUSED.error, details });
    await expectNotCreated({ name: 'New', ...START }, { ...REFUSED, details });
    expect(must(await changeMany([bare._id, planned._id], START))).toMatchObject({
      updated: [planned._id],
      refused: [{ _id: bare._id, ...REFUSED }],
    });
    must(await change(bare._id, { ...PLANNED, ...START }));
  });

  it('keeps its planned date while it is confirmed', async () => {
    const placement = await makePlacement(CONFIRMED);
    await expectRefused(placement._id, { planned_start_date: null }, REFUSED);
    const cleared = await change(placement._id, { planned_start_date: null, confirmed_start_date: null });
    must(cleared);
    expect((await undo(cleared)).left).toEqual([]);
    expect(await readPlacement(placement._id)).toMatchObject(CONFIRMED);
  });

  it('is not checked for other changes, an undo or a merge', async () => {
    const old = await server().application.records.create(
      { kind: 'system' },
      { module: 'placements', fields: { name: 'Old', ...CONFIRMED, providers_placements: (await makeProvider())._id } },
    );
    const placed = await makePlacement();
    must(await change(placed._id, { description: 'Nothing of it is asked for a note' }));
    const merged = await admin().post('/api/merge/', { _moduleName: 'placements', fromRecordId: old.record._id, toRecordId: placed._id });
    must(merged);
    expect(await readPlacement(placed._id)).toMatchObject(CONFIRMED);
    expect((await undo(merged)).left).toEqual([]);
    expect((await readPlacement(placed._id))['confirmed_start_date']).toBeUndefined();
  });
});
