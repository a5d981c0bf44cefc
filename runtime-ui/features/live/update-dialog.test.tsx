import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useLive } from '../../client/index.ts';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { UpdateDialog } from './update-dialog.tsx';

const pass = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds));

beforeAll(() => loadLazyTexts());

describe('The dialog after a system update', () => {
  const reload = vi.fn();
  beforeEach(() => {
    vi.useFakeTimers();
    reload.mockReset();
    useLive.setState({ updates: 0 });
    render(
      <KitProvider>
        <UpdateDialog reload={reload} />
      </KitProvider>,
    );
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });
  const announce = (): void => act(() => useLive.setState(({ updates }) => ({ updates: updates + 1 })));

  it('is not shown before an update, and reloads the page on Yes', () => {
    expect(screen.queryByText('System Update Warning')).toBeNull();
    announce();
    pass(1_000);
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('reloads the page after 30 seconds by itself, and not before', () => {
    announce();
    for (let second = 0; second < 29; second += 1) pass(1_000);
    expect(reload).not.toHaveBeenCalled();
    pass(1_500);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('is shown again 300,000 milliseconds after a No', () => {
    announce();
    pass(1_000);
    fireEvent.click(screen.getByRole('button', { name: 'No' }));
    pass(299_000);
    expect(reload).not.toHaveBeenCalled();
    expect(screen.queryByText(/reloads in/)).toBeNull();
    pass(1_500);
    expect(screen.getByText(/reloads in \d+ second/)).toBeTruthy();
  });
});
