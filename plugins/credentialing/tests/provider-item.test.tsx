import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ItemPage } from '../ui/item-page.tsx';
import { moduleView, pageOf, LAZY_WAIT, press, showUi, type SentRequest } from './show-ui.tsx';

const MESSAGE = {
  _id: 'm1',
  _version: 1,
  created_by: 'u9',
  message: 'Which shot was it?',
  createdAt: '2026-11-20T10:00:00.000Z',
  viewedBy: ['u9'],
};

const respond = ({ path }: SentRequest): object | undefined => {
  if (path === '/api/credentialing-required-item-messages/search') return pageOf([MESSAGE]);
  if (path === '/api/users/search') return pageOf([{ _id: 'u9', name: 'Cole Bannister' }]);
  if (path.startsWith('/api/dropdowns')) return { options: [{ label: 'First', value: 'First' }] };
  return path.endsWith('/search') ? undefined : { success: true };
};

const show = (fields: object) => {
  const record = { _id: 'i1', _version: 3, label: 'Flu vaccine', status: 'Open', provider_assigned: true, ...fields };
  const props = { module: moduleView('credentialingRequiredItems'), record, reload: () => undefined };
  return showUi({ content: <ItemPage {...(props as unknown as Parameters<typeof ItemPage>[0])} />, respond, isStaff: false });
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('lets a provider choose where a choice is asked for, and shows what to correct', async () => {
  const sent = await show({ field_type: 'Dropdown', dropdown: 'shots', status: 'Needs Correction', review_note: 'Choose the last one.' });
  expect(screen.getByRole('note', { name: 'What to correct' }).textContent).toBe('Choose the last one.');
  await act(async () => fireEvent.click(screen.getByRole('combobox', { name: 'Your choice' })));
  await act(async () => fireEvent.click(await screen.findByRole('option', { name: 'First', hidden: true }, LAZY_WAIT)));
  await act(async () => fireEvent.click(screen.getAllByRole('button', { name: 'Send' })[0] as HTMLElement));
  expect(sent).toContainEqual({
    method: 'PUT',
    path: '/api/credentialing-required-items/i1',
    body: { provider_response: 'First', _version: 3 },
  });
});

it('marks messages as read and asks a question; an approved item takes nothing more', async () => {
  const sent = await show({ field_type: 'Date', status: 'Approved' });
  expect(screen.queryByLabelText(/^Day/)).toBeNull();
  expect(await screen.findByText('Which shot was it?')).toBeDefined();
  expect(sent).toContainEqual({
    method: 'PUT',
    path: '/api/credentialing-required-item-messages/markMessagesViewedBy',
    body: { ids: ['m1'], viewer: 'u1' },
  });
  fireEvent.change(screen.getByRole('textbox', { name: 'Ask a question' }), { target: { value: 'The first one?' } });
  await press('Send');
  // A provider cannot write what only staff sees.
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(sent).toContainEqual({
    method: 'POST',
    path: '/api/credentialing-required-item-messages',
    body: { required_item: 'i1', message: 'The first one?' },
  });
});
