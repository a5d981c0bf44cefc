import { describe, expect, it } from 'vitest';
import type { JsonValue, ModuleView } from '#engine/model';
import { useDemoCompany } from '../../../tests/support/demo-company.ts';
import { buildLeaderboardQuery, type GroupQuery, type StoredRecord } from '../shared/leaderboard-query.ts';

/** The day of the demo data. */
const TODAY = '2026-05-05';

function nameIn(record: StoredRecord, field: string): string {
  const name = record[field];
  return typeof name === 'string' ? name : '';
}

interface Groups {
  readonly data: readonly { readonly keys: readonly JsonValue[]; readonly measures: { readonly [name: string]: number | null } }[];
}

describe('The leaderboards of the demo company', () => {
  const admin = useDemoCompany(TODAY, 60);

  const listAll = async (path: string): Promise<readonly StoredRecord[]> =>
    (await admin().post(`${path}/search`, { pageSize: 100 })).body.data;
  const moduleOf = async (record: StoredRecord): Promise<ModuleView> =>
    (await admin().get(`/api/ss-modules/by-name/${nameIn(record, 'related_module')}`)).body as ModuleView;
  const run = async (module: ModuleView, query: GroupQuery): Promise<Groups> => {
    const { status, body } = await admin().post(`${module.path}/group`, query);
    expect(status, `${module.name}: ${JSON.stringify(body)}`).toBe(200);
    return body as Groups;
  };

  it('are scores for every leaderboard', async () => {
    const boards = await listAll('/api/leaderboards');
    expect(boards.length).toBeGreaterThan(0);
    for (const board of boards) {
      const module = await moduleOf(board);
      const { data } = await run(module, buildLeaderboardQuery(module, board, TODAY));
      for (const { measures } of data) expect(Object.keys(measures)).toEqual(['score']);
    }
  });
});
