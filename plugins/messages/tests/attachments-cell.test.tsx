import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fixtureField, fixtureModule } from '../../../runtime-ui/fields/widgets/fixture-module.ts';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import { AttachmentsCell } from '../ui/attachments-cell.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('The attachments of a message are downloaded by their names', async () => {
  const requests: string[] = [];
  const saved: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url);
    return Promise.resolve(new Response('The plan'));
  });
  URL.createObjectURL = () => 'blob:plan';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const field = fixtureField('Array', { fieldName: 'attachments', label: 'Attachments' });
  const module = fixtureModule({ name: 'messages', fields: [field] });
  const value = [{ name: 'plan.txt', path: '/api/files/1/plan.txt' }, { name: 'no file' }];
  render(
    <KitProvider>
      <AttachmentsCell field={field} value={value} module={module} record={{ _id: 'm1', _version: 1 }} />
    </KitProvider>,
  );
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'plan.txt' })));
  expect(requests).toEqual([expect.stringContaining('/api/files/1/plan.txt')]);
  expect(saved).toEqual(['plan.txt']);
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
