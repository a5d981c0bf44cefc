import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { PlannedEffect, PlannedEffects } from '#engine/model/wire';
import { loadAdminTexts } from '../../../kit/index.ts';
import { renderInStudio, serve } from '../../../../tests/support/studio-fixture.tsx';
import { MoreEffects } from './more-effects.tsx';

const NOTHING: PlannedEffects = { gains: [], losses: [], differences: 120, counted: 120, notExamined: 0, note: null };
const LOSS: PlannedEffect = {
  ...{ change: 'loses', what: 'records', module: 'tools', field: null, roles: [], count: 1 },
  ...{ people: [], records: 3, examples: [], text: 'Ann loses 3 tools' },
};

beforeAll(() => loadAdminTexts());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('What a plan did not count is counted page by page, from where the one before stopped', async () => {
  let isBroken = true;
  const sent = serve({
    'GET /api/change-sets': { data: [], total: 0 },
    'POST /api/change-sets/d1/effects': ({ body }: { readonly body: unknown }) => {
      if (isBroken) return Response.json({ error: 'Too busy.', code: 'overloaded', details: [] }, { status: 503 });
      const { offset } = body as { readonly offset: number };
      return offset === 50 ? { ...NOTHING, losses: [LOSS], counted: 100, note: '20 are left.' } : NOTHING;
    },
  });
  renderInStudio(<MoreEffects changeSet="d1" effects={{ ...NOTHING, counted: 50, note: '70 are left.' }} />);
  const press = userEvent.setup();
  screen.getByText('70 are left.');
  await press.click(screen.getByRole('button', { name: 'Count on (70 left)' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Too busy.');
  isBroken = false;
  await press.click(screen.getByRole('button', { name: 'Count on (70 left)' }));
  await screen.findByText('Ann loses 3 tools');
  screen.getByText('20 are left.');
  await press.click(screen.getByRole('button', { name: 'Count on (20 left)' }));
  await screen.findByText('Nobody gains or loses records among these.');
  expect(screen.queryByRole('button')).toBeNull();
  expect(sent.filter(({ path }) => path.endsWith('/effects')).map(({ body }) => body)).toEqual([
    { offset: 50 },
    { offset: 50 },
    { offset: 100 },
  ]);
});
