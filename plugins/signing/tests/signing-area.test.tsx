import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import type { DocumentInput } from '../shared/document.ts';
import { EsignPage } from '../ui/esign/esign-page.tsx';
import { VerifyPage } from '../ui/verify/verify-page.tsx';

const place = { x: 72, y: 72, width: 180, height: 24 };
const input = (id: string, inputType: string, label: string, more: object = {}): DocumentInput =>
  ({ id, type: { inputType }, field: { label, name: id, required: true, ...more }, assigned_to: 'Participant 1', place }) as DocumentInput;

const INPUTS: readonly DocumentInput[] = [
  input('name', 'Full Name', 'Your name'),
  input('drives', 'Checkbox', 'I drive', { required: false }),
  {
    ...input('miles', 'Number', 'Miles a week', { maximum: 400 }),
    conditionsControl: {
      whenOption: 'All',
      conditionActionResult: 'Show',
      criteria: [{ relatedField: 'drives', comparisonOperator: 'Not Empty' }],
    },
  },
  input('sign', 'Signature', 'Signature'),
  input('short', 'Initials', 'Initials'),
  input('date', 'Date Signed', 'Date'),
];
const STATE = {
  status: 'open',
  envelope: 'e1',
  title: 'Work agreement',
  sender: 'Ann Reyes',
  expiresAt: '2027-01-01T00:00:00.000Z',
  recipient: { id: 'r1', name: 'Theodora Vance', role: 'Participant 1', email: 'tv@example.org' },
  consent: { text: 'You may ask for paper.', version: '2026-11', given: false },
  canDelegate: true,
  inPerson: false,
  pages: [{ width: 612, height: 792, inputs: INPUTS }],
  mine: INPUTS.map(({ id }) => id),
  pictures: [],
  recipients: [{ name: 'Theodora Vance', role: 'Participant 1', status: 'Viewed' }],
  tokens: Object.fromEntries(
    ['sendCode', 'checkCode', 'consent', 'picture', 'save', 'addPicture', 'addFile', 'finish', 'decline', 'delegate'].map((call) => [
      call,
      `token-${call}`,
    ]),
  ),
};

interface Sent {
  readonly path: string;
  readonly token: string | null;
  readonly body: Record<string, unknown>;
}

/** Renders with a server that has these responses by the last part of the path; each is used until the next call with the same path. */
async function show(content: React.ReactNode, responses: Readonly<Record<string, unknown>>): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', (url: string, { body = '{}' }: { readonly body?: string } = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const call = pathname.split('/').at(-1) ?? '';
    sent.push({ path: pathname, token: searchParams.get('token'), body: JSON.parse(body) });
    const given = responses[call];
    const response: unknown = typeof given === 'function' ? given(sent.at(-1)?.body) : given;
    const { error, ...more } = (response ?? {}) as { readonly error?: string };
    return Promise.resolve(error === undefined ? Response.json(response ?? {}) : Response.json({ error, ...more }, { status: 422 }));
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

const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const type = (label: string | RegExp, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } }));
const last = (sent: readonly Sent[], call: string) => sent.findLast(({ path }) => path.endsWith(`/${call}`));

beforeEach(() => {
  window.history.replaceState(null, '', '/esign?token=link');
  // The document of the tests does not draw: a canvas without lines.
  const context = {
    measureText: () => ({ width: 10 }),
    scale: () => undefined,
    fillText: () => undefined,
    clearRect: () => undefined,
    fillRect: () => undefined,
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,SIGN');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('The signing area', () => {
  it('shows the consent before anything of the document', async () => {
    const sent = await show(<EsignPage />, { open: { ...STATE, status: 'consent', pages: undefined }, consent: STATE });
    expect(sent[0]).toMatchObject({ path: '/api/esign/open', token: 'link' });
    expect(screen.getByText('You may ask for paper.')).toBeDefined();
    const goOn = screen.getByRole('button', { name: 'Go on to the document' });
    expect(goOn).toHaveProperty('disabled', true);
    await act(async () => fireEvent.click(screen.getByLabelText(/^I agree to sign on screen/)));
    await act(async () => fireEvent.submit(goOn.closest('form')!));
    expect(last(sent, 'consent')).toMatchObject({ token: 'token-consent', body: { version: '2026-11' } });
    expect(await screen.findByText('4 fields to fill in')).toBeDefined();
  });

  it('goes from field to field, shows what a condition asks for, uses a signature again, and finishes', async () => {
    const sent = await show(<EsignPage />, {
      open: STATE,
      save: { savedAt: '2026-11-28T13:00:00.000Z' },
      'add-picture': ({ use }: { readonly use: string }) => ({ path: `/api/files/${use}`, use, kind: 'Typed' }),
      finish: { ...STATE, status: 'signed', tokens: {} },
    });
    // The day of the signature is not a field: the server knows it.
    expect(screen.getByText('4 fields to fill in')).toBeDefined();
    await press('Start');
    expect(screen.getByRole('heading', { name: /^Your name, 1 of 4/ })).toBeDefined();
    expect(screen.getByLabelText(/^Your name/, { selector: 'input' })).toHaveProperty('value', 'Theodora Vance');
    expect(document.activeElement).toBe(screen.getByLabelText(/^Your name/, { selector: 'input' }));
    await type(/^Your name/, '');
    await press('Next');
    expect(screen.getByText('Your name is required.')).toBeDefined();
    await type(/^Your name/, 'Theodora Vance');
    await press('Next');
    await act(async () => fireEvent.click(screen.getByLabelText('I drive', { selector: 'input' })));
    await press('Next');
    await type(/^Miles a week/, '500');
    await press('Next');
    expect(screen.getByText('Miles a week is at most 400.')).toBeDefined();
    await type(/^Miles a week/, '120');
    await press('Next');
    expect(screen.getByRole('heading', { name: /^Signature, 4 of 5/ })).toBeDefined();
    await press('Place it');
    expect(screen.getByText('Draw, type or upload it first.')).toBeDefined();
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'Type' })));
    await act(async () => fireEvent.click(screen.getByLabelText('Use it for my initials too')));
    await press('Place it');
    const pictures = sent.filter(({ path }) => path.endsWith('/add-picture'));
    expect(pictures.map(({ body }) => body)).toEqual([
      { use: 'Signature', kind: 'typed', content: 'SIGN' },
      { use: 'Initials', kind: 'typed', content: 'SIGN' },
    ]);
    expect(screen.getByRole('heading', { name: /^Initials, 5 of 5/ })).toBeDefined();
    expect(screen.getByAltText('Your initials from before')).toBeDefined();
    await press('Place it');
    expect(screen.getByText('Everything is filled in')).toBeDefined();
    await press('Finish');
    expect(last(sent, 'finish')).toMatchObject({
      token: 'token-finish',
      body: {
        values: {
          name: 'Theodora Vance',
          drives: true,
          miles: 120,
          sign: { kind: 'Typed', path: '/api/files/Signature' },
          short: { kind: 'Typed', path: '/api/files/Initials' },
        },
      },
    });
    const end = await screen.findByRole('heading', { name: 'You signed' });
    expect(document.activeElement).toBe(end);
  });

  it('empties a field that is hidden again, saves by itself, and shows the problems of the server at their fields', async () => {
    const filled = {
      ...STATE,
      pages: [
        {
          ...STATE.pages[0],
          inputs: INPUTS.slice(0, 3).map((one) => ({ ...one, value: one.id === 'drives' ? true : one.id === 'miles' ? 120 : 'T. Vance' })),
        },
      ],
    };
    const sent = await show(<EsignPage />, {
      open: filled,
      save: { savedAt: '2026-11-28T13:00:00.000Z' },
      finish: {
        error: 'Some values are missing.',
        code: 'esign_values_invalid',
        details: [{ field: 'name', code: 'invalid', message: 'Write your whole name.' }],
      },
    });
    await press(/^Miles a week, Number/);
    await type(/^Miles a week/, '90');
    await press(/^I drive, Checkbox/);
    await act(async () => fireEvent.click(screen.getByLabelText('I drive', { selector: 'input' })));
    expect(screen.queryByRole('button', { name: /^Miles a week/ })).toBeNull();
    await waitFor(() => expect(last(sent, 'save')?.body).toEqual({ values: { miles: null, drives: null } }), { timeout: 5_000 });
    expect(await screen.findByText(/^Saved /)).toBeDefined();
    await press('Next');
    await press('Finish');
    expect(await screen.findByText('Write your whole name.')).toBeDefined();
    expect(screen.getByRole('heading', { name: /^Your name, 1 of 2/ })).toBeDefined();
  });

  it('declines with a reason, and asks for a code where one is required', async () => {
    const code = { ...STATE, status: 'code', second_factor: { channel: 'sms', hint: '…42' }, pages: undefined };
    const sent = await show(<EsignPage />, {
      open: code,
      'send-code': { channel: 'sms', hint: '…42' },
      'check-code': STATE,
      decline: { ...STATE, status: 'declined', reason: 'Wrong rate', tokens: {} },
    });
    await press('Send the code');
    expect(screen.getByText(/is on its way to …42/)).toBeDefined();
    await type('Code', '12 34 56');
    await act(async () => fireEvent.submit(screen.getByLabelText('Code').closest('form')!));
    expect(last(sent, 'check-code')).toMatchObject({ token: 'token-checkCode', body: { code: '123456' } });
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    const item = await screen.findByRole('menuitem', { name: 'Decline to sign' });
    await act(async () => fireEvent.click(item));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Decline' })).toHaveProperty('disabled', true);
    await act(async () => fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: ' Wrong rate ' } }));
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Decline' })));
    expect(last(sent, 'decline')?.body).toEqual({ reason: 'Wrong rate' });
    expect(await screen.findByText('Reason: Wrong rate')).toBeDefined();
  });

  it.each([
    ['waiting', 'It is not your turn yet'],
    ['expired', 'This link has expired'],
    ['canceled', 'The document was cancelled'],
  ])('says in plain words what %s means', async (status, title) => {
    await show(<EsignPage />, { open: { ...STATE, status, tokens: {}, pages: undefined } });
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
  });
});

describe('The check of a signed document', () => {
  it('sends the fingerprint of a file and not the file', async () => {
    const sent = await show(<VerifyPage />, {
      verify: { isKnown: false },
      e1: { isKnown: true, envelope: 'e1', status: 'Completed', signatures: 2, isIntact: true },
    });
    const file = new File(['signed'], 'signed.pdf', { type: 'application/pdf' });
    await act(async () => fireEvent.change(screen.getByLabelText('Signed PDF'), { target: { files: [file] } }));
    expect(await screen.findByText('This file is no unchanged result of a signature here')).toBeDefined();
    expect(last(sent, 'verify')?.body).toEqual({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await type('Envelope id', ' e1 ');
    await act(async () => fireEvent.submit(screen.getByLabelText('Envelope id').closest('form')!));
    expect(await screen.findByText('This envelope is known')).toBeDefined();
    expect(last(sent, 'e1')?.path).toBe('/api/esign/verify/e1');
    expect(screen.getByText('Unchanged')).toBeDefined();
  });
});
