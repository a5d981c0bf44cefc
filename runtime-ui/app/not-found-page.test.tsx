import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { KitProvider } from '../kit/index.ts';
import { UnknownPage } from './not-found-page.tsx';

afterEach(cleanup);

it('the page for an unknown address has a landmark and a heading', () => {
  render(
    <KitProvider>
      <MemoryRouter>
        <UnknownPage />
      </MemoryRouter>
    </KitProvider>,
  );
  expect(within(screen.getByRole('main')).getByRole('heading', { level: 1 }).textContent).toBe('This page does not exist');
});
