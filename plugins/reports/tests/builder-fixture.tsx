import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider, useLocation, useNavigate } from 'react-router';
import { vi } from 'vitest';
import type { FigureData, JsonObject } from '#engine/model';
import { queryKeys, useSession, type RecordData } from '../../../runtime-ui/client/index.ts';
import { fixtureField, fixtureModule } from '../../../runtime-ui/fields/widgets/fixture-module.ts';
import { KitProvider, LinkProvider } from '../../../runtime-ui/kit/index.ts';
import type { ReportData } from '../shared/contract.ts';

export const BOATS = fixtureModule({
  name: 'boats',
  label: 'Boats',
  labelSingular: 'Boat',
  path: '/api/boats',
  nameField: 'name',
  teamEnabled: true,
  fields: [
    fixtureField('TextField', { fieldName: 'name', label: 'Name' }),
    fixtureField('Dropdown', { fieldName: 'paint', label: 'Paint', dropdown: 'colours' }),
    fixtureField('Date', { fieldName: 'bought', label: 'Bought' }),
    fixtureField('DateTime', { fieldName: 'createdAt', label: 'Created', system: true }),
    fixtureField('Currency', { fieldName: 'price', label: 'Price' }),
    fixtureField('Object', { fieldName: 'gear', label: 'Gear', filterable: false, sortable: false }),
  ],
});

const dropdown = (fieldName: string) => fixtureField('Dropdown', { fieldName, label: fieldName, dropdown: fieldName });
const text = (fieldName: string) => fixtureField('TextField', { fieldName, label: fieldName });

export const REPORTS = fixtureModule({
  name: 'reports',
  label: 'Reports',
  labelSingular: 'Report',
  path: '/api/reports',
  nameField: 'name',
  dropdowns: {},
  fields: [
    fixtureField('TextField', { fieldName: 'name', label: 'Name', required: true }),
    fixtureField('Module', { fieldName: 'related_module', label: 'Module' }),
    dropdown('report_type'),
    fixtureField('ListField', { fieldName: 'columns', label: 'Columns' }),
    fixtureField('Object', { fieldName: 'search_terms', label: 'Filter' }),
    fixtureField('ListField', { fieldName: 'group_by', label: 'Grouped by' }),
    dropdown('date_granularity'),
    dropdown('second_date_granularity'),
    fixtureField('Array', { fieldName: 'aggregates', label: 'Figures' }),
    text('sort_field'),
    fixtureField('Checkbox', { fieldName: 'sort_descending', label: 'Last first' }),
    fixtureField('Number', { fieldName: 'row_limit', label: 'Rows at most' }),
    fixtureField('Checkbox', { fieldName: 'show_others', label: 'Others' }),
  ],
});

export const CHARTS = fixtureModule({
  name: 'reportCharts',
  label: 'Report charts',
  labelSingular: 'Report chart',
  path: '/api/report-charts',
  nameField: 'name',
  dropdowns: {},
  fields: [
    fixtureField('TextField', { fieldName: 'name', label: 'Title', required: true }),
    fixtureField('Relate', { fieldName: 'report', label: 'Report', refs: ['reports'] }),
    fixtureField('Dropdown', { fieldName: 'chart_type', label: 'Chart', dropdown: 'chart_type', default: 'bar' }),
    fixtureField('ListField', { fieldName: 'dataGroupBy', label: 'Grouped by' }),
    dropdown('date_granularity'),
    dropdown('second_date_granularity'),
    fixtureField('Dropdown', { fieldName: 'dataValueType', label: 'Shows', dropdown: 'shows', default: 'count' }),
    text('dataValueField'),
    fixtureField('Checkbox', { fieldName: 'show_legend', label: 'Legend', default: true }),
    fixtureField('Checkbox', { fieldName: 'show_labels', label: 'Labels', default: true }),
    text('x_axis_label'),
    text('y_axis_label'),
    fixtureField('Number', { fieldName: 'group_limit', label: 'Groups at most' }),
    fixtureField('Number', { fieldName: 'gauge_maximum', label: 'Full at' }),
  ],
});

const FIGURES: FigureData = {
  steps: [
    {
      field: 'paint',
      label: 'Paint',
      groups: [
        { kind: 'value', key: 'red', label: 'Deep red', hue: 'red', filter: { paint: { equals: 'red' } } },
        { kind: 'value', key: 'green', label: 'Green', filter: { paint: { equals: 'green' } } },
      ],
    },
  ],
  measures: [{ name: 'count', label: 'Records', format: 'number', kind: 'count' }],
  rows: [
    { at: [0], values: { count: 30 } },
    { at: [1], values: { count: 12 } },
  ],
  total: { count: 42 },
  isComplete: true,
};

export const DATA: ReportData = {
  module: 'boats',
  dependsOn: ['boats'],
  columns: [],
  figures: FIGURES,
  groups: FIGURES.steps,
  rows: [],
  total: 42,
  filter: { bought: { exists: true } },
  chart: null,
  problems: [],
  asOf: '2026-11-26T12:00:00.000Z',
};

/** A request with a body. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: JsonObject;
}

type Respond = (sent: Sent) => object | undefined;

/** Responds as the server: with the stored charts, figures, and what `respond` returns first. Returns what was sent. */
export function serve(charts: readonly RecordData[], respond: Respond = () => undefined): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body = '{}' }: { readonly method?: string; readonly body?: string } = {}) => {
    const one = { method, path: url.replace(/\?.*$/, ''), body: JSON.parse(body) as JsonObject };
    sent.push(one);
    const made = respond(one) ?? respondUsually(one, charts);
    return Promise.resolve(made instanceof Response ? made : Response.json(made));
  });
  return sent;
}

function respondUsually({ method, path, body }: Sent, charts: readonly RecordData[]): object {
  if (path === '/api/reports/sources') return { data: [{ name: 'boats', label: 'Boats' }] };
  if (path === '/api/report-charts/search') return { data: charts, total: charts.length };
  if (path === '/api/boats/search') return { data: [], total: 4212 };
  if (path === '/api/reports/estimate') return { records: 42, milliseconds: 40, usesIndex: true };
  if (path.endsWith('/preview') || path.endsWith('/data')) return withChart(body);
  if (method === 'POST' && path === '/api/reports') return { _id: 'r1', _version: 1, ...body };
  if (method === 'POST' && path === '/api/report-charts') return { _id: 'c9', _version: 1, ...body };
  if (method === 'PUT') return { _id: path.split('/').at(-1), _version: 2, ...body };
  return Response.json({ error: 'None', code: 'not_found', details: [] }, { status: 404 });
}

function withChart({ chart }: JsonObject): ReportData {
  if (typeof chart !== 'object' || chart === null) return DATA;
  const { name = '', chart_type: type = 'bar' } = chart as { readonly name?: string; readonly chart_type?: 'bar' };
  return {
    ...DATA,
    chart: { name, type, showLegend: true, showLabels: true, xAxisLabel: '', yAxisLabel: '', gaugeMaximum: null, options: {} },
  };
}

function Place() {
  const { pathname, search } = useLocation();
  return <output aria-label="Place">{`${pathname}${search}`}</output>;
}

function Page({ children }: { readonly children: ReactElement }) {
  const navigate = useNavigate();
  return (
    <LinkProvider goTo={(path) => void navigate(path)}>
      {children}
      <Place />
    </LinkProvider>
  );
}

/** Shows a page of the plugin as the signed-in user. */
export function showPage(page: ReactElement, userType = 'Internal User') {
  const user = { _id: 'u1', userType, roles: [], teams: [] };
  useSession.setState({ user: user as never });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const modules = [BOATS, REPORTS, CHARTS].map((module) => ({ ...module, route: `/${module.name}` }));
  client.setQueryData(queryKeys.shell(), {
    modules,
    teams: [],
    user,
    isStaff: true,
    plugins: ['reports'],
    settings: { time_zone: 'America/New_York' },
    userVariables: [],
  });
  for (const module of [BOATS, REPORTS, CHARTS]) client.setQueryData(queryKeys.moduleView(module.name), module);
  const router = createMemoryRouter(
    [
      { path: '/report', element: <Page>{page}</Page> },
      { path: '*', element: <Page>{<p>Elsewhere</p>}</Page> },
    ],
    { initialEntries: ['/report'] },
  );
  render(
    <QueryClientProvider client={client}>
      <KitProvider>
        <RouterProvider router={router} />
      </KitProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), router };
}
