import { describe, expect, it } from 'vitest';
import { CHART_TYPES } from '#engine/model';
import { must } from '../../../tests/support/record-helpers.ts';
import { useDemoCompany } from '../../../tests/support/demo-company.ts';
import type { ReportData } from '../shared/contract.ts';

/** The day of the demo data. */
const TODAY = '2026-05-05';

describe('The reports of the demo company', () => {
  const admin = useDemoCompany(TODAY, 60);

  const listAll = async (path: string): Promise<readonly { readonly _id: string; readonly name: string }[]> =>
    (await must(admin().post(`${path}/search`, { pageSize: 100 }))).data;

  it('all have data, without problems', async () => {
    const byName = new Map<string, ReportData>();
    for (const { _id, name } of await listAll('/api/reports')) byName.set(name, await must(admin().post(`/api/reports/${_id}/data`, {})));
    expect([...byName].filter(([, { problems }]) => problems.length > 0)).toEqual([]);
    expect(byName.get('Leads by status')?.total).toBe(60);
    expect(byName.get('My leads to contact')?.figures).toBeNull();
    expect(byName.get('Submissions by month')?.figures?.steps.map(({ unit }) => unit)).toEqual(['month', undefined]);
  });

  it('have a chart of each type, which all can be drawn', async () => {
    const charts: ReportData[] = [];
    for (const { _id } of await listAll('/api/report-charts')) charts.push(await must(admin().post(`/api/report-charts/${_id}/data`, {})));
    expect(charts.filter(({ chart, problems }) => chart === null || problems.length > 0)).toEqual([]);
    expect(Object.keys(CHART_TYPES).filter((type) => !charts.some(({ chart }) => chart?.type === type))).toEqual([]);
    expect(charts.filter(({ figures }) => (figures?.rows.length ?? 0) > 0).length).toBeGreaterThan(8);
  });
});
