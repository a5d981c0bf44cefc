import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addDays } from '#engine/model';
import { CredentialingPage } from '../ui/record/credentialing-page.tsx';
import { WorkPage } from '../ui/queue/work-page.tsx';
import { rotateBox } from '../ui/viewer/rotate-box.ts';
import { moduleView, pageOf, press, showUi, type SentRequest } from './show-ui.tsx';

const now = new Date();
const TODAY = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;
const RECORD = { _id: 'r1', _version: 1, providers_credentialing: 'p1', placements_credentialing: 'pl1' };
const item = (_id: string, label: string, fields: object) => ({
  _id,
  _version: 1,
  label,
  category: 'Health',
  provider_assigned: true,
  ...fields,
});
const ITEMS = [
  item('i1', 'RN license', { category: 'License', status: 'Approved', expiration_date: addDays(TODAY, 60) }),
  item('i2', 'School license', { category: 'License', status: 'Approved' }),
  item('i3', 'Tuberculosis test', { status: 'Needs Correction', review_note: 'The read date is cut off.' }),
  item('i4', 'Flu vaccine', { status: 'Submitted', assigned_to: 'u1', unreadMessageCount: 2, provider_response: 'Done in May' }),
  item('i5', 'CPR card', { status: 'Submitted', assigned_to: 'u2' }),
  item('i6', 'Handbook', { status: 'Open', reference_only: true }),
  item('i7', 'Old card', { status: 'Approved', expiration_date: addDays(TODAY, -1) }),
  item('i8', 'Course', { status: 'Open', due_date: addDays(TODAY, -3) }),
];
const PLACEMENT = { _id: 'pl1', planned_start_date: TODAY, end_date: addDays(TODAY, 200) };

const respond = ({ path }: SentRequest): object | undefined => {
  if (path === '/api/credentialing-required-items/search') return pageOf(ITEMS);
  if (path === '/api/placements/search') return pageOf([PLACEMENT]);
  if (/\/(?:approve|reject)$/.test(path)) return { refused: [] };
  return undefined;
};

const props = (record: object) =>
  ({ module: moduleView('credentialing'), record, reload: () => undefined }) as unknown as Parameters<typeof CredentialingPage>[0];

/** The text of the line of an item. */
const lineOf = (label: string): string => screen.getByRole('button', { name: new RegExp(`^${label}`) }).textContent ?? '';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('The record of credentialing', () => {
  it('says of each item what counts first, and shows what is open or waits for the user', async () => {
    await showUi({ content: <CredentialingPage {...props(RECORD)} />, respond });
    expect(await screen.findByText('2 of 7 done, 28 %')).toBeDefined();
    expect(lineOf('RN license')).toContain('Expires inside the assignment');
    expect(lineOf('Tuberculosis test')).toContain('The read date is cut off.Needs correction');
    expect(lineOf('Old card')).toContain('Ended yesterday.Expired');
    expect(lineOf('Course')).toContain('Overdue');
    expect(lineOf('Handbook')).toContain('For reference');
    expect(within(screen.getByRole('button', { name: /^Flu vaccine/ })).getByLabelText('2 unread')).toBeDefined();
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: /^For me/ })));
    expect(screen.queryByRole('button', { name: /^CPR card/ })).toBeNull();
    expect(screen.getByRole('tab', { name: /^Open/ }).textContent).toBe('Open5');
  });

  it('is decided by keyboard: N goes on, R wants a sentence, A approves', async () => {
    const sent = await showUi({ content: <CredentialingPage {...props(RECORD)} />, respond, path: '/?item=i4' });
    const key = (name: string) => act(async () => fireEvent.keyDown(document.body, { key: name }));
    await screen.findByRole('region', { name: 'Flu vaccine' });
    expect(screen.getByText('Done in May')).toBeDefined();
    await key('r');
    // Without a sentence nothing is sent: its input has the focus.
    expect(document.activeElement?.getAttribute('placeholder')).toBe('Choose a sentence or write one');
    await press('Wrong person');
    act(() => (document.activeElement as HTMLElement).blur());
    await key('r');
    expect(sent).toContainEqual({
      method: 'POST',
      path: '/api/credentialing-required-items/reject',
      body: { ids: ['i4'], reason: 'The document is of another person. Send your own.' },
    });
    await key('a');
    expect(sent).toContainEqual({ method: 'POST', path: '/api/credentialing-required-items/approve', body: { ids: ['i4'] } });
  });

  it('approves several items at once', async () => {
    const sent = await showUi({ content: <CredentialingPage {...props(RECORD)} />, respond });
    for (const label of ['Flu vaccine', 'CPR card'])
      await act(async () => fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${label}` })));
    // What is approved or not handed in cannot be selected.
    expect(screen.queryByRole('checkbox', { name: 'Select Course' })).toBeNull();
    await press('Approve 2');
    expect(sent).toContainEqual({ method: 'POST', path: '/api/credentialing-required-items/approve', body: { ids: ['i4', 'i5'] } });
  });

  it('shows a provider what is left, with one button each', async () => {
    await showUi({ content: <CredentialingPage {...props(RECORD)} />, respond, isStaff: false });
    await screen.findByRole('heading', { name: 'To do' });
    const links = screen.getAllByRole('link').map((link) => link.textContent);
    // The overdue one first; the one without a day after it.
    expect(links).toEqual(['Open', 'Open']);
    expect(screen.getByText('Flu vaccine')).toBeDefined();
    expect(screen.queryByText('Handbook')).toBeNull();
    expect(screen.queryByText('School license')).toBeNull();
    await press(/^Done/);
    expect(screen.getByText('School license')).toBeDefined();
  });
});

describe('The work of credentialing', () => {
  const QUEUED = {
    _id: 'i5',
    label: 'CPR card',
    submitted_at: new Date().toISOString(),
    record: { _id: 'r1', name: 'Silas' },
    provider: { _id: 'p1', name: 'Silas Monteverde' },
    account: { _id: 'a1', name: 'Copper Mill' },
    expires_in_assignment: null,
  };
  const START = {
    placement: { _id: 'pl1', name: 'Silas at Copper Mill' },
    provider: QUEUED.provider,
    account: null,
    start_date: TODAY,
    confirmed: true,
    record: QUEUED.record,
    percent: 40,
    reasons: [{ item: 'i3', label: 'Tuberculosis test', state: 'rejected' }],
    more: 2,
  };
  const serve = (request: SentRequest): object | undefined => {
    if (request.path.endsWith('/review-queue')) return { ...pageOf([QUEUED]), total: 60 };
    if (request.path.endsWith('/not-ready')) return pageOf([START]);
    if (request.path === '/api/credentialing-required-items/search') return pageOf(ITEMS.slice(4, 5));
    return request.path === '/api/credentialing/search' ? pageOf([RECORD]) : respond(request);
  };

  it('is what waits across providers, page by page, decided in place', async () => {
    const sent = await showUi({ content: <WorkPage />, respond: serve });
    await press(/^CPR cardSilas Monteverde, Copper Mill/);
    await press(/^Approve/);
    expect(sent).toContainEqual({ method: 'POST', path: '/api/credentialing-required-items/approve', body: { ids: ['i5'] } });
    await press('Next page');
    expect(sent.filter(({ path }) => path.endsWith('/review-queue')).at(-1)?.body).toMatchObject({ pageNumber: 1 });
  });

  it('is also who is not ready to start, with the reasons', async () => {
    await showUi({ content: <WorkPage />, respond: serve, path: '/?tab=starts' });
    const row = (await screen.findByRole('link', { name: 'Silas Monteverde' })).closest('tr');
    expect(row?.textContent).toContain('40 %Tuberculosis test to be correctedand 2 more');
    expect(screen.getByRole('link', { name: 'Tuberculosis test' }).getAttribute('href')).toMatch(/credentialing\/r1\?item=i3$/);
  });
});

it('shows what was read from the page beside it, and saves only what a person chooses, as they correct it', async () => {
  const at = { page: 1, box: { x: 0.1, y: 0.1, width: 0.3, height: 0.05 } };
  const reading = {
    document: '/api/files/card.png',
    status: 'Read',
    problem: null,
    proposals: [
      { field: 'name', value: 'S. Monteverdi', ...at, comparison: { state: 'problem', text: 'The record says Silas Monteverde' } },
      { field: 'end_date', value: '2028-10-31', ...at, comparison: { state: 'fine', text: '17 months after the assignment' } },
    ],
  };
  const card = item('i9', 'CPR card', { status: 'Submitted', document: '/api/files/card.png' });
  const sent = await showUi({
    content: <CredentialingPage {...props(RECORD)} />,
    path: '/?item=i9',
    respond: (request) => {
      if (request.path.endsWith('/reading')) return reading;
      if (request.path === '/api/files/link') return { url: '/api/files/card.png?link=1' };
      return request.path === '/api/credentialing-required-items/search' ? pageOf([card]) : respond(request);
    },
  });
  expect(await screen.findByText('The record says Silas Monteverde')).toBeDefined();
  expect((await screen.findByAltText('CPR card')).getAttribute('src')).toBe('/api/files/card.png?link=1');
  expect(screen.getByTitle('Name: S. Monteverdi').dataset['wrong']).toBe('true');
  expect(screen.getByText('Save 0 values').closest('button')).toHaveProperty('disabled', true);
  await act(async () => fireEvent.click(screen.getByLabelText('Ends: Oct 31, 2028')));
  await act(async () => fireEvent.click(screen.getByText('Correct a value')));
  fireEvent.change(screen.getByLabelText('Ends, corrected'), { target: { value: '2028-10-30' } });
  await act(async () => fireEvent.click(screen.getByText('Save 1 value')));
  expect(sent).toContainEqual({
    method: 'POST',
    path: '/api/credentialing-required-items/i9/accept-reading',
    body: { document: '/api/files/card.png', values: { end_date: '2028-10-30' }, version: 1 },
  });
});

it('turns the frames of values with their page', () => {
  const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.05 };
  const back = [90, 90, 90, 90].reduce((turned, by) => rotateBox(turned, by), box);
  for (const side of ['x', 'y', 'width', 'height'] as const) expect(back[side]).toBeCloseTo(box[side]);
  expect(rotateBox(box, 90)).toMatchObject({ y: 0.1, width: 0.05, height: 0.3 });
  expect(rotateBox(rotateBox(box, 180), 180).x).toBeCloseTo(0.1);
});
