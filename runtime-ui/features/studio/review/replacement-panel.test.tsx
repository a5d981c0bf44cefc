import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ReplacementTask, ReplacementView } from '#engine/model/wire';
import { DRAFT, renderInStudio, serve } from '../../../../tests/support/studio-fixture.tsx';
import { loadAdminTexts } from '../../../kit/index.ts';
import { ReviewPage } from './review-page.tsx';

const TASK: ReplacementTask = {
  _id: 't1',
  state: 'running',
  module: 'tools',
  moduleLabel: 'Tools',
  field: 'Colour',
  value: 'red',
  to: 'blue',
  records: 1_000,
  done: 250,
  refused: 0,
  examples: [],
};
const PUBLISHED = { ...DRAFT, _version: 1, state: 'published' as const, definitionVersion: 8 };
const page = { path: '/admin/studio/change-sets/:id', at: '/admin/studio/change-sets/d1' };

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('The values of what a change-set removed', () => {
  it('show how far the job is', async () => {
    const replacement: ReplacementView = { state: 'running', done: 250, total: 1_000, refused: 0, tasks: [TASK] };
    serve({ 'GET /api/change-sets': { data: [], total: 0 }, 'GET /api/change-sets/d1': { ...PUBLISHED, replacement } });
    renderInStudio(<ReviewPage />, page);
    const panel = within(await screen.findByRole('region', { name: 'Values of what was removed' }));
    panel.getByText(/Colour of Tools: “red” becomes “blue”/u);
    panel.getByRole('progressbar', { name: /250 of 1,000 records/u });
    expect(panel.queryByRole('button')).toBeNull();
  });

  it('list the records that a rule refuses, which are tried again or keep them', async () => {
    const examples = [{ _id: 'r1', name: 'Saw', reason: 'Colour is required.' }];
    const tasks = [{ ...TASK, state: 'refused' as const, to: null, done: 1_000, refused: 60, examples }];
    const sent = serve({
      'GET /api/change-sets': { data: [], total: 0 },
      'GET /api/change-sets/d1': { ...PUBLISHED, replacement: { state: 'refused', done: 1_000, total: 1_000, refused: 60, tasks } },
      'POST /api/change-sets/d1/replacement/retry': { success: true },
      'POST /api/change-sets/d1/replacement/dismiss': { success: true },
    });
    renderInStudio(<ReviewPage />, page);
    const user = userEvent.setup();
    const panel = within(await screen.findByRole('region', { name: 'Values of what was removed' }));
    panel.getByText('60 records keep the value:');
    expect(panel.getByRole('link', { name: 'Saw' }).getAttribute('href')).toContain('/tools/r1');
    expect(panel.getByRole('listitem').textContent).toBe('Saw: Colour is required.');
    panel.getByText('And 59 more.');
    await user.click(panel.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/replacement/retry'))).toBe(true));
    await user.click(await panel.findByRole('button', { name: 'Keep these values' }));
    await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/replacement/dismiss'))).toBe(true));
  });
});
