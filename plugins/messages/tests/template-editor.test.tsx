import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { queryKeys } from '../../../runtime-ui/client/index.ts';
import { fixtureField, fixtureModule } from '../../../runtime-ui/fields/widgets/fixture-module.ts';
import { KitProvider } from '../../../runtime-ui/kit/index.ts';
import { fromEditorHtml, isEditable, toEditorHtml } from '../ui/templates/editor-html.ts';
import { compareLines } from '../ui/templates/list-versions.ts';
import { TemplateField, VersionsPanel } from '../ui/templates/slots.ts';

const module = fixtureModule({ name: 'templates', path: '/api/templates', fields: [] });
const leads = { name: 'leads', label: 'Leads', labelSingular: 'Lead', path: '/api/leads', nameField: 'name', rights: { access: true } };
const users = { ...leads, name: 'users', label: 'Users', path: '/api/users' };
const SHELL = { user: { _id: 'u1', userType: 'Standard' }, isStaff: true, modules: [leads, users] };

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: JsonObject;
}
let sent: Sent[] = [];

/** Shows what a plugin adds to the product; `respond` is the server, which has no records for other requests. */
async function show(content: ReactNode, respond: (path: string, body: JsonObject) => object | undefined): Promise<void> {
  vi.stubGlobal(
    'fetch',
    async (url: string, { method = 'GET', body = '{}' }: { readonly method?: string; readonly body?: string } = {}) => {
      const request = { method, path: new URL(url, 'http://x').pathname, body: JSON.parse(body) as JsonObject };
      sent.push(request);
      return Response.json(respond(request.path, request.body) ?? { data: [], total: 0, problems: [] });
    },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(queryKeys.shell(), SHELL);
  client.setQueryData(
    queryKeys.moduleView('leads'),
    fixtureModule({ name: 'leads', fields: [fixtureField('TextField', { fieldName: 'city' })] }),
  );
  await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <KitProvider>{content}</KitProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
}

let value: JsonValue | undefined;

/** A field of the form of a template, with the value that is typed. */
function Field({ name, initial, draft }: { readonly name: string; readonly initial: string; readonly draft: JsonObject }) {
  const [text, setText] = useState<JsonValue | undefined>(initial);
  value = text;
  const field = fixtureField('TextArea', { fieldName: name, label: 'Text' });
  const shared = { id: 'f', field, module, readOnly: false, draft: { ...draft, [name]: text } };
  return <TemplateField {...shared} value={text} onChange={setText} />;
}

const checked = (path: string) =>
  path.endsWith('/check') ? { problems: [{ field: 'body', code: 'x', message: 'x', variable: 'target.shoes' }] } : undefined;
const pick = async (name: string) => {
  fireEvent.click(screen.getByRole('combobox', { name: 'Insert a variable into Text' }));
  const [first] = await screen.findAllByText(name);
  if (first !== undefined) fireEvent.click(first);
};

beforeEach(() => {
  sent = [];
  // jsdom has no layout.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('The editor of templates', () => {
  it('formats text, inserts a variable at the cursor, and marks and lists those that do not exist', async () => {
    await show(<Field name="body_html" initial="<p>Hello {{ target.shoes }}</p>" draft={{ type: 'email' }} />, checked);
    const editor = await screen.findByRole('textbox', { name: 'Text' });
    expect(await screen.findByText('Unknown variable: target.shoes')).toBeDefined();
    await waitFor(() => expect(editor.querySelector('.mg-unknown')?.textContent).toBe('{{ target.shoes }}'));
    fireEvent.keyDown(editor, { key: 'a', ctrlKey: true });
    await userEvent.click(within(screen.getByRole('toolbar', { name: 'Formatting' })).getByRole('button', { name: 'Bold' }));
    expect(value).toBe('<p><strong>Hello {{ target.shoes }}</strong></p>');
    expect(screen.getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed')).toBe('true');
    await pick('First name');
    expect(value).toBe('<p>{{ target.first_name }}</p>');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(value).toBe('<p><strong>Hello {{ target.shoes }}</strong></p>');
  });

  it('makes a link of the selected text, and refuses an address that runs code', async () => {
    await show(<Field name="body_html" initial="<p>Our site</p>" draft={{ type: 'email' }} />, () => undefined);
    fireEvent.keyDown(await screen.findByRole('textbox', { name: 'Text' }), { key: 'a', ctrlKey: true });
    await userEvent.click(screen.getByRole('button', { name: 'Link' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Address of the link' }), 'javascript:alert(1){Enter}');
    expect(screen.getByText('This address cannot be a link.')).toBeDefined();
    await userEvent.clear(screen.getByRole('textbox', { name: 'Address of the link' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Address of the link' }), 'muster.test{Enter}');
    expect(value).toBe('<p><a href="https://muster.test">Our site</a></p>');
  });

  it('leaves HTML that it would change as it is, until it is converted', async () => {
    const table = '<table><tbody><tr><td>Pay</td></tr></tbody></table>';
    await show(<Field name="body_html" initial={table} draft={{ type: 'email' }} />, () => undefined);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe(table);
    await userEvent.click(screen.getByRole('button', { name: 'Edit without them' }));
    expect((await screen.findByRole('textbox', { name: 'Text' })).textContent).toBe('Pay');
    expect(value).toBe(table);
  });

  it('is a plain text with the parts of a text message, and inserts variables of the only module', async () => {
    await show(<Field name="body" initial="Hi , call me" draft={{ type: 'sms', restrict_to_module: 'leads' }} />, () => undefined);
    const input = screen.getByLabelText<HTMLTextAreaElement>('Text');
    expect(screen.getByText(/^12 characters, 1 of 10 parts/)).toBeDefined();
    expect(screen.queryByRole('toolbar')).toBeNull();
    input.setSelectionRange(3, 3);
    await pick('City');
    expect(value).toBe('Hi {{ target.city }}, call me');
    expect(document.activeElement).toBe(input);
    await userEvent.type(screen.getByRole('combobox', { name: 'Insert a variable into Text' }), 'website');
    expect(await screen.findByText('No variable has this name')).toBeDefined();
  });

  it('shows what a record would get, and which variables it has no value for', async () => {
    const draft = { type: 'email', subject: 'News', body_html: '', restrict_to_module: 'leads' };
    await show(<Field name="body" initial="Hello" draft={draft} />, (path) => {
      if (path === '/api/templates/preview') return { subject: 'News', text: '', html: '<p>Hello Mei</p>', missing: ['target.city'] };
      return path.includes('search') ? { data: [{ _id: 'l1', name: 'Mei Tanaka' }], total: 1 } : undefined;
    });
    await userEvent.click(screen.getByRole('button', { name: 'Preview on a record' }));
    const dialog = await screen.findByRole('dialog', { name: 'Preview on a record' });
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Record' }), { target: { value: 'Mei' } });
    fireEvent.click(await screen.findByText('Mei Tanaka'));
    expect(await within(dialog).findByText('This record has no value for: target.city')).toBeDefined();
    const frame = within(dialog).getByTitle<HTMLIFrameElement>('Preview');
    expect([frame.getAttribute('sandbox'), frame.srcdoc]).toEqual(['', expect.stringContaining('<p>Hello Mei</p>')]);
    expect(sent.findLast(({ path }) => path === '/api/templates/preview')?.body).toMatchObject({
      module: 'leads',
      record: 'l1',
      body: 'Hello',
    });
  });
});

describe('The versions of a template', () => {
  it('are compared with the template of now, and restored by a save', async () => {
    const entry = { changed_by: 'u2', date_created: '2026-11-20T10:00:00.000Z' };
    const data = [
      { ...entry, _id: 's3:name', field: 'name', previous_value: 'Old' },
      { ...entry, _id: 's2:body', field: 'body', previous_value: 'Hello\nFirst' },
      { ...entry, _id: 's1:', field: null, previous_value: null },
    ];
    const reload = vi.fn();
    const record = { _id: 't1', _version: 3, name: 'Hi', subject: 'News', body: 'Hello\nSecond' };
    await show(<VersionsPanel module={module} record={record} reload={reload} />, (path) => {
      if (path.startsWith('/api/audit-log/')) return { data, total: 3 };
      return path.startsWith('/api/users') ? { data: [{ _id: 'u2', name: 'Ann Lee' }], total: 1 } : undefined;
    });
    const rows = within(await screen.findByRole('list', { name: 'Versions' })).getAllByRole('listitem');
    expect(rows).toHaveLength(2);
    await waitFor(() => expect(rows[1]?.textContent).toContain('Ann Lee'));
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
    const dialog = await screen.findByRole('dialog');
    expect([...dialog.querySelectorAll('del, ins')].map((line) => `${line.localName} ${line.textContent}`)).toEqual([
      'del First',
      'ins Second',
    ]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Restore this version' }));
    await waitFor(() => expect(reload).toHaveBeenCalled());
    expect(sent.find(({ method }) => method === 'PUT')).toEqual({
      method: 'PUT',
      path: '/api/templates/t1',
      body: { body: 'Hello\nFirst', _version: 3 },
    });
  });
});

it('Comparisons in tags are the same in the editor and in the template', () => {
  const html = '<p>{% if a < b and c > d %}x & y{% endif %}</p>';
  expect(fromEditorHtml(toEditorHtml(html))).toBe(html);
  expect(isEditable(html)).toBe(true);
  expect(['<p style="color:red">x</p>', '<img src="https://x.test/a.png">'].map(isEditable)).toEqual([false, false]);
  expect(compareLines(['a', 'b', 'c'], ['a', 'x', 'c']).map(({ text, change }) => `${change} ${text}`)).toEqual([
    ...['same a', 'removed b', 'added x', 'same c'],
  ]);
});
