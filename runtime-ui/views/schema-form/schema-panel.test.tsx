import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { FormSchema } from '#engine/model/forms';
import { KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { SchemaPanel, type SchemaPanelProps } from './schema-panel.tsx';

const SCHEMA: FormSchema = {
  type: 'object',
  properties: {
    title: { type: 'string', title: 'Title' },
    isWide: { type: 'boolean', title: 'Wide' },
    rows: { type: 'integer', title: 'Rows', minimum: 1, maximum: 50 },
  },
};

function Owner({ issues, onChange }: Pick<SchemaPanelProps, 'onChange'> & { readonly issues: SchemaPanelProps['issues'] | undefined }) {
  const [values, setValues] = useState<SchemaPanelProps['values']>({ title: 'Boats', isWide: true });
  return (
    <SchemaPanel
      schema={SCHEMA}
      values={values}
      {...(issues && { issues })}
      onChange={(next) => {
        setValues(next);
        onChange(next);
      }}
    />
  );
}

function show(issues?: SchemaPanelProps['issues']) {
  const onChange = vi.fn<SchemaPanelProps['onChange']>();
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <KitProvider>
        <Owner issues={issues} onChange={onChange} />
      </KitProvider>
    </QueryClientProvider>,
  );
  return { onChange, container, user: userEvent.setup() };
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const problemOf = (input: HTMLElement): string | null | undefined =>
  document.getElementById((input.getAttribute('aria-describedby') ?? '').split(' ').at(-1) ?? '')?.textContent;

beforeAll(() => loadLazyTexts());
afterEach(cleanup);

it('tells its owner each change at once, without a form of its own, and leaves out what has no value', async () => {
  const { onChange, container, user } = show();
  expect([container.querySelector('form'), screen.queryByRole('button')]).toEqual([null, null]);
  expect(onChange).not.toHaveBeenCalled();
  await user.click(screen.getByRole('switch', { name: 'Wide' }));
  expect(onChange).toHaveBeenLastCalledWith({ title: 'Boats', isWide: false });
  await user.clear(box('Title'));
  expect(onChange.mock.lastCall?.[0]).toEqual({ isWide: false });
  await user.type(box('Rows'), '12{Enter}');
  expect(onChange.mock.lastCall?.[0]).toEqual({ isWide: false, rows: 12 });
});

it('shows what is wrong with a value at its property, and what a save said about it', async () => {
  const { user } = show({ title: [{ message: 'Another chart has this title.' }] });
  expect(problemOf(box('Title'))).toBe('Another chart has this title.');
  await user.type(box('Rows'), '51');
  expect(problemOf(box('Rows'))).toBe('Use 50 or less.');
  await user.type(box('Rows'), '{Backspace}');
  expect(box('Rows').getAttribute('aria-invalid')).not.toBe('true');
  await user.type(box('Rows'), 'x');
  expect(problemOf(box('Rows'))).toBe('Type a number.');
});
