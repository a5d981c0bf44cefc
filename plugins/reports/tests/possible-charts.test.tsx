import { beforeAll, describe, expect, it } from 'vitest';
import type { FigureData } from '#engine/model';
import { loadLazyTexts } from '../../../runtime-ui/kit/index.ts';
import { listGroupFields, listKinds, listMeasureFields, readGroups, storeGroups, type GroupChoice } from '../ui/builder/definition.ts';
import { listPossibilities } from '../ui/builder/possible-charts.ts';
import { orderSteps } from '../ui/result/order-steps.ts';
import { BOATS, DATA } from './builder-fixture.tsx';

const PAINT: GroupChoice = { name: 'paint', unit: undefined };
const BOUGHT: GroupChoice = { name: 'bought', unit: 'week' };

beforeAll(() => loadLazyTexts());

function judge(groups: readonly GroupChoice[]) {
  const found = listPossibilities(BOATS, groups);
  return {
    possible: found.filter(({ reason }) => reason === undefined).map(({ type }) => type),
    of: (type: string) => found.find((one) => one.type === type),
  };
}

describe('The chart types of a report', () => {
  it('without groups are none, and each offers a group', () => {
    const { possible, of } = judge([]);
    expect(possible).toEqual([]);
    expect(of('bar')).toMatchObject({ reason: 'No group is set.', remedy: { label: 'Group by Paint', groups: [PAINT] } });
    expect(of('stacked')).toMatchObject({
      reason: 'No group is set. It needs two.',
      remedy: { label: 'Group by Bought', groups: [{ name: 'bought', unit: 'month' }, PAINT] },
    });
    expect(of('heat map')).toMatchObject({ remedy: { label: 'Group by Bought', groups: [{ name: 'bought', unit: 'day' }] } });
  });

  it('with one group are those of one group; the others say what they need', () => {
    const { possible, of } = judge([PAINT]);
    expect(possible).toEqual(['bar', 'area', 'donut', 'pie', 'pie grid', 'gauge', 'number cards', 'funnel', 'leaderboard']);
    expect(of('line')).toMatchObject({
      reason: 'One group is set. It needs two.',
      remedy: { label: 'Add Bought', groups: [{ name: 'bought', unit: 'month' }, PAINT] },
    });
    expect(judge([BOUGHT]).of('line')).toMatchObject({ remedy: { label: 'Then by Paint', groups: [BOUGHT, PAINT] } });
    expect(judge([BOUGHT]).of('funnel')).toMatchObject({
      reason: 'Its steps are the options of a field.',
      remedy: { label: 'Group by Paint' },
    });
    expect(judge([BOUGHT]).of('heat map')).toMatchObject({ remedy: { label: 'Group by day', groups: [{ name: 'bought', unit: 'day' }] } });
    expect(judge([{ ...BOUGHT, unit: 'day' }]).possible).toContain('heat map');
  });

  it('with two groups offer to drop the periods for those of one', () => {
    const { possible, of } = judge([BOUGHT, PAINT]);
    expect(possible).toEqual(['stacked', 'grouped', 'line', 'area', 'pivot table']);
    expect(of('pie')).toMatchObject({ reason: 'Two groups are set. It shows one.', remedy: { label: 'Drop week', groups: [PAINT] } });
  });
});

describe('The steps of a funnel', () => {
  it('are in the order of the options, wherever the figures have them', () => {
    const figures = {
      ...DATA.figures,
      rows: [
        { at: [0], values: { count: 3 } },
        { at: [1], values: { count: 9 } },
      ],
    } as FigureData;
    const [step] = figures.steps;
    const mixed = { ...figures, steps: [{ ...step, groups: [...(step?.groups ?? [])].reverse() }] } as FigureData;
    const ordered = orderSteps(BOATS, mixed);
    expect(ordered.steps[0]?.groups.map(({ key }) => key)).toEqual(['red', 'green']);
    expect(ordered.rows).toEqual([
      { at: [1], values: { count: 3 } },
      { at: [0], values: { count: 9 } },
    ]);
  });
});

describe('The fields of a report', () => {
  it('are those that can be grouped by, and those that a measure can combine', () => {
    expect(listGroupFields(BOATS).map(({ value }) => value)).toEqual(['paint', 'bought', 'price', 'createdAt']);
    expect(listMeasureFields(BOATS, 'sum')).toEqual([{ value: 'price', label: 'Price' }]);
    expect(listMeasureFields(BOATS, 'distinct').map(({ value }) => value)).not.toContain('gear');
    expect(listMeasureFields(BOATS, 'count')).toEqual([]);
    expect(listKinds(BOATS)).toEqual(['count', 'sum', 'avg', 'min', 'max', 'distinct', 'share']);
  });

  it('store the periods of the first and the second date, wherever these are', () => {
    expect(storeGroups([PAINT, BOUGHT], 'group_by')).toEqual({
      group_by: ['paint', 'bought'],
      date_granularity: 'week',
      second_date_granularity: undefined,
    });
    expect(readGroups(BOATS, { names: ['paint', 'bought'], units: ['week', undefined] })).toEqual([PAINT, BOUGHT]);
    expect(readGroups(BOATS, { names: ['bought', 'createdAt'], units: ['week', undefined] })).toEqual([
      BOUGHT,
      { name: 'createdAt', unit: 'week' },
    ]);
    expect(readGroups(BOATS, { names: ['bought', 'createdAt'], units: [undefined, 'hour'] })).toEqual([
      { name: 'bought', unit: 'month' },
      { name: 'createdAt', unit: 'hour' },
    ]);
  });
});
