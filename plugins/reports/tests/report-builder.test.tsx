import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordData } from '#ui';
import { loadLazyTexts } from '../../../runtime-ui/kit/index.ts';
import { chooseOption } from '../../../tests/support/studio-server.tsx';
import { NewReport, ReportPage } from '../ui/report-page.tsx';
import { DATA, REPORTS, serve, showPage, type Sent } from './builder-fixture.tsx';

const REPORT: RecordData = {
  _id: 'r1',
  _version: 3,
  name: 'Boats by paint',
  related_module: 'boats',
  report_type: 'Chart',
  group_by: ['paint'],
  aggregates: [{ function: 'count' }],
};
const CHART: RecordData = { _id: 'c1', _version: 5, name: 'Paint', chart_type: 'bar', report: 'r1', show_legend: true, show_labels: true };
const PIE: RecordData = { ...CHART, _id: 'c2', name: 'Shares', chart_type: 'pie' };

const openNew = (openRecord = vi.fn()) => ({ ...showPage(<NewReport module={REPORTS} openRecord={openRecord} />), openRecord });
const openReport = (record = REPORT) => showPage(<ReportPage module={REPORTS} record={record} reload={() => undefined} />);
const previews = (sent: readonly Sent[]) => sent.filter(({ path }) => path === '/api/reports/preview').map(({ body }) => body);
const saves = (sent: readonly Sent[]) => sent.filter(({ method, path }) => method !== 'GET' && !/preview|estimate|search|data/.test(path));
const choice = (name: string) => screen.findByRole('combobox', { name });
const tableRows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? ''));

beforeAll(() => loadLazyTexts());
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('The builder of a new report', () => {
  it('begins with the source, shows figures while it is built, and saves the report with its chart', async () => {
    const sent = serve([]);
    const { user, openRecord } = openNew();
    await screen.findByText('Choose what to report on');
    await chooseOption(user, await choice('Source'), 'Boats');
    await screen.findByRole('table');
    await user.click(await screen.findByRole('button', { name: 'Pie: Group by Paint' }));
    await waitFor(() =>
      expect(previews(sent).at(-1)).toMatchObject({
        report: { related_module: 'boats', group_by: ['paint'] },
        chart: { chart_type: 'pie' },
      }),
    );
    expect(screen.getByRole('radio', { name: 'Pie' })).toHaveProperty('checked', true);
    await screen.findByText('About 40 ms, uses an index');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Boats by paint');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(openRecord).toHaveBeenCalledWith('r1'));
    expect(saves(sent)).toMatchObject([
      {
        path: '/api/reports',
        body: {
          name: 'Boats by paint',
          related_module: 'boats',
          report_type: 'Chart',
          group_by: ['paint'],
          aggregates: [{ function: 'count' }],
        },
      },
      { path: '/api/report-charts', body: { report: 'r1', name: 'Boats by paint', chart_type: 'pie' } },
    ]);
    // It shows the measures of the report, not one of its own.
    expect(saves(sent)[1]?.body['dataValueType'] ?? null).toBeNull();
  });

  it('lists records with columns in order', async () => {
    const sent = serve([], ({ path }) =>
      path === '/api/reports/preview'
        ? {
            ...DATA,
            figures: null,
            columns: [{ name: 'name', label: 'Name', kind: 'field' }],
            rows: [{ _id: 'b1', texts: { name: 'Gull' } }],
          }
        : undefined,
    );
    const { user, openRecord } = openNew();
    await chooseOption(user, await choice('Source'), 'Boats');
    await user.click(await screen.findByRole('radio', { name: 'Records' }));
    await chooseOption(user, await choice('Add a column'), 'Name');
    await chooseOption(user, await choice('Add a column'), 'Price');
    expect((await screen.findByRole('link', { name: 'Gull' })).getAttribute('href')).toMatch(/boats\/b1$/);
    expect(screen.getByText('The first 1 of 42 boats')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Move Price up' }));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'All boats');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(openRecord).toHaveBeenCalled());
    expect(saves(sent)).toMatchObject([{ path: '/api/reports', body: { report_type: 'List', columns: ['price', 'name'] } }]);
  });

  it('shows the refusal of a save, and stays', async () => {
    serve([], ({ method, path }) =>
      method === 'POST' && path === '/api/reports'
        ? Response.json(
            { error: 'Not valid.', code: 'validation_failed', details: [{ field: 'name', code: 'required', message: 'Give it a name.' }] },
            { status: 422 },
          )
        : undefined,
    );
    const { user, openRecord } = openNew();
    await chooseOption(user, await choice('Source'), 'Boats');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Give it a name.');
    expect(openRecord).not.toHaveBeenCalled();
  });
});

describe('The builder of a stored report', () => {
  it('changes groups, periods and measures, and swaps the groups', async () => {
    const sent = serve([CHART]);
    const { user } = openReport();
    await user.click(await screen.findByRole('button', { name: 'Group' }));
    await chooseOption(user, await choice('Period of Bought'), 'quarter');
    await user.click(screen.getByRole('button', { name: 'Swap the groups' }));
    await user.click(screen.getByRole('button', { name: 'Measure' }));
    await chooseOption(user, await choice('Measure 2'), 'Average');
    await waitFor(() =>
      expect(previews(sent).at(-1)?.['report']).toMatchObject({
        group_by: ['bought', 'paint'],
        date_granularity: 'quarter',
        aggregates: [{ function: 'count' }, { function: 'avg', fieldName: 'price' }],
      }),
    );
    expect(screen.getByRole('button', { name: 'Bars: Drop quarter' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Stacked' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves(sent)).toHaveLength(2));
    expect(saves(sent)).toMatchObject([
      { method: 'PUT', path: '/api/reports/r1', body: { _version: 3, group_by: ['bought', 'paint'] } },
      { method: 'PUT', path: '/api/report-charts/c1', body: { _version: 5, chart_type: 'stacked' } },
    ]);
  });

  it('saves the chart first if the report loses a group, which the chart before would need', async () => {
    const sent = serve([{ ...CHART, chart_type: 'stacked' }]);
    const { user } = openReport({ ...REPORT, group_by: ['bought', 'paint'], date_granularity: 'week' });
    await user.click(await screen.findByRole('button', { name: 'Pie: Drop week' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves(sent)).toHaveLength(2));
    expect(saves(sent)).toMatchObject([
      { path: '/api/report-charts/c1', body: { chart_type: 'pie' } },
      { path: '/api/reports/r1', body: { group_by: ['paint'] } },
    ]);
  });

  it('says whose records are counted of how many, and counts again', async () => {
    const sent = serve([CHART]);
    const { user } = openReport();
    await screen.findByText('42 of 4,212 boats');
    expect(screen.getByText('You see the boats of your teams')).toBeTruthy();
    const before = previews(sent).length;
    await user.click(screen.getByRole('button', { name: 'Count again' }));
    await waitFor(() => expect(previews(sent).length).toBeGreaterThan(before));
  });

  it('keeps the last figures while a change fails, and says why', async () => {
    const sent = serve([CHART], ({ path, body }) =>
      path === '/api/reports/preview' && JSON.stringify(body).includes('"row_limit":5')
        ? Response.json({ error: 'This takes too long.', code: 'filter_too_costly', details: [] }, { status: 422 })
        : undefined,
    );
    const { user } = openReport();
    await screen.findByRole('table');
    await user.type(screen.getByRole('textbox', { name: 'Number at most' }), '5');
    await screen.findByText('This takes too long.');
    expect(tableRows().at(-1)).toEqual(['All boats', '42']);
    expect(previews(sent).length).toBeGreaterThan(1);
  });

  it('opens the records of a figure with the filter of the report and of the group', async () => {
    serve([CHART]);
    const { user } = openReport();
    await user.click(await screen.findByRole('button', { name: '30, Deep red' }));
    const place = await screen.findByLabelText('Place');
    const address = new URLSearchParams(place.textContent?.split('?')[1]);
    expect(place.textContent).toMatch(/boats\?/);
    expect(JSON.parse(address.get('filter') ?? '')).toEqual({ and: [{ bought: { exists: true } }, { paint: { equals: 'red' } }] });
  });

  it('asks before unsaved changes are left, but not before the records of a figure', async () => {
    serve([CHART]);
    const { user, router } = openReport();
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
    void router.navigate('/elsewhere');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: '30, Deep red' }));
    await screen.findByText('Elsewhere');
  });

  it('has its charts as tabs, adds one and removes one', async () => {
    const stored = [CHART, PIE];
    const sent = serve(stored, ({ path }) => {
      if (path !== '/api/report-charts/mark-deleted/c2') return undefined;
      stored.pop();
      return { updated: 1 };
    });
    const { user } = openReport();
    await user.click(await screen.findByRole('tab', { name: 'Shares' }));
    expect(await screen.findByRole('radio', { name: 'Pie' })).toHaveProperty('checked', true);
    await user.click(screen.getByRole('button', { name: 'Remove chart' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove chart' }));
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'Shares' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Add chart' }));
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Rank');
    await user.click(screen.getByRole('radio', { name: 'Ranking' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(saves(sent).at(-1)).toMatchObject({
        path: '/api/report-charts',
        body: { name: 'Rank', chart_type: 'leaderboard', report: 'r1' },
      }),
    );
  });

  it('saves a changed chart before another one is opened', async () => {
    const sent = serve([CHART, PIE]);
    const { user } = openReport();
    await user.click(await screen.findByRole('radio', { name: 'Donut' }));
    await user.click(screen.getByRole('tab', { name: 'Shares' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save and open' }));
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Shares' }).getAttribute('aria-selected')).toBe('true'));
    expect(saves(sent)).toMatchObject([{ path: '/api/report-charts/c1', body: { chart_type: 'donut' } }]);
  });

  it('has the look of a chart as a form that its type decides on, drawn at once and saved with the report', async () => {
    const sent = serve([CHART]);
    const { user } = openReport();
    const box = (name: string) => screen.findByRole('textbox', { name });
    await user.click(await screen.findByRole('switch', { name: 'Legend' }));
    await user.type(await box('Label across'), 'Paints');
    await user.type(await box('Groups at most'), '101');
    expect(await screen.findByText('Use 100 or less.')).toBeTruthy();
    await user.type(await box('Groups at most'), '{Backspace}');
    await user.click(screen.getByRole('radio', { name: 'Gauge' }));
    expect(screen.queryByRole('textbox', { name: 'Label across' })).toBeNull();
    await user.type(await box('Full at'), '40');
    const look = { show_legend: false, x_axis_label: 'Paints', group_limit: 10, gauge_maximum: 40 };
    await waitFor(() => expect(previews(sent).at(-1)).toMatchObject({ chart: look }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves(sent).at(-1)).toMatchObject({ path: '/api/report-charts/c1', body: look }));
  });

  it('gives a chart groups of its own, which the lines change', async () => {
    const sent = serve([CHART]);
    const { user } = openReport();
    await user.click(await screen.findByRole('switch', { name: /^Groups of its own/ }));
    await chooseOption(user, await choice('First group'), 'Bought');
    await waitFor(() =>
      expect(previews(sent).at(-1)).toMatchObject({
        report: { group_by: ['paint'] },
        chart: { dataGroupBy: ['bought'], dataValueType: 'count' },
      }),
    );
  });

  it('offers files of the stored figures, once everything is saved', async () => {
    const sent = serve([CHART], ({ path }) => (path.endsWith('/export') ? new Response('a,b') : undefined));
    URL.createObjectURL = () => 'blob:x';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    const { user } = openReport();
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Figures (CSV)', hidden: true }));
    await waitFor(() => expect(sent.some(({ path }) => path === '/api/report-charts/c1/export')).toBe(true));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '!');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('menuitem', { name: /Figures \(CSV\)/, hidden: true })).toHaveProperty('disabled', true);
  });
});

describe('A report that the reader may not change', () => {
  it('is its result, with its charts as tabs', async () => {
    const sent = serve([CHART, PIE]);
    const module = { ...REPORTS, rights: { ...REPORTS.rights, edit: 'None' as const } };
    const { user } = showPage(<ReportPage module={module} record={REPORT} reload={() => undefined} />);
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Shares' }));
    await waitFor(() => expect(sent.some(({ path }) => path === '/api/report-charts/c2/data')).toBe(true));
  });
});
