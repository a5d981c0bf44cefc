import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KitProvider } from '../kit-provider.tsx';
import { initialsOf } from './avatar.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog, Dialog } from './dialog.tsx';
import { holdKeys } from './early-keys.ts';
import { FormErrorSummary } from './form-error-summary.tsx';
import { Menu } from './menu.tsx';
import { showTransientError } from './notice-store.ts';
import { NoticeHost } from './notice.tsx';
import { hueOf } from './status-pill.tsx';
import { Tabs } from './tabs.tsx';
import { TextLink } from './text-link.tsx';

afterEach(cleanup);

describe('Button', () => {
  it('shows the reason instead of running the action when it is blocked, and stays focusable', async () => {
    const onClick = vi.fn();
    const onExplain = vi.fn();
    render(
      <Button onClick={onClick} blocked={{ onExplain }}>
        Delete
      </Button>,
    );
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button'));
    await userEvent.keyboard('{Enter}');
    expect(onExplain).toHaveBeenCalledOnce();
    expect(onClick).not.toHaveBeenCalled();
  });

  it('ignores a second click while it is loading', async () => {
    const onClick = vi.fn();
    render(
      <Button onClick={onClick} loading>
        Save
      </Button>,
    );
    await userEvent.click(screen.getByRole('button'));
    expect(onClick).not.toHaveBeenCalled();
  });
});

describe('Menu', () => {
  const items = ['One', 'Two', 'Three'];

  // jsdom has no layout: without sizes the button counts as scrolled out of view, and its menu is hidden.
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 80, 30));
    for (const side of ['clientWidth', 'clientHeight'] as const) vi.spyOn(document.documentElement, side, 'get').mockReturnValue(1000);
  });

  /** A menu that opens after its keys were pressed, as one that is still loading. */
  function openLate(onSelect: (label: string) => void): void {
    render(
      <KitProvider>
        <Menu
          opened
          label="Numbers"
          groups={[{ id: 'all', items: items.map((label) => ({ id: label, label, onSelect: () => onSelect(label) })) }]}
          target={<button type="button">Open</button>}
        />
      </KitProvider>,
    );
  }

  it('applies the keys that were pressed before it had the focus', async () => {
    const onSelect = vi.fn();
    holdKeys();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    openLate(onSelect);
    await waitFor(() => expect(onSelect).toHaveBeenCalledWith('Three'));
    await userEvent.keyboard('{ArrowUp}');
    expect(onSelect).toHaveBeenCalledOnce();
  });

  it('forgets them if it is cancelled meanwhile', async () => {
    const onSelect = vi.fn();
    holdKeys();
    await userEvent.keyboard('{ArrowDown}{Escape}');
    openLate(onSelect);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('One'));
    expect(onSelect).not.toHaveBeenCalled();
  });
});

describe('Dialog', () => {
  const overlay = () => document.querySelector('.mantine-Modal-overlay') as HTMLElement;

  it('is cancelled by Esc, the close button, and a click outside while nothing was typed', async () => {
    const onCancel = vi.fn();
    render(
      <KitProvider>
        <Dialog opened title="Merge" onCancel={onCancel}>
          <input aria-label="Reason" />
        </Dialog>
      </KitProvider>,
    );
    await screen.findByRole('dialog', { name: 'Merge' });
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.click(overlay());
    expect(onCancel).toHaveBeenCalledTimes(3);
  });

  it('stays open on a click outside when something was typed', async () => {
    const onCancel = vi.fn();
    render(
      <KitProvider>
        <Dialog opened title="Merge" onCancel={onCancel}>
          <input aria-label="Reason" />
        </Dialog>
      </KitProvider>,
    );
    await userEvent.type(await screen.findByLabelText('Reason'), 'x');
    await userEvent.click(overlay());
    expect(onCancel).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('does not focus a destructive action', async () => {
    render(
      <KitProvider>
        <ConfirmDialog opened title="Delete" danger confirmLabel="Delete 12 books" onConfirm={() => undefined} onCancel={() => undefined} />
      </KitProvider>,
    );
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })));
  });
});

describe('FormErrorSummary', () => {
  it('receives the focus and links to each field', async () => {
    const onGoTo = vi.fn();
    const problems = [
      { field: 'mobile', label: 'Mobile', message: 'Type 10 digits.' },
      { field: 'email', label: 'E-mail', message: 'Type a whole address.' },
    ];
    render(<FormErrorSummary problems={problems} thing="book" onGoTo={onGoTo} />);
    expect(document.activeElement).toBe(screen.getByRole('alert'));
    expect(screen.getByText('Fix 2 fields to save this book')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'E-mail' }));
    expect(onGoTo).toHaveBeenCalledWith('email');
  });
});

describe('Tabs', () => {
  it('are one tab stop, and arrow keys select', async () => {
    const onSelect = vi.fn();
    render(
      <Tabs
        label="Views"
        items={[
          { id: 'a', label: 'A' },
          { id: 'b', label: 'B' },
        ]}
        selected="a"
        onSelect={onSelect}
      />,
    );
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    expect(onSelect).toHaveBeenCalledWith('b');
    await userEvent.tab();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('TextLink', () => {
  it('navigates with the router on a plain click, and leaves a new tab to the browser', async () => {
    const goTo = vi.fn();
    render(
      <KitProvider goTo={goTo}>
        <TextLink href="/app/books">Books</TextLink>
        <TextLink href="https://example.com/">Out</TextLink>
      </KitProvider>,
    );
    await userEvent.click(screen.getByText('Books'));
    expect(goTo).toHaveBeenCalledWith('/app/books');
    const user = userEvent.setup();
    screen.getByText('Books').addEventListener('click', (event) => {
      expect(event.defaultPrevented).toBe(false);
      event.preventDefault();
    });
    await user.keyboard('{Control>}');
    await user.click(screen.getByText('Books'));
    expect(goTo).toHaveBeenCalledOnce();
  });
});

describe('a transient error', () => {
  it('is prefixed with Error: and shown for a second', () => {
    vi.useFakeTimers();
    render(<NoticeHost />);
    act(() => void showTransientError('The star could not be set.'));
    expect(screen.getByRole('alert').textContent).toContain('Error: The star could not be set.');
    act(() => void vi.advanceTimersByTime(999));
    expect(screen.queryByRole('alert')).not.toBeNull();
    act(() => void vi.advanceTimersByTime(2));
    expect(screen.queryByRole('alert')).toBeNull();
    vi.useRealTimers();
  });
});

describe('names', () => {
  it('have initials and always the same hue', () => {
    expect([
      initialsOf('Delphine Arceneaux'),
      initialsOf('Wendell Okafor-Pryce'),
      initialsOf('Cher'),
      initialsOf('  '),
      initialsOf('Ana de la Ünal'),
    ]).toEqual(['DA', 'WO', 'C', '', 'AÜ']);
    expect(hueOf('Delphine Arceneaux')).toBe(hueOf('Delphine Arceneaux'));
    expect(hueOf('x')).not.toBe('gray');
  });
});
