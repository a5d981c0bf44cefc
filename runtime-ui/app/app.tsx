import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router';
import { createQueryClient } from '../client/index.ts';
import { RecordMakerContext, type RecordMakerProps } from '../fields/widgets/index.ts';
import { KitProvider } from '../kit/index.ts';
import { QuickCreateDialog } from '../views/index.ts';
import { router } from './routes.tsx';
import { SessionExpiry } from './session-expiry.tsx';

const queryClient = createQueryClient();

function goTo(path: string, state?: object): void {
  void router.navigate(path, { state });
}

/** A record that a relate field asks for is made by the short form of its module. */
function RecordMaker(props: RecordMakerProps) {
  return <QuickCreateDialog {...props} isOnTheWay />;
}

/** The whole browser half: cache, theme, notices and routes. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <KitProvider goTo={goTo}>
        <SessionExpiry goTo={goTo} />
        <RecordMakerContext value={RecordMaker}><RouterProvider router={router} /></RecordMakerContext>
      </KitProvider>
    </QueryClientProvider>
  );
}
