import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router';
import { createQueryClient } from '../client/index.ts';
import { KitProvider } from '../kit/index.ts';
import { router } from './routes.tsx';
import { SessionExpiry } from './session-expiry.tsx';

const queryClient = createQueryClient();

function goTo(path: string): void {
  void router.navigate(path);
}

/** The whole browser half: cache, theme, notices and routes. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <KitProvider goTo={goTo}>
        <SessionExpiry goTo={goTo} />
        <RouterProvider router={router} />
      </KitProvider>
    </QueryClientProvider>
  );
}
