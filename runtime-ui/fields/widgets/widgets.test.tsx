import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { INPUT_TYPES } from '#engine/model/definitions';
import type { FieldView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import type { FieldIssue } from '../../headless/index.ts';
import { KitProvider } from '../../kit/index.ts';
import { FieldValue } from '../values/index.ts';
import { selectableOptions } from './choice-widgets.tsx';
import { FieldHolder } from './field-holder-fixture.tsx';
import { FIXTURE_VALUES, fixtureField, fixtureModule } from './fixture-module.ts';

const module = fixtureModule();
const PEOPLE = [
  { _id: 'p1', name: 'Ann Lee' },
  { _id: 'p2', name: 'Bo Chen' },
];

/** Mocks the server: the shell contains one module, whose records can be searched by text. */
beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as { search?: string }) : {};
    const words = (body.search ?? '').toLowerCase();
    if (path.startsWith('/api/shell'))
      return Response.json({
        user: { _id: 'u1', userType: 'Admin' },
        teams: [],
        roles: [],
        menu: { groups: [] },
        settings: {},
        session: {},
        definitionsVersion: 1,
        modules: [{ ...module, name: 'people', label: 'People', path: '/api/people', nameField: 'name' }],
      });
    if (path.startsWith('/api/ss-modules')) return Response.json({ ...module, name: 'people', nameField: 'name', fields: [] });
    return Response.json({ data: PEOPLE.filter((one) => one.name.toLowerCase().includes(words)), total: 2, pageNumber: 0, pageSize: 8 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(field: FieldView, more: { readonly initial?: JsonValue; readonly issues?: readonly FieldIssue[] } = {}) {
  const onValue = vi.fn();
  const onUnreadable = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <KitProvider>
        <FieldHolder module={module} field={field} onValue={onValue} onUnreadable={onUnreadable} {...more} />
      </KitProvider>
    </QueryClientProvider>,
  );
  return { onValue, onUnreadable, user: userEvent.setup() };
}

describe('every input type', () => {
  it.each(INPUT_TYPES)('%s: shows its label, and its error with the input marked', async (type) => {
    const field = fixtureField(type, {
      description: 'The help',
      ...(type === 'Dropdown' || type === 'MultiSelect' ? { dropdown: 'colours' } : {}),
    });
    show(field, { initial: FIXTURE_VALUES[type], issues: [{ field: field.fieldName, path: '', code: 'x', message: 'Not right.' }] });
    expect(screen.getAllByText(field.label).length).toBeGreaterThan(0);
    const error = screen.getByText('Not right.');
    expect(screen.queryByText('The help')).toBeNull();
    // A table has no input of its own.
    const marked =
      type === 'Array' || type === 'Object' ? await screen.findByRole('group') : document.querySelector('[aria-invalid="true"]');
    expect(marked).not.toBeNull();
    const describers = [marked, marked?.closest('[role="group"]')]
      .map((element) => element?.getAttribute('aria-describedby') ?? '')
      .join(' ');
    expect(describers.split(' ').some((id) => document.getElementById(id)?.contains(error) === true)).toBe(true);
  });

  it.each(INPUT_TYPES)('%s: a stored value is shown in a cell and on a record', (type) => {
    const field = module.fields.find((one) => one.inputType === type) ?? fixtureField(type);
    render(
      <QueryClientProvider client={new QueryClient()}>
        <KitProvider>
          <div data-testid="cell">
            <FieldValue module={module} field={field} value={FIXTURE_VALUES[type]} look="cell" />
          </div>
          <div data-testid="detail">
            <FieldValue module={module} field={field} value={FIXTURE_VALUES[type]} look="detail" />
          </div>
        </KitProvider>
      </QueryClientProvider>,
    );
    for (const place of ['cell', 'detail']) expect(screen.getByTestId(place).innerHTML).not.toBe('');
  });
});

describe('a sensitive text', () => {
  it('is masked, and readable while its show button is pressed', async () => {
    const { onValue, user } = await act(async () => show(fixtureField('TextField', { sensitive: true })));
    const input = await screen.findByLabelText<HTMLInputElement>('The TextField');
    await user.type(input, 'hunter2');
    expect([input.type, onValue.mock.lastCall]).toEqual(['password', ['hunter2']]);
    await user.click(screen.getByRole('button', { name: 'Show The TextField' }));
    expect(input.type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide The TextField' }));
    expect(input.type).toBe('password');
  });
});

describe('masks', () => {
  it('formats a US phone and sends its digits', async () => {
    const { onValue, user } = show(fixtureField('Phone'));
    const input = screen.getByLabelText('The Phone');
    await user.type(input, '3125550142');
    expect(input).toHaveProperty('value', '312-555-0142');
    expect(onValue).toHaveBeenLastCalledWith('3125550142');
  });

  it('formats the digits of a field validated as SSN', async () => {
    const { onValue, user } = show(fixtureField('TextField', { validators: [{ name: 'ssn' }] }));
    await user.type(screen.getByLabelText('The TextField'), '219099999');
    expect(onValue).toHaveBeenLastCalledWith('219-09-9999');
  });
});

describe('the mask of a field', () => {
  it('adds its characters while the text is typed, and is the placeholder', async () => {
    const { onValue, user } = show(fixtureField('TextField', { mask: 'AA-(000)' }));
    const input = screen.getByLabelText('The TextField');
    expect(input).toHaveProperty('placeholder', 'AA-(000)');
    await user.type(input, 'ab12!3');
    expect(input).toHaveProperty('value', 'ab-(123)');
    expect(onValue).toHaveBeenLastCalledWith('ab-(123)');
    await user.type(input, '{Backspace}');
    expect(input).toHaveProperty('value', 'ab-(12');
    await user.clear(input);
    expect(onValue).toHaveBeenLastCalledWith(undefined);
  });

  it('shows a running number in its format', () => {
    show(fixtureField('AutoIncrement', { numberFormat: 'INV-{0000}' }), { initial: 42 });
    expect(screen.getByLabelText('The AutoIncrement')).toHaveProperty('value', 'INV-0042');
  });
});

describe('e-mail list', () => {
  it('keeps one primary address and its flags', async () => {
    const { onValue, user } = show(fixtureField('EmailAddress'));
    await user.type(screen.getByLabelText('The EmailAddress, E-mail 1'), 'a@example.com');
    await user.click(screen.getByRole('button', { name: 'Add address' }));
    await user.type(screen.getByLabelText('The EmailAddress, E-mail 2'), 'b@example.com');
    await user.click(screen.getByRole('radio', { name: 'Make main: E-mail 2' }));
    await user.click(screen.getByRole('button', { name: 'More about e-mail 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Opted out' }));
    expect(onValue).toHaveBeenLastCalledWith([
      { email_address: 'a@example.com', primary: false, opt_out: true, invalid_email: false },
      { email_address: 'b@example.com', primary: true, opt_out: false, invalid_email: false },
    ]);
    await user.click(screen.getByRole('button', { name: 'Remove e-mail 2' }));
    expect(onValue).toHaveBeenLastCalledWith([{ email_address: 'a@example.com', primary: true, opt_out: true, invalid_email: false }]);
  });

  it('marks the line that the server reported', () => {
    const wrong = { field: 'a', path: '1.email_address', code: 'x', message: 'Type a whole address.' };
    show(fixtureField('EmailAddress'), { initial: FIXTURE_VALUES.EmailAddress, issues: [wrong] });
    const lines = [1, 2].map((at) => screen.getByLabelText(`The EmailAddress, E-mail ${at}`).getAttribute('aria-invalid'));
    expect(lines).toEqual([null, 'true']);
  });
});

describe('relate', () => {
  it('searches while typing and selects the record that was picked', async () => {
    const { onValue, user } = show(fixtureField('Relate', { refs: ['people'] }));
    const input = await screen.findByLabelText('The Relate');
    await waitFor(() => expect(input).toHaveProperty('disabled', false));
    await user.click(input);
    await user.type(input, 'bo');
    const option = await screen.findByRole('option', { name: 'Bo Chen', hidden: true });
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Ann Lee', hidden: true })).toBeNull());
    await user.click(option);
    expect(onValue).toHaveBeenLastCalledWith({ _id: 'p2', name: 'Bo Chen' });
    expect(input).toHaveProperty('value', 'Bo Chen');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onValue).toHaveBeenLastCalledWith(undefined);
  });
});

describe('an invalid value', () => {
  it('shows an error for a number and keeps the text', async () => {
    const { onUnreadable, user } = show(fixtureField('Number'));
    const input = screen.getByLabelText('The Number');
    await user.type(input, '12x');
    expect(onUnreadable).toHaveBeenLastCalledWith('Type a number.');
    expect(input).toHaveProperty('value', '12x');
  });

  it('shows an error for a day, and parses a valid one', async () => {
    const { onValue, onUnreadable, user } = show(fixtureField('Date'));
    const input = screen.getByLabelText('The Date');
    await user.type(input, '02/30/2026');
    await user.tab();
    expect(onUnreadable).toHaveBeenLastCalledWith('Type a day, such as 11/18/2026.');
    await user.clear(input);
    await user.type(input, '11/18/2026');
    await user.tab();
    expect(onValue).toHaveBeenLastCalledWith('2026-11-18');
  });
});

it('shows the values of a dropdown, but no retired one', async () => {
  const { onValue, user } = show(fixtureField('Dropdown', { dropdown: 'colours' }));
  await user.click(screen.getByRole('combobox', { name: 'The Dropdown' }));
  const list = await screen.findByRole('listbox', { hidden: true });
  expect(
    within(list)
      .getAllByRole('option', { hidden: true })
      .map((option) => option.textContent),
  ).toEqual(['Deep red', 'Green']);
  await user.click(within(list).getByRole('option', { name: 'Green', hidden: true }));
  expect(onValue).toHaveBeenLastCalledWith('green');
});

describe('options that depend on another field', () => {
  const options = [
    { label: 'Deep red', value: 'red' },
    { label: 'Green', value: 'green' },
    { label: 'Old', value: 'old', retired: true },
  ];

  it('are the allowed ones, and the current value of the record even if it is not allowed', () => {
    const valuesOf = (values: readonly string[], allowed?: readonly string[]) =>
      selectableOptions(options, values, allowed).map(({ value }) => value);
    expect([valuesOf([], ['green']), valuesOf(['red'], ['green']), valuesOf([], []), valuesOf([])]).toEqual([
      ['green'],
      ['red', 'green'],
      [],
      ['red', 'green'],
    ]);
    expect([valuesOf(['old'], ['green']), valuesOf([], ['old'])]).toEqual([['green', 'old'], []]);
  });
});
