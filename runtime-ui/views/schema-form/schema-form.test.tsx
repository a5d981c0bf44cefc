import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '#engine/model/values';
import { ApiError } from '../../client/index.ts';
import { Button, KitProvider, loadLazyTexts } from '../../kit/index.ts';
import { SchemaForm } from './schema-form.tsx';
import { useSchemaForm, type SchemaFormOptions } from './use-schema-form.ts';

/** An action of a workflow: variants with a discriminator, nested objects, lists, conditions and every kind of limit. */
const ACTION: JsonObject = {
  type: 'object',
  required: ['name', 'action', 'steps'],
  properties: {
    name: { type: 'string', title: 'Name', minLength: 1, maxLength: 20 },
    priority: {
      title: 'Priority',
      type: 'string',
      default: 'normal',
      oneOf: [
        { const: 'low', title: 'Low' },
        { const: 'normal', title: 'Normal' },
        { const: 'high', title: 'High' },
      ],
    },
    code: { type: 'string', title: 'Code', pattern: '^[A-Z]{3}$', errorMessage: { pattern: 'Type three capital letters.' } },
    tries: { type: 'integer', title: 'Tries', minimum: 1, maximum: 5, default: 3 },
    action: {
      title: 'Action',
      type: 'object',
      discriminator: { propertyName: 'kind' },
      oneOf: [
        {
          title: 'Send an e-mail',
          type: 'object',
          required: ['kind', 'to'],
          properties: { kind: { const: 'mail' }, to: { type: 'string', title: 'To', format: 'email' } },
        },
        {
          title: 'Call an address',
          type: 'object',
          required: ['kind', 'url'],
          properties: {
            kind: { const: 'call' },
            url: { type: 'string', title: 'Address', format: 'uri' },
            method: { type: 'string', title: 'Method', enum: ['GET', 'POST'], default: 'POST' },
          },
        },
      ],
    },
    limits: {
      title: 'Limits',
      type: 'object',
      required: ['perDay'],
      properties: { perDay: { type: 'integer', title: 'A day', minimum: 1 }, perUser: { type: 'integer', title: 'A user' } },
    },
    steps: {
      title: 'Steps',
      type: 'array',
      minItems: 1,
      maxItems: 3,
      items: {
        title: 'Step',
        type: 'object',
        required: ['title'],
        properties: { title: { type: 'string', title: 'Title' }, done: { type: 'boolean', title: 'Done' } },
      },
    },
    hosts: { title: 'Hosts', type: 'array', items: { type: 'string' } },
    rates: { title: 'Rates', type: 'object', additionalProperties: { type: 'number', title: 'Rate', minimum: 0 } },
    remind: { type: 'boolean', title: 'Remind' },
  },
  if: { properties: { remind: { const: true } }, required: ['remind'] },
  then: { required: ['days'], properties: { days: { type: 'integer', title: 'Days before', minimum: 1 } } },
};

/** A form with both kinds of dependencies, and values that only a widget can read. */
const CONTACT: JsonObject = {
  type: 'object',
  properties: {
    phone: { type: 'string', title: 'Phone', format: 'phone' },
    day: { type: 'string', title: 'Day', format: 'date' },
    amount: { type: 'number', title: 'Amount', format: 'currency', minimum: 0 },
    color: { type: 'string', title: 'Colour', format: 'color' },
    key: { type: 'string', title: 'Key', format: 'secret' },
    note: { type: 'string', title: 'Note', format: 'text-area', maxLength: 5 },
    days: {
      title: 'Days',
      type: 'array',
      uniqueItems: true,
      minItems: 1,
      format: 'checkboxes',
      items: {
        oneOf: [
          { const: 1, title: 'Monday' },
          { const: 2, title: 'Tuesday' },
        ],
      },
    },
    tags: { title: 'Tags', type: 'array', uniqueItems: true, items: { type: 'string' } },
    anything: { title: 'Anything' },
  },
  required: ['days'],
  dependencies: { phone: ['day'] },
};

function FormOwner({
  readOnly = false,
  summaryOf,
  ...options
}: SchemaFormOptions & { readonly readOnly?: boolean; readonly summaryOf?: string }) {
  const form = useSchemaForm(options);
  return (
    <>
      <SchemaForm form={form} readOnly={readOnly} {...(summaryOf === undefined ? {} : { summaryOf })} />
      <output>{form.isDirty ? 'changed' : 'unchanged'}</output>
      {form.failure !== undefined && summaryOf === undefined && <p>{form.failure}</p>}
      <Button onClick={form.submit}>Save</Button>
    </>
  );
}

function show(schema: JsonObject, initial: SchemaFormOptions['initial'] = {}, more: Partial<Parameters<typeof FormOwner>[0]> = {}) {
  const onSubmit = vi.fn<SchemaFormOptions['onSubmit']>(() => Promise.resolve());
  render(
    <QueryClientProvider client={new QueryClient()}>
      <KitProvider>
        <FormOwner schema={schema} initial={initial} onSubmit={onSubmit} {...more} />
      </KitProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  return { onSubmit, user, save: () => user.click(screen.getByRole('button', { name: 'Save' })) };
}

const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const problemOf = (input: HTMLElement): string =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();

beforeAll(() => loadLazyTexts());
beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({ modules: [], user: {}, settings: {}, menu: { groups: [] } })));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a form that a JSON Schema describes', () => {
  it('starts with the defaults, and is changed only by what a user does', async () => {
    const { user, onSubmit, save } = show(ACTION, {
      name: 'Call',
      action: { kind: 'call', url: 'https://a.example' },
      steps: [{ title: 'One' }],
    });
    expect([box('Tries').value, screen.getByText('unchanged')]).toMatchObject(['3', {}]);
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Priority' }).value).toBe('Normal');
    await user.type(box(/^Name/), 's');
    expect(screen.getByText('changed')).toBeTruthy();
    await user.type(box(/^Name/), '{Backspace}');
    expect(screen.getByText('unchanged')).toBeTruthy();
    await save();
    expect(onSubmit).toHaveBeenCalledWith({
      name: 'Call',
      priority: 'normal',
      tries: 3,
      action: { kind: 'call', url: 'https://a.example', method: 'POST' },
      steps: [{ title: 'One' }],
    });
  });

  it('marks what is missing or wrong at its input, moves the focus there, and notices each correction', async () => {
    const { user, onSubmit, save } = show(ACTION, { action: { kind: 'mail' }, steps: [{}] });
    await user.type(box('Code'), 'ab');
    await user.clear(box('Tries'));
    await user.type(box('Tries'), '9');
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(box(/^Name/));
    expect(
      [box(/^Name/), box(/^To/), box(/^Title/), box('Code'), box('Tries')].map((input) => [
        input.getAttribute('aria-invalid'),
        problemOf(input),
      ]),
    ).toEqual([
      ['true', 'Fill this in.'],
      ['true', 'Fill this in.'],
      ['true', 'Fill this in.'],
      ['true', 'Type three capital letters.'],
      ['true', 'Use 5 or less.'],
    ]);
    expect(box(/^Name/).required).toBe(true);
    await user.type(box('Code'), '{Backspace}{Backspace}ABC');
    expect(box('Code').getAttribute('aria-invalid')).not.toBe('true');
    await user.type(box(/^To/), 'nobody');
    expect(problemOf(box(/^To/))).toBe('Type a whole address, such as name@example.com.');
  });

  it('shows the properties of the chosen variant alone, and saves its constant', async () => {
    const { user, onSubmit, save } = show(ACTION, { name: 'x', action: { kind: 'mail', to: 'a@example.com' }, steps: [{ title: 'One' }] });
    expect(screen.queryByRole('textbox', { name: /^Address/ })).toBeNull();
    await user.click(screen.getByRole('combobox', { name: /^Action/ }));
    await user.click(await screen.findByRole('option', { name: 'Call an address', hidden: true }));
    expect(screen.queryByRole('textbox', { name: /^To/ })).toBeNull();
    await save();
    expect(problemOf(box(/^Address/))).toBe('Fill this in.');
    await user.type(box(/^Address/), 'https://a.example');
    await save();
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ action: { kind: 'call', url: 'https://a.example', method: 'POST' } });
    expect(onSubmit.mock.calls[0]?.[0]['action']).not.toHaveProperty('to');
  });

  it('shows and requires what a condition asks for, while it holds', async () => {
    const { user, onSubmit, save } = show(ACTION, { name: 'x', action: { kind: 'mail', to: 'a@example.com' }, steps: [{ title: 'One' }] });
    expect(screen.queryByRole('textbox', { name: /^Days before/ })).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Remind' }));
    await save();
    expect(problemOf(box(/^Days before/))).toBe('Fill this in.');
    await user.type(box(/^Days before/), '2');
    await save();
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ remind: true, days: 2 });
    await user.click(screen.getByRole('switch', { name: 'Remind' }));
    expect(screen.queryByRole('textbox', { name: /^Days before/ })).toBeNull();
  });

  it('requires nothing of an optional object that nothing was typed into', async () => {
    const { user, onSubmit, save } = show(ACTION, { name: 'x', action: { kind: 'mail', to: 'a@example.com' }, steps: [{ title: 'One' }] });
    await user.type(box('A user'), '4');
    await save();
    expect(problemOf(box(/^A day/))).toBe('Fill this in.');
    await user.clear(box('A user'));
    await save();
    expect(onSubmit.mock.calls[0]?.[0]).not.toHaveProperty('limits');
  });

  it('adds, removes and moves the entries of a list, with the keyboard too', async () => {
    const { user, onSubmit, save } = show(ACTION, { name: 'x', action: { kind: 'mail', to: 'a@example.com' } });
    await save();
    const steps = screen.getByRole('group', { name: /^Steps/ });
    expect(problemOf(steps)).toBe('Add at least one.');
    const add = within(steps).getByRole('button', { name: 'Add step' });
    for (const title of ['One', 'Two', 'Three']) {
      await user.click(add);
      await user.keyboard(title);
    }
    // No more than three.
    expect(within(steps).queryByRole('button', { name: 'Add step' })).toBeNull();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect((document.activeElement as HTMLInputElement).value).toBe('Three');
    await user.click(within(steps).getByRole('button', { name: 'Remove Step 1' }));
    expect(document.activeElement).toBe(within(steps).getByRole('button', { name: 'Remove Step 1' }));
    await user.click(within(screen.getByRole('group', { name: 'Hosts' })).getByRole('button', { name: 'Add' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Hosts 1' }));
    await user.keyboard('a.example');
    await save();
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ steps: [{ title: 'Three' }, { title: 'Two' }], hosts: ['a.example'] });
  });

  it('edits an object with free names', async () => {
    const { user, onSubmit, save } = show(ACTION, {
      name: 'x',
      action: { kind: 'mail', to: 'a@example.com' },
      steps: [{ title: 'One' }],
      rates: { Painter: 60 },
    });
    const rates = screen.getByRole('group', { name: 'Rates' });
    await user.click(within(rates).getByRole('button', { name: 'Add rate' }));
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(within(rates).getByText('Give it a name.')).toBeTruthy();
    await user.type(within(rates).getByRole('textbox', { name: 'Name' }), 'Plumber');
    await user.tab();
    await user.clear(within(rates).getByRole('textbox', { name: 'Plumber' }));
    await user.type(within(rates).getByRole('textbox', { name: 'Plumber' }), '45');
    await user.click(within(rates).getByRole('button', { name: 'Remove Painter' }));
    await save();
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ rates: { Plumber: 45 } });
    expect(onSubmit.mock.calls[0]?.[0]['rates']).not.toHaveProperty('Painter');
  });

  it('shows the problems that the server finds at their inputs until they change, and others above the buttons', async () => {
    const details = [
      { field: 'steps.0.title', code: 'x', message: 'This is taken.' },
      { field: '/name', code: 'x', message: 'Choose another.' },
      { field: 'elsewhere', code: 'x', message: 'Not here.' },
    ];
    const onSubmit = vi.fn(() => Promise.reject(new ApiError(422, { error: 'Refused.', code: 'validation_failed', details })));
    const initial = { name: 'x', action: { kind: 'mail', to: 'a@example.com' }, steps: [{ title: 'One' }] };
    const { user, save } = show(ACTION, initial, { onSubmit });
    await save();
    await waitFor(() => expect(problemOf(box(/^Title/))).toBe('This is taken.'));
    expect([problemOf(box(/^Name/)), screen.getByText('Not here.')]).toMatchObject(['Choose another.', {}]);
    await user.type(box(/^Title/), 's');
    expect(problemOf(box(/^Title/))).toBe('');
    expect(problemOf(box(/^Name/))).toBe('Choose another.');
    // What the server refused can be sent again.
    await save();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
  });

  it('links to each problem in a summary with the labels of the way to it', async () => {
    const { user, save } = show(
      ACTION,
      { name: 'x', action: { kind: 'mail', to: 'a@example.com' }, steps: [{ title: 'One' }, {}] },
      { summaryOf: 'action' },
    );
    await save();
    const summary = screen.getByRole('alert');
    expect(document.activeElement).toBe(summary);
    await user.click(within(summary).getByRole('button', { name: 'Step 2, Title' }));
    expect(document.activeElement).toBe(screen.getAllByRole('textbox', { name: /^Title/ })[1]);
  });

  it('can only be read where nothing may be changed', () => {
    const initial = { name: 'x', action: { kind: 'mail', to: 'a@example.com' }, steps: [{ title: 'One' }], rates: { Painter: 60 } };
    show(ACTION, initial, { readOnly: true });
    expect(screen.getAllByRole<HTMLInputElement>('textbox').every((input) => input.readOnly)).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Remind' }).disabled).toBe(true);
    expect(screen.queryAllByRole('button', { name: /^(Add|Remove|Move)/ })).toEqual([]);
  });
});

describe('the widgets of a form', () => {
  it('read and write the values of their formats, and keep text that is no value', async () => {
    const { user, onSubmit, save } = show(CONTACT, { days: [1], color: '#3f78e8' });
    await screen.findByRole('textbox', { name: 'Colour' });
    await user.type(box('Phone'), '4045550142');
    await user.type(box('Amount'), '12x');
    await save();
    expect([problemOf(box('Amount')), problemOf(box(/^Day/))]).toEqual(['Type a number.', 'Fill this in.']);
    expect(screen.getByText('changed')).toBeTruthy();
    await user.type(box('Amount'), '{Backspace}.5');
    await user.type(box(/^Day/), '11/18/2026{Enter}');
    await user.type(box('Note'), 'abcdefg');
    await user.click(screen.getByRole('checkbox', { name: 'Tuesday' }));
    await user.click(screen.getByRole('checkbox', { name: 'Monday' }));
    await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'one{Enter}two{Enter}');
    await user.type(await screen.findByLabelText('Key'), 'hidden');
    expect(screen.getByLabelText('Key').getAttribute('type')).toBe('password');
    await user.type(box('Anything'), '[[1]');
    await save();
    expect(onSubmit).toHaveBeenCalledWith({
      phone: '4045550142',
      day: '2026-11-18',
      amount: 12.5,
      color: '#3f78e8',
      key: 'hidden',
      note: 'abcde',
      days: [2],
      tags: ['one', 'two'],
      anything: [1],
    });
  });

  it('name a group of checkboxes, and say what is missing there', async () => {
    const { user, save } = show(CONTACT, { days: [1] });
    await user.click(screen.getByRole('checkbox', { name: 'Monday' }));
    await save();
    const group = screen.getByRole('group', { name: 'Days' });
    expect(problemOf(group)).toBe('Choose at least one.');
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Monday' }));
  });
});

const RATES: JsonObject = {
  type: 'object',
  properties: {
    rates: {
      type: 'object',
      title: 'Rates',
      propertyNames: { title: 'Trade', oneOf: ['Painter', 'Plumber'].map((title) => ({ const: title.toLowerCase(), title })) },
      additionalProperties: { type: 'number', title: 'Rate', minimum: 1 },
    },
  },
};

it('offers the names of its schema, each once, and asks for the name of a new entry before anything else', async () => {
  const { user, save, onSubmit } = show(RATES, { rates: { painter: 60 } });
  await user.click(screen.getByRole('button', { name: 'Add rate' }));
  const name = screen.getByRole('combobox', { name: 'Trade' });
  await waitFor(() => expect(document.activeElement).toBe(name));
  await save();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.getByText('Give it a name.')).toBeTruthy();
  expect(name.getAttribute('aria-invalid')).toBe('true');
  await user.click(name);
  // The first entry may keep its name; the new one is not offered it.
  const options = screen.getAllByRole('option', { hidden: true });
  expect(options.map(({ textContent }) => textContent)).toEqual(['Painter', 'Plumber', 'Plumber']);
  await user.click(options[2] as HTMLElement);
  const rate = screen.getByRole('textbox', { name: 'Plumber' });
  await user.clear(rate);
  await user.type(rate, '45');
  await save();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ rates: { painter: 60, plumber: 45 } }));
});
