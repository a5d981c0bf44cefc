import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import { PreferencesPage } from '../ui/preferences-page.tsx';

const email = { channel: 'email', label: 'E-mail', address: 'mei@people.test', receives: true };

/** Opens the page with a link; `respond` is the server. Returns what was sent. */
async function open(respond: (body: object) => Response): Promise<readonly { readonly url: string; readonly body: object }[]> {
  const sent: { readonly url: string; readonly body: object }[] = [];
  window.history.replaceState(null, '', '/message-preferences?token=abc');
  vi.stubGlobal('fetch', (url: string, { body = '{}' }: { readonly body?: string } = {}) => {
    const parsed = JSON.parse(body) as object;
    sent.push({ url, body: parsed });
    return Promise.resolve(respond(parsed));
  });
  await act(async () =>
    render(
      <KitProvider>
        <PreferencesPage />
      </KitProvider>,
    ),
  );
  return sent;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('The page of preferences', () => {
  it('shows what a recipient receives, and saves a choice at once', async () => {
    const sent = await open((body) => Response.json({ data: [{ ...email, receives: !('email' in body) }] }));
    const box = await screen.findByRole('checkbox', { name: 'E-mail to mei@people.test' });
    expect(box).toHaveProperty('checked', true);
    await act(async () => fireEvent.click(box));
    expect(await screen.findByText('Your choice was saved.')).toBeDefined();
    expect(screen.getByRole('checkbox')).toHaveProperty('checked', false);
    expect(sent.map(({ body }) => body)).toEqual([{}, { email: false }]);
    expect(sent[0]?.url).toContain('/api/message-preferences?token=abc');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says that a link is not valid', async () => {
    await open(() => Response.json({ error: 'The link is not valid.', code: 'link_invalid' }, { status: 404 }));
    expect(await screen.findByText(/This link is not complete/)).toBeDefined();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
