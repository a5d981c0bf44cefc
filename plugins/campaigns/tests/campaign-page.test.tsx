import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ModuleView } from '#engine/model/wire';
import { queryKeys } from '../../../runtime-ui/client/index.ts';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import { CampaignPage } from '../ui/campaign-page.tsx';

const SHELL = {
  user: { _id: 'u1', userType: 'Standard' },
  isStaff: true,
  modules: [{ name: 'campaignRecipients', path: '/api/campaign-recipients', route: '/r' }],
};
const MODULE = { name: 'campaigns', rights: { edit: 'All' } } as unknown as ModuleView;
const RESULTS = {
  total: 3,
  statuses: { Waiting: 0, Sent: 2, Failed: 1 },
  ...{ opens: 5, clicks: 0, opened: 2, clicked: 0 },
  variants: [
    { step: 1, variant: 'A', sent: 1, replied: 0 },
    { step: 1, variant: 'B', sent: 1, replied: 1 },
  ],
};

/** Shows a draft with one step; returns what was requested. */
async function show(): Promise<string[]> {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body = '' }: { readonly method?: string; readonly body?: string } = {}) => {
    requests.push(`${method} ${new URL(url, 'http://x').pathname} ${body}`);
    if (url.includes('/results')) return Promise.resolve(Response.json(RESULTS));
    if (url.includes('/audience'))
      return Promise.resolve(
        Response.json({
          total: 1_234,
          checked: 1_000,
          reachable: 980,
          people: [{ id: 'l1', name: 'Mei Tanaka', reason: 'Has opted out.' }],
        }),
      );
    if (url.includes('/test')) return Promise.resolve(Response.json({ to: 'ann@muster.test', status: 'Queued' }));
    const data = [{ _id: 'r1', name: 'Ben Failed', status: 'Failed', failure: '550 No such mailbox', step: 1 }];
    if (url.includes('/search')) return Promise.resolve(Response.json({ data, total: 120, pageNumber: 0, pageSize: 50 }));
    return Promise.resolve(Response.json(SHELL));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(queryKeys.shell(), SHELL);
  const steps = [{ days: 0, template: 't1', subject_a: 'One', subject_b: 'Two', share_b: 40 }];
  const record = { _id: 'c1', _version: 1, name: 'News', status: 'Draft', campaign_type: 'Email', audience: 'Live view', steps };
  await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <KitProvider>
            <CampaignPage module={MODULE} record={record} reload={() => undefined} />
          </KitProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  return requests;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('The page of a campaign', () => {
  it('shows steps, audience and results, sends a test, and starts after a question', async () => {
    const requests = await show();
    expect(await screen.findByText('1234 people. Of the first 1000, 980 can be reached.')).toBeDefined();
    expect(screen.getByText('40 % get the subject "Two"')).toBeDefined();
    expect(await screen.findByText('550 No such mailbox')).toBeDefined();
    expect(screen.getByText('1 to 50 of 120')).toBeDefined();
    expect(screen.getByRole('table', { name: 'Result of the subjects' })).toBeDefined();
    expect(screen.getByText('2 people, 5 times')).toBeDefined();
    expect(screen.queryByText('0 people, 0 times')).toBeNull();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send test of B to me' })));
    expect(requests).toContainEqual('POST /api/campaigns/c1/test {"step":1,"variant":"B"}');
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Start' })));
    expect(requests.some((one) => one.includes('/c1/start'))).toBe(false);
    await act(async () => fireEvent.click(screen.getAllByRole('button', { name: 'Start' }).at(-1) as HTMLElement));
    expect(requests.some((one) => one.startsWith('POST /api/campaigns/c1/start'))).toBe(true);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Next page' })));
    expect(requests.some((one) => one.includes('"pageNumber":1'))).toBe(true);
  });
});
