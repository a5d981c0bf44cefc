import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fixtureField, fixtureModule } from '../../../runtime-ui/fields/widgets/fixture-module.ts';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import type { Decision } from '../ui/decisions.ts';
import { DecisionCell } from '../ui/decision-cell.tsx';

const balance = fixtureField('Relate', { fieldName: 'ptoBalance_ptoRequests', refs: ['ptoBalance'] });
const module = fixtureModule({ name: 'ptoRequests', fields: [balance] });
const value = { _id: 'b1', name: 'Mei Tanaka 2026', open: true };

/** Shows the cells of requests, and returns the ids of each request to the server. */
async function show(decisions: readonly Decision[], statuses: { readonly [id: string]: string }): Promise<readonly unknown[]> {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (_url: string, { body = '{}' }: { readonly body?: string } = {}) => {
    sent.push((JSON.parse(body) as { readonly ids: unknown }).ids);
    return Promise.resolve(Response.json({ data: decisions }));
  });
  const cells = Object.entries(statuses).map(([_id, status]) => (
    <li key={_id}>
      <DecisionCell module={module} field={balance} value={value} record={{ _id, _version: 1, status }} />
    </li>
  ));
  await act(async () =>
    render(
      <KitProvider>
        <ul>{cells}</ul>
      </KitProvider>,
    ),
  );
  return sent;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('A request for time off in a list', () => {
  it('shows the hours left before and after, and who else is off, read with one request', async () => {
    const sent = await show(
      [
        { _id: 'one', hours: 8, left: 40, after: 32, others: ['Cy Dunn, Dec 6, 8 h'], othersCount: 1 },
        { _id: 'two', hours: 200, left: 40, after: -160, others: [], othersCount: 0 },
      ],
      { one: 'Pending', two: 'Pending', decided: 'Approved' },
    );
    await screen.findByText('40 h left, 32 h after');
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '40 h left, 32 h after1 other is off',
      '40 h left, 200 h requestedNobody else is off',
      'Mei Tanaka 2026',
    ]);
    expect(screen.getByText('1 other is off').parentElement?.title).toContain('Cy Dunn, Dec 6, 8 h');
    expect(sent).toEqual([['one', 'two']]);
  });

  it('shows the balance if the user may not see what is left', async () => {
    await show([], { one: 'Pending' });
    await screen.findByText('Mei Tanaka 2026');
  });
});
