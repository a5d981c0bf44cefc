import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { useSession } from '../../runtime-ui/client/index.ts';
import { ImportPage, ImportsPage } from '../../runtime-ui/features/imports/index.ts';
import { KitProvider } from '../../runtime-ui/kit/index.ts';
import type { ImportServer } from './import-server.ts';

/** For tests: the pages of imports at an address; returns the router. */
export function renderImports(server: ImportServer, address: string) {
  useSession.setState({ user: server.user });
  const router = createMemoryRouter(
    [
      { path: '/app/imports', element: <ImportsPage /> },
      { path: '/app/imports/:id', element: <ImportPage /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KitProvider goTo={(path) => void router.navigate(path)}>
        <RouterProvider router={router} />
      </KitProvider>
    </QueryClientProvider>,
  );
  return router;
}
