import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChartType, ChartView, FigureData } from '#engine/model/wire';
import { CHART_TYPES } from '#engine/model/wire';
import { KitProvider, loadLazyTexts } from '../kit/index.ts';
import { DAYS, group, ONE, readRows, TWO } from './figures-fixture.ts';
import { Chart, type ChartProps } from './index.ts';

const viewOf = (type: ChartType, more: Partial<ChartView> = {}): ChartView => ({
  name: 'Boats',
  type,
  showLegend: true,
  showLabels: true,
  xAxisLabel: '',
  yAxisLabel: '',
  gaugeMaximum: null,
  options: {},
  ...more,
});

function show(type: ChartType, data: FigureData | undefined, more: Partial<ChartProps> = {}) {
  const onOpen = vi.fn();
  render(
    <KitProvider>
      <Chart
        view={viewOf(type)}
        data={data}
        records="boats"
        record="boat"
        asOf="2026-11-19T18:00:00.000Z"
        timeZone="America/Chicago"
        onOpen={onOpen}
        {...more}
      />
    </KitProvider>,
  );
  return { onOpen, user: userEvent.setup() };
}

const chart = () => screen.findByRole('application');
const keysOf = (box: HTMLElement) => [...box.querySelectorAll('[data-figure]')].map((mark) => mark.getAttribute('data-figure'));
const DATA_OF = { stacked: TWO, grouped: TWO, line: TWO, 'heat map': DAYS } as const;
const dataOf = (type: ChartType): FigureData => (DATA_OF as { readonly [type in ChartType]?: FigureData })[type] ?? ONE;
const DRAWN = (Object.keys(CHART_TYPES) as ChartType[]).filter((type) => type !== 'pivot table');

beforeAll(async () => {
  await loadLazyTexts();
  // The first chart loads the code of all of them.
  await act(async () => {
    show('bar', ONE);
    await import('./chart-body.tsx');
  });
  cleanup();
});
afterEach(cleanup);

describe('A chart of each type', () => {
  it.each(DRAWN)('%s draws a mark for each figure, and has a table for screen readers', async (type) => {
    show(type, dataOf(type));
    const box = await chart();
    expect(box.getAttribute('aria-label')).toMatch(/^Boats, chart: /);
    const data = dataOf(type);
    const wanted = data.rows.map(({ at }) => `${at[0]}:${at[1] ?? ''}`);
    await waitFor(() => expect(keysOf(box)).toEqual(expect.arrayContaining(wanted)));
    expect(readRows(screen.getByRole('table', { name: 'Boats, figures' })).at(-1)?.[0]).toBe('All boats');
  });

  it.each(DRAWN)('%s moves with arrows, says the figure, and opens its records with Enter', async (type) => {
    const { onOpen, user } = show(type, dataOf(type));
    const box = await chart();
    await user.tab();
    expect(document.activeElement).toBe(box);
    await user.keyboard('{ArrowRight}');
    const step = dataOf(type).steps[0]?.groups[0];
    expect(within(box).getByRole('status').textContent).toMatch(/: Records \d/);
    await user.keyboard('{Enter}');
    expect(onOpen).toHaveBeenCalledWith([step?.filter]);
    await user.keyboard('{Escape}');
    expect(within(box).getByRole('status').textContent).toBe('');
  });
});

describe('A chart of two groups', () => {
  it('is drawn over the weeks, with a legend, its labels, and the week that is not over', async () => {
    show('stacked', TWO);
    await chart();
    expect(screen.getByText('The week of Nov 15 is not over')).toBeTruthy();
    expect(screen.getAllByText('Records')[0]).toBeTruthy();
    expect([...document.querySelectorAll('.ch-legend-label')].map((label) => label.textContent)).toEqual(['Red', 'Blue']);
    const open = await waitFor(() => {
      const mark = document.querySelector('[data-figure="1:1"]');
      expect(mark).not.toBeNull();
      return mark;
    });
    expect(open?.getAttribute('fill-opacity')).toBe('0.5');
    expect(document.querySelector('[data-figure="0:0"]')?.getAttribute('fill-opacity')).toBe('1');
    expect(document.querySelector('[data-figure="0:0"]')?.getAttribute('fill')).toBe('var(--ms-red-dot)');
  });

  it('opens the records of both groups from a part, and moves through the groups of a week with the other arrows', async () => {
    const { onOpen, user } = show('stacked', TWO);
    const box = await chart();
    await waitFor(() => expect(keysOf(box)).toContain('0:0'));
    box.focus();
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(within(box).getByRole('status').textContent).toBe('Nov 8 to Nov 14, 2026, Red: Records 5');
    await user.keyboard('{Enter}');
    expect(onOpen).toHaveBeenLastCalledWith([TWO.steps[0]?.groups[0]?.filter, TWO.steps[1]?.groups[0]?.filter]);
    const mark = document.querySelector('[data-figure="0:1"]');
    fireEvent.click(mark ?? box);
    expect(onOpen).toHaveBeenLastCalledWith([TWO.steps[0]?.groups[0]?.filter, TWO.steps[1]?.groups[1]?.filter]);
  });

  it('shows the values of a week and how many records open', async () => {
    const { onOpen } = show('stacked', TWO);
    const box = await chart();
    await waitFor(() => expect(keysOf(box)).toContain('0:'));
    fireEvent.pointerMove(box.querySelector('[data-figure="0:"]') ?? box);
    const tip = document.querySelector<HTMLElement>('.ch-tooltip');
    expect(tip?.textContent).toBe('Nov 8 to Nov 14, 20268Red5Blue3Open 8 boats');
    fireEvent.click(within(tip ?? box).getByText('Open 8 boats'));
    expect(onOpen).toHaveBeenCalledWith([TWO.steps[0]?.groups[0]?.filter]);
    fireEvent.pointerMove(box.querySelector('[data-figure="1:"]') ?? box);
    expect(document.querySelector('.ch-tooltip')?.textContent).toContain('Open 1 boat');
    fireEvent.pointerLeave(box);
    expect(document.querySelector('.ch-tooltip')).toBeNull();
  });

  it('has rows of the second group and columns of the first, with totals', async () => {
    show('stacked', TWO, { hasTable: true });
    await chart();
    expect(readRows(screen.getByRole('table'))).toEqual([
      ['Colour', 'Nov 8', 'Nov 15', 'Total'],
      ['Red', '5', '–', '5'],
      ['Blue', '3', '1', '4'],
      ['All boats', '8', '1', '9'],
    ]);
  });

  it('as a pivot table has rows of the first group', async () => {
    show('pivot table', TWO);
    expect(readRows(await screen.findByRole('table', { name: 'Boats' }))).toEqual([
      ['On', 'Red', 'Blue', 'Total'],
      ['Nov 8 to Nov 14, 2026', '5', '3', '8'],
      ['Nov 15 to Nov 21, 2026', '–', '1', '1'],
      ['All boats', '5', '4', '9'],
    ]);
  });
});

describe('Charts of one group', () => {
  it('show shares of the total in a pie, the total in a donut', async () => {
    show('donut', ONE);
    await chart();
    expect([...document.querySelectorAll('.ch-legend-value')].map((value) => value.textContent)).toEqual([
      '12 (60%)',
      '6 (30%)',
      '2 (10%)',
    ]);
    expect(document.querySelector('.ch-centre')?.textContent).toBe('20');
  });

  it('fill a gauge up to its maximum', async () => {
    show('gauge', ONE, { view: viewOf('gauge', { gaugeMaximum: 24 }) });
    await chart();
    expect([...document.querySelectorAll('.ch-tile-part')].map((part) => part.textContent)).toEqual(['50%', '25%', '8.3%']);
  });

  it('rank equal values alike', async () => {
    show('leaderboard', {
      ...ONE,
      rows: [
        { at: [0], values: { count: 6 } },
        { at: [1], values: { count: 6 } },
        { at: [2], values: { count: null } },
      ],
    });
    await chart();
    expect([...document.querySelectorAll('.ch-ranking li')].map((row) => row.textContent)).toEqual(['1Red6', '1Blue6']);
  });

  it('show each step of a funnel with its share of the first', async () => {
    show('funnel', ONE);
    await chart();
    expect([...document.querySelectorAll('.ch-funnel li')].map((row) => row.textContent)).toEqual([
      'Red12',
      'Blue650% of Red',
      'None216.7% of Red',
    ]);
  });

  it('show the change since the period before on number cards, the latest first', async () => {
    const [weeks] = TWO.steps;
    if (weeks === undefined) throw new TypeError('no weeks');
    const groups = [...weeks.groups, group('Week of 11/29/26', { key: '2026-11-29' })];
    show('number cards', {
      ...ONE,
      steps: [{ ...weeks, groups }],
      rows: [
        { at: [0], values: { count: 5 } },
        { at: [1], values: { count: 3 } },
        { at: [2], values: { count: 4 } },
      ],
    });
    await chart();
    expect([...document.querySelectorAll('.ch-card')].map((card) => card.textContent)).toEqual([
      'Nov 29 to Dec 5, 202644 more than the period before',
      'Nov 15 to Nov 21, 202632 less than Nov 8 to Nov 14, 2026',
      'Nov 8 to Nov 14, 20265',
    ]);
  });

  it('show days as a calendar with the smallest and the largest value', async () => {
    show('heat map', DAYS);
    await chart();
    const [first, second] = [...document.querySelectorAll('.ch-calendar [data-figure]')];
    // Monday and Tuesday of one week are below each other.
    expect(first?.getAttribute('x')).toBe(second?.getAttribute('x'));
    expect(Number(second?.getAttribute('y'))).toBeGreaterThan(Number(first?.getAttribute('y')));
    expect(document.querySelector('.ch-scale')?.textContent).toBe('212');
  });
});

describe('Figures that are hard to draw', () => {
  it('name what a pie cannot show', async () => {
    show('pie', {
      ...ONE,
      rows: [
        { at: [0], values: { count: -4 } },
        { at: [1], values: { count: 6 } },
      ],
    });
    await chart();
    expect(screen.getByText('Negative figures are not drawn. They are in the table.')).toBeTruthy();
    cleanup();
    show('pie', {
      ...ONE,
      rows: [
        { at: [0], values: { count: 0 } },
        { at: [1], values: { count: null } },
      ],
    });
    await chart();
    expect(screen.getByText('All figures are 0.')).toBeTruthy();
  });

  it.each(DRAWN)('%s draws a single group, one without a value, and a hundred', async (type) => {
    const [step] = ONE.steps;
    if (step === undefined) throw new TypeError('no step');
    show(type, {
      ...ONE,
      steps: [{ ...step, groups: [group('A name that is far too long for any axis or legend of a chart')] }],
      rows: [{ at: [0], values: { count: null } }],
    });
    await chart();
    cleanup();
    const many = Array.from({ length: 100 }, (_, at) => group(`Group ${at}`));
    show(type, { ...ONE, steps: [{ ...step, groups: many }], rows: many.map((_, at) => ({ at: [at], values: { count: at - 20 } })) });
    const box = await chart();
    box.focus();
    await userEvent.setup().keyboard('{End}');
    expect(within(box).getByRole('status').textContent).toBe('Group 99: Records 79');
  });
});

describe('The states of a chart', () => {
  it('are loading, no access with a reason, an error with a retry, and no records', async () => {
    show('bar', undefined);
    expect(screen.getByText('Loading the figures')).toBeTruthy();
    cleanup();
    show('bar', undefined, { error: { status: 403, code: 'module_access_denied', message: 'No.' } });
    expect(screen.getByText('You may not see these figures')).toBeTruthy();
    cleanup();
    const onRetry = vi.fn();
    const { user } = show('bar', undefined, {
      error: { status: 503, code: 'store_unavailable', message: 'The database is busy.' },
      onRetry,
    });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
    expect(screen.getByText('The database is busy.')).toBeTruthy();
    cleanup();
    show('bar', { ...ONE, rows: [], steps: [{ field: 'colour', label: 'Colour', groups: [] }], total: { count: 0 } });
    await screen.findByText('No records match');
  });

  it('are too many groups, which can be put into one, and a part of the definition that is gone', async () => {
    const onShowOthers = vi.fn();
    const { user } = show('bar', { ...ONE, isComplete: false }, { onShowOthers, problems: ['The field Size is gone.'] });
    await chart();
    expect(screen.getByText(/The first 3 groups are shown/)).toBeTruthy();
    expect(screen.getByText('The field Size is gone.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show the rest as Others' }));
    expect(onShowOthers).toHaveBeenCalledOnce();
  });
});
