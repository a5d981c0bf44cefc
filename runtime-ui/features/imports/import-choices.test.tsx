import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ImportServer, makeImport } from '../../../tests/support/import-server.ts';
import { renderImports } from '../../../tests/support/render-imports.tsx';
import { loadImportTexts } from '../../kit/index.ts';

beforeAll(() => loadImportTexts());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const fileInput = (): HTMLInputElement => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new TypeError('no file input');
  return input;
};

describe('The columns', () => {
  it('that may not be imported are named with the reason, also in the preview', async () => {
    const view = makeImport();
    const columns = view.columns.map((column) =>
      column.index === 0 ? { ...column, field: null, label: null, header: 'Roles', refused: 'You may not set Roles.' } : column,
    );
    for (const step of ['columns', 'preview']) {
      const server = new ImportServer(makeImport({ columns }));
      renderImports(server, `/app/imports/i1?step=${step}`);
      const list = await screen.findByRole('list', { name: 'Columns that cannot be imported' });
      expect(list.textContent).toBe('Roles is left out. You may not set Roles.');
      cleanup();
    }
  });
});

describe('The choice of a file', () => {
  it('says the limit before, refuses other files at once, and goes on to the columns of the uploaded file', async () => {
    const server = new ImportServer();
    const router = renderImports(server, '/app/imports/new?module=boats');
    expect(await screen.findByText(/up to 200 MB/)).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 1, name: 'Import boats' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Choose a file'));
    fireEvent.change(fileInput(), { target: { files: [new File(['x'], 'boats.pdf')] } });
    expect((await screen.findByRole('alert')).textContent).toContain('Choose a CSV, Excel (.xlsx) or NDJSON file.');
    fireEvent.change(fileInput(), { target: { files: [new File([''], 'boats.csv')] } });
    expect((await screen.findByRole('alert')).textContent).toContain('The file is empty.');
    expect(server.uploads).toEqual([]);
    fireEvent.change(fileInput(), { target: { files: [new File(['Name\nAnna'], 'boats.csv')] } });
    expect(await screen.findByRole('heading', { name: 'What each column is' })).toBeTruthy();
    expect(server.uploads.map(({ module, file }) => [module, file.name])).toEqual([['boats', 'boats.csv']]);
    expect(router.state.location).toMatchObject({ pathname: '/app/imports/i1', search: '?step=columns' });
  });

  it('shows why the server refused a file, and takes another one', async () => {
    const server = new ImportServer();
    const text = 'A quote that begins in row 2 is never closed.';
    server.replaced.set('POST /api/imports', () => Response.json({ error: text, code: 'import_quote_open', details: [] }, { status: 422 }));
    renderImports(server, '/app/imports/new?module=boats');
    await screen.findByRole('button', { name: 'Choose a file' });
    fireEvent.change(fileInput(), { target: { files: [new File(['Name\n"Anna'], 'boats.csv')] } });
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeTruthy();
  });

  it('shows how the file was found to be written, and reads it again in another way', async () => {
    const server = new ImportServer();
    renderImports(server, '/app/imports/i1?step=file');
    expect(await screen.findByText('4 rows. This is how the file was found to be written.')).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Columns are separated by' })).toHaveProperty('value', 'Commas');
    expect(within(screen.getByRole('region', { name: 'The first values of each column' })).getByText('Berta')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'The first row has the names of the columns' }));
    await waitFor(() => expect(server.lastBody('PUT /api/imports/i1')).toEqual({ file: { header: false }, _version: 1 }));
    fireEvent.click(screen.getByRole('combobox', { name: 'Encoding' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Western European (Windows 1252)', hidden: true }));
    await waitFor(() => expect(server.lastBody('PUT /api/imports/i1')).toEqual({ file: { encoding: 'windows-1252' }, _version: 2 }));
  });
});

describe('The columns', () => {
  it('are imported as other fields, found by their name with the keyboard', async () => {
    const user = userEvent.setup();
    const server = new ImportServer(makeImport({ rememberedFrom: new Date(2026, 9, 8, 12).toISOString() }));
    renderImports(server, '/app/imports/i1');
    expect(await screen.findByText(/^Same columns as your import of Oct 8/)).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Notes imported as Not imported' }));
    const search = await screen.findByRole('combobox', { name: 'Search fields', hidden: true });
    expect(document.activeElement).toBe(search);
    const list = screen.getByRole('listbox', { name: 'Fields', hidden: true });
    expect(within(list).getByRole('option', { name: 'Title now from Name', hidden: true })).toBeTruthy();
    await user.type(search, 'bui{Enter}');
    // A date has an option: the menu stays open.
    await user.click(await screen.findByRole('combobox', { name: 'Order of dates', hidden: true }));
    await user.click(await screen.findByRole('option', { name: 'Day, month, year', hidden: true }));
    await waitFor(() =>
      expect(server.lastBody('PUT /api/imports/i1')?.['columns']).toEqual([
        { index: 0, field: 'title' },
        { index: 1, field: 'rig' },
        { index: 2, field: 'built', dateOrder: 'DMY' },
      ]),
    );
    expect(screen.getByRole('button', { name: 'Notes imported as Built' })).toBeTruthy();
    // Nothing is checked before the rows are shown.
    expect(server.calls.some((call) => call.endsWith('/check'))).toBe(false);
  });

  it('leave out what new records need: it is said', async () => {
    const server = new ImportServer();
    renderImports(server, '/app/imports/i1?step=columns');
    fireEvent.click(await screen.findByRole('button', { name: 'Name imported as Title' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Not imported', hidden: true }));
    expect(await screen.findByText('New records need a value of: Title.')).toBeTruthy();
    await waitFor(() => expect(server.view.columns[0]?.field).toBeNull());
  });

  it('leave fields to values that all rows get', async () => {
    const server = new ImportServer();
    renderImports(server, '/app/imports/i1?step=columns');
    fireEvent.click(await screen.findByRole('button', { name: 'A value for all rows' }));
    const dialog = await screen.findByRole('dialog', { name: 'Values for all rows' });
    fireEvent.click(within(dialog).getByRole('combobox', { name: 'Add a field' }));
    const names = (await screen.findAllByRole('option', { hidden: true })).map(({ textContent }) => textContent);
    expect(names).toEqual(['Built', 'Port']);
    fireEvent.click(screen.getByRole('option', { name: 'Port', hidden: true }));
    fireEvent.change(await within(dialog).findByRole('textbox', { name: 'Port' }), { target: { value: 'Kiel' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Use for all rows' }));
    await waitFor(() => expect(server.lastBody('PUT /api/imports/i1')).toEqual({ constants: { port: 'Kiel' }, _version: 1 }));
    expect((await screen.findByRole('button', { name: /^For all rows:/ })).textContent).toContain('Port Kiel');
  });

  it('are not changed over those of somebody else: the import is loaded again', async () => {
    const server = new ImportServer();
    renderImports(server, '/app/imports/i1?step=columns');
    fireEvent.click(await screen.findByRole('button', { name: 'Notes imported as Not imported' }));
    server.view = { ...server.view, _version: 5, rows: 9 };
    fireEvent.click(await screen.findByRole('option', { name: 'Port', hidden: true }));
    expect((await screen.findByRole('alert')).textContent).toContain('This import was changed in the meantime.');
    expect(screen.getByRole('button', { name: 'Notes imported as Not imported' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Load again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Notes imported as Not imported' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Port', hidden: true }));
    await waitFor(() => expect(server.lastBody('PUT /api/imports/i1')?.['_version']).toBe(5));
    expect(server.view.columns[2]?.field).toBe('port');
  });
});

it('An import that is not there is said, with another try', async () => {
  const server = new ImportServer();
  server.replaced.set('GET /api/imports/i1', () =>
    Response.json({ error: 'There is no such import.', code: 'import_not_found', details: [] }, { status: 404 }),
  );
  renderImports(server, '/app/imports/i1');
  expect((await screen.findByRole('alert')).textContent).toContain('There is no such import.');
});
