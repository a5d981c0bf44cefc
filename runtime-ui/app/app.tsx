import { QueryClientProvider } from '@tanstack/react-query';
import { useCallback, type ComponentProps } from 'react';
import { RouterProvider } from 'react-router';
import { createQueryClient } from '../client/index.ts';
import { RecordCreatorContext, type RecordCreatorProps } from '../fields/widgets/index.ts';
import { KitProvider } from '../kit/index.ts';
import { QuickCreateDialog } from '../views/index.ts';
import { SessionExpiry } from './session-expiry.tsx';

const queryClient = createQueryClient();

/** Creates a record from a relate field, with the quick-create form of its module. */
function RecordMaker(props: RecordCreatorProps) {
  return <QuickCreateDialog {...props} isNested />;
}

/** The whole client: query cache, theme, notices and routes. */
export function App({ router }: Pick<ComponentProps<typeof RouterProvider>, 'router'>) {
  const goTo = useCallback((path: string, state?: object) => void router.navigate(path, { state }), [router]);
  return (
    <QueryClientProvider client={queryClient}>
      <KitProvider goTo={goTo}>
        <SessionExpiry goTo={goTo} />
        <RecordCreatorContext value={RecordMaker}>
          <RouterProvider router={router} />
        </RecordCreatorContext>
      </KitProvider>
    </QueryClientProvider>
  );
}
