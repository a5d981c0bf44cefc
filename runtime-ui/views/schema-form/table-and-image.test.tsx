import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import { Button, KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { SchemaForm } from './schema-form.tsx';
import { useSchemaForm, type SchemaFormOptions } from './use-schema-form.ts';

beforeAll(() => loadLazyTexts());
afterEach(cleanup);

function FormOwner(options: SchemaFormOptions) {
  const form = useSchemaForm(options);
  return (
    <>
      <SchemaForm form={form} />
      <Button onClick={form.submit}>Save</Button>
    </>
  );
}

function show(schema: JsonObject, initial: SchemaFormOptions['initial'] = {}) {
  const onSubmit = vi.fn<SchemaFormOptions['onSubmit']>(() => Promise.resolve());
  render(
    <QueryClientProvider client={new QueryClient()}>
      <KitProvider>
        <FormOwner schema={schema} initial={initial} onSubmit={onSubmit} />
      </KitProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  return { onSubmit, user, save: () => user.click(screen.getByRole('button', { name: 'Save' })) };
}

describe('a list of objects with few values', () => {
  it('is a table, whose rows are added, moved and removed', async () => {
    const row = {
      type: 'object',
      title: 'Goal',
      required: ['goal'],
      properties: {
        figure: {
          type: 'string',
          title: 'Figure',
          oneOf: [
            { const: 'calls', title: 'Calls' },
            { const: 'visits', title: 'Visits' },
          ],
        },
        goal: { type: 'number', title: 'Goal' },
      },
    };
    const goals = { type: 'array', title: 'Goals', items: row };
    const { user, onSubmit, save } = show({ type: 'object', properties: { goals } }, { goals: [{ figure: 'calls', goal: 5 }] });
    const list = screen.getByRole('list', { name: 'Goals' });
    expect(list.dataset['table']).toBe('true');
    expect([...document.querySelectorAll('.mv-schema-columns > span')].map(({ textContent }) => textContent)).toEqual(['Figure', 'Goal']);
    await user.click(screen.getByRole('button', { name: 'Add goal' }));
    const second = within(list).getByRole('group', { name: 'Goal 2' });
    await user.type(within(second).getByRole('textbox', { name: /^Goal/ }), '3');
    await user.click(screen.getByRole('button', { name: 'Move Goal 2 up' }));
    await save();
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({
      goals: [{ goal: 3 }, { figure: 'calls', goal: 5 }],
    });
  });
});

describe('an image', () => {
  it('is chosen as a file, shown, refused if it is too large, and removed', async () => {
    const logo = { type: 'string', title: 'Logo', format: 'image', maxLength: 200 };
    // The widget is loaded when it is shown.
    const { user, onSubmit, save } = await act(async () => show({ type: 'object', properties: { logo } }));
    const input = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
    const chosen = (text: string) => new File([text], 'logo.svg', { type: 'image/svg+xml' });
    await screen.findByText('Choose an image');
    await user.upload(input(), chosen(`<svg>${' '.repeat(200)}</svg>`));
    await screen.findAllByText('The image is too large. Choose a smaller one.');
    await user.upload(input(), chosen('<svg/>'));
    const shown = await screen.findByRole('img', { name: 'Logo: the image' });
    expect(shown.getAttribute('src')).toBe(`data:image/svg+xml;base64,${btoa('<svg/>')}`);
    await save();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({ logo: `data:image/svg+xml;base64,${btoa('<svg/>')}` });
    await user.click(screen.getByRole('button', { name: 'Remove the image: Logo' }));
    expect(screen.queryByRole('img')).toBeNull();
  });
});
