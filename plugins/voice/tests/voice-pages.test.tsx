import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import type { ConferenceDetails } from '../shared/dialer.ts';
import { DialerPage } from '../ui/dialer-page.tsx';
import { VoiceshotDialog } from '../ui/voiceshot-dialog.tsx';

const CAMPAIGN: ConferenceDetails = {
  campaign: 'c1',
  name: 'Openings',
  state: 4,
  stateName: 'Connected',
  isStopped: false,
  isPaused: false,
  conferenceStarted: true,
  notice: null,
  module: 'leads',
  participants: [
    { name: 'Mei Tanaka', phone: '4045550142' },
    { name: 'Bo Lind', phone: '4045550143' },
  ],
  remainingCalls: [{ name: 'Bo Lind', phone: '4045550143' }],
  calls: [
    { callId: 'c1.1', name: 'Mei Tanaka', phone: '4045550142', result: 'Connected', startedAt: '', connectedAt: '2026-01-02T10:00:00Z' },
  ],
  current: {
    callId: 'c1.1',
    name: 'Mei Tanaka',
    phone: '4045550142',
    result: 'Connected',
    startedAt: '',
    connectedAt: '2026-01-02T10:00:00Z',
  },
  isSimulated: true,
  canRun: true,
};
const VOICESHOTS = [
  { _id: 'v1', title: 'Closing day' },
  { _id: 'v2', title: 'Orientation', filename: 'orientation.mp3', path: '/api/files/f1' },
];

/** Renders with a server that answers as if all was well. Returns what was sent to it. */
async function show(content: React.ReactNode): Promise<readonly { readonly url: string; readonly body: unknown }[]> {
  const sent: { readonly url: string; readonly body: unknown }[] = [];
  const respond = (url: string): unknown => {
    if (url.includes('conference-search')) return { data: [CAMPAIGN], total: 1 };
    if (url.includes('/api/dialer/')) return { ...CAMPAIGN, isPaused: true };
    if (url.includes('recipients')) return { data: [{ record: 'l1', name: 'Mei Tanaka', phone: '4045550142' }] };
    if (url.includes('/api/files/link')) return { url: '/api/files/f1?link=1' };
    return { data: VOICESHOTS, total: 2 };
  };
  vi.stubGlobal('fetch', (url: string, { body = '{}' }: { readonly body?: string } = {}) => {
    sent.push({ url, body: JSON.parse(body) });
    return Promise.resolve(Response.json(respond(url)));
  });
  await act(async () =>
    render(
      <KitProvider>
        <MemoryRouter>{content}</MemoryRouter>
      </KitProvider>,
    ),
  );
  return sent;
}

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('The dialog Voiceshot Campaign', () => {
  it('lists the recipients, and sends a voiceshot only if it has a recording, which can be heard', async () => {
    let isClosed = false;
    const sent = await show(<VoiceshotDialog module="leads" ids={['l1']} onClose={() => (isClosed = true)} />);
    expect(await screen.findByText('Mei Tanaka - 404-555-0142')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Voiceshot Campaign' })).toBeDefined();
    const choose = async (title: string) => {
      await act(async () => fireEvent.click(screen.getByRole('combobox', { name: 'Voiceshot' })));
      await act(async () => fireEvent.click(screen.getByText(title)));
    };
    await choose('Closing day');
    expect(screen.getByRole('button', { name: 'Send Voiceshot' })).toHaveProperty('disabled', true);
    expect(screen.queryByLabelText('Audio preview')).toBeNull();
    await choose('Orientation');
    expect((await screen.findByLabelText('Audio preview')).getAttribute('src')).toBe('/api/files/f1?link=1');
    await press('Send Voiceshot');
    expect(sent.at(-1)).toEqual({
      url: expect.stringContaining('/api/messages/process-blast-voiceshot'),
      body: { voiceshot: 'v2', module: 'leads', records: ['l1'] },
    });
    expect(isClosed).toBe(true);
  });
});

describe('The dialer', () => {
  it('shows state, current call and participants, and pauses the campaign', async () => {
    const sent = await show(<DialerPage />);
    expect((await screen.findByRole('status')).textContent).toBe('Connected 1 still to call');
    expect(screen.getByRole('region', { name: 'Participants' }).textContent).toContain('Bo Lind 404-555-0143Waiting');
    expect(screen.queryByRole('button', { name: 'Remove Mei Tanaka' })).toBeNull();
    await press('Remove Bo Lind');
    expect(sent.at(-1)).toEqual({
      url: expect.stringContaining('/api/dialer/remove-participant'),
      body: { campaign: 'c1', phone: '4045550143' },
    });
    fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '404 555 0144' } });
    await press('Add');
    expect(sent.at(-1)).toEqual({
      url: expect.stringContaining('/api/dialer/add-participant'),
      body: { campaign: 'c1', phone: '404 555 0144' },
    });
    for (const name of ['End call', 'Leave', 'Stop']) expect(screen.getByRole('button', { name })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    await press('Go on');
    expect(sent.at(-1)?.url).toContain('/api/dialer/resume/c1');
  });
});
