import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { loadLazyTexts } from '../../kit/index.ts';
import { localDay } from '../dates/format-dates.ts';
import { fixtureField, fixtureModule } from '../widgets/fixture-module.ts';
import { DueValue } from './due-value.tsx';

const due = fixtureField('Date', { fieldName: 'due', deadline: true, openWhen: { '!==': [{ var: 'record.stage' }, 'done'] } });
const module = fixtureModule({ fields: [due, fixtureField('TextField', { fieldName: 'stage' })] });
const dayIn = (days: number): string => localDay(new Date(Date.now() + days * 86_400_000));

/** The text and the class of the value. */
async function show(value: string, stage: string, look: 'cell' | 'detail'): Promise<readonly [string, boolean, boolean]> {
  await loadLazyTexts();
  const { container } = render(<DueValue module={module} field={due} value={value} look={look} record={{ due: value, stage }} />);
  const time = container.querySelector('time');
  return [time?.textContent ?? '', time?.classList.contains('mv-late') === true, time?.classList.contains('mv-today') === true];
}

describe('a deadline', () => {
  afterEach(cleanup);

  it('shows how late it is while it is open', async () => {
    expect(await show('2020-03-01', 'new', 'cell')).toEqual([expect.stringMatching(/^Mar 1, 2020 · [\d,]+ days late$/), true, false]);
    expect(await show(dayIn(-1), 'new', 'cell')).toEqual(['Yesterday · 1 day late', true, false]);
    expect(await show('2020-03-01', 'done', 'cell')).toEqual(['Mar 1, 2020', false, false]);
    expect(await show('2999-03-01', 'new', 'detail')).toEqual(['Mar 1, 2999', false, false]);
  });

  it('is marked today', async () => {
    expect(await show(dayIn(0), 'new', 'cell')).toEqual(['Today', false, true]);
    expect(await show(dayIn(0), 'new', 'detail')).toEqual([expect.stringMatching(/^Today, /), false, true]);
  });
});
