import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { vi } from 'vitest';
import type { ChangeSetPlan, ChangeSetView, SessionUser } from '#engine/model/wire';
import { KitProvider } from '../../runtime-ui/kit/index.ts';
import { DraftProvider } from '../../runtime-ui/features/studio/draft/draft-context.tsx';

const USER = { _id: 'u1', first_name: 'Ada', email: 'ada@muster.test', userType: 'System Admin' } as unknown as SessionUser;

/** A request that a test responses: method, path without the query, and body. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: unknown;
}

/** Responds to requests by 'METHOD path'; a function gets the request. Unknown ones are a 404. Returns what was sent. */
export function serve(responses: { readonly [request: string]: unknown }): readonly SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal('fetch', (input: string, { method = 'GET', body }: { readonly method?: string; readonly body?: string } = {}) => {
    const [path = '', query = ''] = input.split('?');
    const request = { method, path, query, body: body === undefined ? undefined : (JSON.parse(body) as unknown) };
    sent.push(request);
    const found = responses[`${method} ${path}`];
    if (found === undefined) return Promise.resolve(Response.json({ error: 'Not found', code: 'not_found', details: [] }, { status: 404 }));
    const made: unknown = typeof found === 'function' ? (found as (one: SentRequest) => unknown)(request) : found;
    return Promise.resolve(made instanceof Response ? made : Response.json(made));
  });
  return sent;
}

function Place() {
  const { pathname, search } = useLocation();
  return <output aria-label="Place">{`${pathname}${search}`}</output>;
}

/** Renders a page of the studio at an address, with the open draft. */
export function renderInStudio(page: ReactElement, { path = '*', at = '/' }: { readonly path?: string; readonly at?: string } = {}): void {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KitProvider>
        <MemoryRouter initialEntries={[at]}>
          <DraftProvider user={USER}>
            <Routes>
              <Route path={path} element={page} />
              <Route path="*" element={null} />
            </Routes>
            <Place />
          </DraftProvider>
        </MemoryRouter>
      </KitProvider>
    </QueryClientProvider>,
  );
}

export const EMPTY_PLAN: ChangeSetPlan = {
  changes: [],
  problems: [],
  warnings: [],
  conflicts: [],
  indexes: [],
  records: [],
  conversions: [],
  references: [],
  referenceNotes: [],
  access: [],
  effects: { gains: [], losses: [], differences: 0, counted: 0, notExamined: 0, note: null },
};

/** A draft of the user with one changed dropdown. */
export const DRAFT: ChangeSetView = {
  _id: 'd1',
  _version: 3,
  name: 'Spring',
  state: 'draft',
  shared: false,
  author: { _id: 'u1', name: 'Ada' },
  createdAt: '2026-11-12T10:00:00.000Z',
  updatedAt: '2026-11-12T11:00:00.000Z',
  definitionVersion: 7,
  counts: { added: 0, changed: 1, removed: 0 },
  reverts: null,
  revertedBy: null,
  conversion: null,
  replacement: null,
  changes: [
    {
      kind: 'dropdown',
      id: 'states',
      artifact: 'dropdown/states',
      action: 'changed',
      before: {
        id: 'states',
        options: [
          { value: 'old', label: 'Old' },
          { value: 'open', label: 'Open' },
        ],
      },
      definition: { id: 'states', options: [{ value: 'open', label: 'Open' }] },
    },
  ],
  problems: [],
  warnings: [],
  conflicts: [],
};
