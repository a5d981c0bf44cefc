import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, it, vi } from 'vitest';
import { serve } from '../../../../tests/support/studio-fixture.tsx';
import { KitProvider, loadAdminTexts } from '../../../kit/index.ts';
import { PluginsPage } from './plugins-page.tsx';

const plugin = { version: '1.0.0', state: 'running', switchedOff: false, requiredBy: [], modules: [] };

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('names plugins by their labels, else by the words of their names', async () => {
  const plugins = [
    { ...plugin, name: 'pay-calculator', requiredBy: ['pto'] },
    { ...plugin, name: 'pto', label: 'PTO' },
  ];
  serve({
    'GET /api/plugins': { data: plugins, total: 2 },
    'GET /api/plugins/permissions': { data: [], total: 0 },
    'GET /api/plugins/secrets': { data: [], total: 0 },
    'GET /api/admin-settings/forms': {
      data: [{ key: 'plugins_off', value: [], kind: 'json', section: 'plugins', label: 'Plugins', plugin: null }],
      total: 1,
    },
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KitProvider>
        <MemoryRouter>
          <PluginsPage />
        </MemoryRouter>
      </KitProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: /^PTO/ });
  screen.getByRole('heading', { name: /^Pay calculator/ });
  await userEvent.setup().click(await screen.findByRole('switch', { name: /Pay calculator/ }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => within(dialog).getByText(/\bPTO\b/));
});
