import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { ApprovalBanner } from './approval-banner.tsx';

const APPROVAL = {
  ...{ run: 'r1', step: 'a', workflow: 'w1', name: 'Purchases', module: 'tools', text: 'Buy a saw' },
  record: { _id: 't1', name: 'Saw' },
  since: '2026-03-01T10:00:00.000Z',
  until: null,
  delegations: [{ from: 'u1', to: 'u2', at: '2026-03-01T11:00:00.000Z', comment: 'On leave' }],
};

beforeAll(() => loadLazyTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the banner; the server has the approval until somebody decides. Returns the requests. */
function show(status = 200): { readonly requests: readonly string[]; readonly reloads: () => number } {
  const requests: string[] = [];
  let [isOpen, reloads] = [true, 0];
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit = {}) => {
    requests.push([method, url, ...(typeof body === 'string' ? [body] : [])].join(' '));
    if (method === 'POST') isOpen = false;
    const data = isOpen ? [APPROVAL] : [];
    const failure = { code: 'approval_decided', error: 'Somebody else decided already: declined.' };
    const sent = method === 'POST' && status !== 200 ? failure : { data, total: data.length };
    return Promise.resolve(
      new Response(JSON.stringify(sent), { status: method === 'POST' ? status : 200, headers: { 'content-type': 'application/json' } }),
    );
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <KitProvider>
          <ApprovalBanner module="tools" recordId="t1" onReload={() => (reloads += 1)} />
        </KitProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { requests, reloads: () => reloads };
}

describe('The approvals of a record', () => {
  it('are decided with a comment, and are gone then', async () => {
    const { requests, reloads } = show();
    const user = userEvent.setup();
    await screen.findByRole('region', { name: 'Waits for your approval: Buy a saw' });
    screen.getByText('Handed over: On leave');
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Fine');
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.queryByText('Buy a saw')).toBeNull());
    expect(requests).toContain('POST /api/workflow-runs/r1/approve {"comment":"Fine","step":"a"}');
    expect(reloads()).toBe(1);
  });

  it('are read again when somebody else decided', async () => {
    const { reloads } = show(409);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Decline' }));
    await waitFor(() => expect(screen.queryByText('Buy a saw')).toBeNull());
    expect(reloads()).toBe(0);
  });
});
