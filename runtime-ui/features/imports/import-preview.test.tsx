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

const PREVIEW = '/app/imports/i1?step=preview';
const startButton = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

async function showChecked(server: ImportServer) {
  const router = renderImports(server, PREVIEW);
  await screen.findByRole('tab', { name: /^Problems ?2$/ });
  await screen.findAllByRole('button', { name: 'Slop Not an option' });
  return router;
}

describe('The preview', () => {
  it('checks the rows, and shows what they would do with each problem at its cell', async () => {
    const server = new ImportServer();
    await showChecked(server);
    expect(server.calls.filter((call) => call === 'POST /api/imports/i1/check').length).toBe(1);
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['All4', 'New2', 'Update0', 'Problems2']);
    const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())).toEqual([
      '2NewAnna sloop',
      '3FixBerta Slop Not an option',
      '4FixClara Slop Not an option',
      '5NewDora ketch',
    ]);
    const pane = screen.getByRole('complementary', { name: 'Summary' });
    expect(within(pane).getByText('You can undo the whole import for 30 days.')).toBeTruthy();
    expect(within(pane).getByText('2 rows stay out, as a file to fix.')).toBeTruthy();
    expect((await startButton('Start import of 2 rows')).disabled).toBe(false);
  });

  it('filters by a state and by a kind of problem', async () => {
    const server = new ImportServer();
    await showChecked(server);
    fireEvent.click(screen.getByRole('tab', { name: /^New ?2$/ }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Slop Not an option' })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Rig is not an option 2' }));
    await screen.findAllByRole('button', { name: 'Slop Not an option' });
    expect(server.calls).toContain('GET /api/imports/i1/rows?state=problem&code=not_an_option&column=1&field=rig&pageNumber=0');
    expect(screen.getByRole('button', { name: 'Rig is not an option 2' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('goes to each problem by F8, and Enter accepts the suggestion for all cells with the same text', async () => {
    const user = userEvent.setup();
    const server = new ImportServer();
    await showChecked(server);
    await user.keyboard('{F8}');
    const first = await screen.findByRole('combobox', { name: 'Rig in row 3' });
    expect(document.activeElement).toBe(first);
    await user.keyboard('{F8}');
    const second = await screen.findByRole('combobox', { name: 'Rig in row 4' });
    expect(document.activeElement).toBe(second);
    expect((await screen.findByRole('option', { name: /^Sloop/, hidden: true })).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole('checkbox', { name: 'Use it for all 2 “Slop” rows', hidden: true })).toHaveProperty('checked', true);
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(server.lastBody('PUT /api/imports/i1')?.['corrections']).toEqual({
        cells: [],
        values: [{ column: 1, text: 'Slop', value: 'sloop' }],
      }),
    );
    expect(await startButton('Start import of 4 rows')).toBeTruthy();
    expect(await screen.findByRole('tab', { name: /^Problems ?0$/ })).toBeTruthy();
    expect(server.calls.filter((call) => call === 'POST /api/imports/i1/check').length).toBe(2);
    expect((await screen.findAllByRole('button', { name: 'sloop corrected' })).length).toBe(2);
  });

  it('leaves a cell as it is by Esc, corrects one cell by a typed text, and takes that back', async () => {
    const user = userEvent.setup();
    const server = new ImportServer();
    await showChecked(server);
    const [cell] = screen.getAllByRole('button', { name: 'Slop Not an option' });
    await user.click(cell as HTMLElement);
    await screen.findByRole('combobox', { name: 'Rig in row 3' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Slop'));
    expect(server.bodies.filter(({ call }) => call.startsWith('PUT'))).toEqual([]);

    await user.keyboard('{Enter}');
    const input = await screen.findByRole('combobox', { name: 'Rig in row 3' });
    const forAll = await screen.findByRole('checkbox', { name: 'Use it for all 2 “Slop” rows', hidden: true });
    await user.keyboard('{Tab}');
    expect(document.activeElement).toBe(forAll);
    await user.keyboard(' ');
    await user.clear(input);
    expect(screen.getByText('The cell will be empty.')).toBeTruthy();
    await user.type(input, 'ket{Enter}');
    await waitFor(() =>
      expect(server.lastBody('PUT /api/imports/i1')?.['corrections']).toEqual({
        cells: [{ row: 3, column: 1, value: 'ketch' }],
        values: [],
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'ketch corrected' }));
    await user.click(await screen.findByRole('button', { name: 'As in the file', hidden: true }));
    await waitFor(() => expect(server.lastBody('PUT /api/imports/i1')?.['corrections']).toEqual({ cells: [], values: [] }));
  });

  it('goes on from the last problem of a page to the rows with problems', async () => {
    const user = userEvent.setup();
    const server = new ImportServer();
    await showChecked(server);
    await user.keyboard('{F8}{F8}{F8}');
    await waitFor(() => expect(screen.getByRole('tab', { name: /^Problems ?2$/ }).getAttribute('aria-selected')).toBe('true'));
    expect(document.activeElement).toBe(await screen.findByRole('combobox', { name: 'Rig in row 3' }));
  });

  it('compares rows with records by chosen fields, and says what happens to those that match', async () => {
    const server = new ImportServer();
    await showChecked(server);
    expect(screen.getByRole('heading', { name: 'Rows are not compared with records' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Title', hidden: true }));
    await waitFor(() => expect(server.lastBody('PUT /api/imports/i1')).toMatchObject({ duplicates: { action: 'skip', by: ['title'] } }));
    fireEvent.click(await screen.findByRole('radio', { name: /^Merge/ }));
    await waitFor(() => expect(server.lastBody('PUT /api/imports/i1')).toMatchObject({ duplicates: { action: 'merge', by: ['title'] } }));
    expect(await screen.findByRole('button', { name: 'by title' })).toBeTruthy();
  });

  it('asks before a file is imported again', async () => {
    const server = new ImportServer(makeImport({ earlier: { _id: 'i0', at: new Date(2026, 10, 2).toISOString() } }));
    await showChecked(server);
    expect(screen.getByRole('link', { name: 'See that import' }).getAttribute('href')).toBe('/app/imports/i0');
    const text = 'This file was imported on Nov 2 already.';
    server.replaced.set('POST /api/imports/i1/start', () =>
      Response.json({ error: text, code: 'import_repeated', details: [] }, { status: 409 }),
    );
    fireEvent.click(await startButton('Start import of 2 rows'));
    const question = await screen.findByRole('dialog', { name: 'Import this file again?' });
    expect(question.textContent).toContain(text);
    server.replaced.clear();
    fireEvent.click(within(question).getByRole('button', { name: 'Import again' }));
    await waitFor(() => expect(server.lastBody('POST /api/imports/i1/start')).toEqual({ _version: 2, again: true }));
    expect(await screen.findByRole('heading', { name: 'The rows are being saved' })).toBeTruthy();
  });

  it('ends a check that runs before it stores a change', async () => {
    const server = new ImportServer(makeImport({ state: 'checking', progress: { ...makeImport().progress, done: 1 } }));
    server.replaced.set('POST /api/imports/i1/cancel', () => {
      server.view = { ...server.view, state: 'draft', _version: server.view._version + 1 };
      return Response.json(server.view);
    });
    renderImports(server, PREVIEW);
    expect(await screen.findByText('Checking: 1 of 4 rows')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Notes imported as Not imported' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Port', hidden: true }));
    expect(await screen.findByRole('tab', { name: /^Problems ?2$/ })).toBeTruthy();
    const writes = server.calls.filter((call) => !call.startsWith('GET'));
    expect(writes).toEqual(['POST /api/imports/i1/cancel', 'PUT /api/imports/i1', 'POST /api/imports/i1/check']);
  });

  it('says why a check was refused', async () => {
    const server = new ImportServer();
    const details = [{ field: 'columns.1.field', code: 'mapped_twice', message: 'Two columns are imported as Title: Name and Rigging.' }];
    server.replaced.set('POST /api/imports/i1/check', () =>
      Response.json({ error: 'The columns cannot be imported like this.', code: 'import_mapping_invalid', details }, { status: 422 }),
    );
    renderImports(server, PREVIEW);
    expect((await screen.findByRole('alert')).textContent).toContain('Two columns are imported as Title: Name and Rigging.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start import of 0 rows' }).disabled).toBe(true);
  });

  it('is removed with its file by Cancel, after a question', async () => {
    const server = new ImportServer();
    const router = await showChecked(server);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Cancel this import?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel the import' }));
    await waitFor(() => expect(server.calls).toContain('DELETE /api/imports/i1'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/module/boats'));
  });

  it('shows rows as cards and the step as a line on a phone', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...{ matches: query === '(max-width: 680px)', media: query },
      ...{ addEventListener: () => undefined, removeEventListener: () => undefined },
      ...{ addListener: () => undefined, removeListener: () => undefined },
    }));
    renderImports(new ImportServer(), PREVIEW);
    expect(await screen.findByText('Step 3 of 4: Preview')).toBeTruthy();
    expect(await screen.findAllByRole('button', { name: 'Slop Not an option' })).toHaveLength(2);
    expect(screen.queryByRole('table')).toBeNull();
    expect(within(screen.getByRole('list', { name: 'Rows' })).getByText('Row 3')).toBeTruthy();
  });
});
