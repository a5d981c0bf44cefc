import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { vi } from 'vitest';
import { queryKeys, useSession } from '../../../runtime-ui/client/index.ts';
import { KitProvider, loadLazyTexts } from '../../../runtime-ui/kit/index.ts';

const RIGHTS = { access: true, create: true, edit: 'All', view: 'All', delete: 'All' };

/** The modules of the shell. */
const MODULES = [
  ['credentialingRequiredItems', '/api/credentialing-required-items'],
  ['credentialingRequiredItemMessages', '/api/credentialing-required-item-messages'],
  ['credentialing', '/api/credentialing'],
  ['credentialingSetup', '/api/credentialing-setups'],
  ['placements', '/api/placements'],
  ['users', '/api/users'],
].map(([name, path]) => ({ name, path, route: `/${name}`, nameField: 'name', label: name, labelSingular: name, rights: RIGHTS }));

const field = (fieldName: string, inputType: string, more: object = {}) => ({
  _id: fieldName,
  fieldName,
  label: fieldName,
  inputType,
  refs: [],
  system: false,
  rights: { read: 'all', write: 'all' },
  ...more,
});

/** The metadata of a module; `options`: of the dropdown with the categories. */
export const moduleView = (name: string, options: readonly string[] = ['Identity', 'Health']) => ({
  ...MODULES.find((module) => module.name === name),
  fields: [
    field('status', 'Dropdown', { dropdown: 'required_item_status' }),
    field('category', 'Dropdown', { dropdown: 'credentialing_required_items_categories' }),
    field('expiration_date', 'Date'),
    field('response_date', 'Date', { label: 'Day' }),
    field('provider_response', 'TextArea'),
    field('isOptional', 'Checkbox', { label: 'Optional' }),
  ],
  relations: [],
  layouts: {},
  dropdowns: {
    credentialing_required_items_categories: { options: options.map((value) => ({ value, label: value })) },
    required_item_status: { options: [] },
  },
  defaultSort: { sortField: 'name', sortOrder: 'asc' },
  pageSize: 20,
});

/** A request with its body. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A page of a list with these records. */
export const pageOf = (data: readonly object[]) => ({ data, total: data.length, pageNumber: 0, pageSize: 500 });

interface ShowOptions {
  readonly content: ReactNode;
  /** What the server sends; undefined: an empty page. */
  readonly respond: (request: SentRequest) => object | Promise<object> | undefined;
  readonly isStaff?: boolean;
  readonly path?: string;
  readonly categories?: readonly string[];
}

/** Shows content with a server; returns the writes and the requests to endpoints of the plugin in their order. */
export async function showUi({ content, respond, isStaff = true, path = '/', categories }: ShowOptions): Promise<readonly SentRequest[]> {
  const requests: SentRequest[] = [];
  vi.stubGlobal(
    'fetch',
    async (url: string, { method = 'GET', body = '{}' }: { readonly method?: string; readonly body?: string } = {}) => {
      const request = { method, path: new URL(url, 'http://x').pathname, body: JSON.parse(body) as SentRequest['body'] };
      requests.push(request);
      const response = (await respond(request)) ?? pageOf([]);
      return Response.json(response, { status: 'error' in response ? 422 : 200 });
    },
  );
  await loadLazyTexts();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = { _id: 'u1', userType: isStaff ? 'Standard' : 'Provider' };
  client.setQueryData(queryKeys.shell(), { user, isStaff, modules: MODULES });
  client.setQueryData(queryKeys.moduleView('credentialingRequiredItems'), moduleView('credentialingRequiredItems', categories));
  useSession.setState({ user: user as never });
  await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>
          <KitProvider>{content}</KitProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  return requests;
}

/** How long is waited for what is loaded lazily, on a busy machine. */
export const LAZY_WAIT = { timeout: 30_000 } as const;

/** Presses a button. */
export const press = async (name: string | RegExp): Promise<void> => {
  await act(async () => fireEvent.click(await screen.findByRole('button', { name }, LAZY_WAIT)));
};
