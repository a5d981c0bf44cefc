import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImportServer, makeImport } from '../../../tests/support/import-server.ts';
import { renderImports } from '../../../tests/support/render-imports.tsx';
import { loadImportTexts } from '../../kit/index.ts';

beforeAll(() => loadImportTexts());
beforeEach(() => {
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PROGRESS = { done: 4, total: 4, created: 2, updated: 0, unchanged: 0, skipped: 0, refused: 2 };

function makeDone() {
  return makeImport({
    state: 'done',
    batchId: 'b1',
    undoUntil: new Date(Date.now() + 86_400_000 * 20).toISOString(),
    progress: PROGRESS,
    refused: [{ row: 3, field: 'rig', code: 'not_an_option', text: 'Not an option' }],
  });
}

describe('An import that runs', () => {
  it('shows its progress, also when the page is opened again, and is paused, resumed and cancelled', async () => {
    const server = new ImportServer(
      makeImport({ state: 'running', batchId: 'b1', progress: { ...PROGRESS, done: 1, created: 1, refused: 0 } }),
    );
    renderImports(server, '/app/imports/i1?step=columns');
    expect(await screen.findByRole('heading', { name: 'The rows are being saved' })).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Progress of the import' }).getAttribute('aria-valuenow')).toBe('1');
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('1 of 4 rows · Paused')).toBeTruthy();
    expect(document.querySelector('.iw-page > [role=status]')?.textContent).toBe('The import is paused.');
    fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
    await screen.findByRole('button', { name: 'Pause' });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel the import' }));
    const question = await screen.findByRole('dialog', { name: 'Cancel this import?' });
    expect(question.textContent).toContain('1 record is saved already, and stays.');
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel the import' }));
    expect(await screen.findByRole('heading', { name: 'The import was cancelled' })).toBeTruthy();
  });

  it('shows its result once it is done', async () => {
    const server = new ImportServer(makeImport({ state: 'running', batchId: 'b1', progress: { ...PROGRESS, done: 1 } }));
    renderImports(server, '/app/imports/i1');
    await screen.findByRole('heading', { name: 'The rows are being saved' });
    server.view = { ...makeDone(), _version: 2 };
    expect(await screen.findByRole('heading', { name: 'The import is done' })).toBeTruthy();
  });

  it('says why it stopped, and goes on', async () => {
    const problem = { code: 'action_not_allowed', text: 'You may not create boats.' };
    const server = new ImportServer(makeImport({ state: 'failed', batchId: 'b1', problem, progress: PROGRESS }));
    renderImports(server, '/app/imports/i1');
    expect((await screen.findByRole('alert')).textContent).toContain('You may not create boats.');
    fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(server.view.state).toBe('running'));
  });
});

describe('The result', () => {
  it('has the counts, the records, the first problems, and an undo after a question', async () => {
    const server = new ImportServer(makeDone());
    renderImports(server, '/app/imports/i1');
    expect(await screen.findByText('Created')).toBeTruthy();
    expect(screen.getByText('Created').nextElementSibling?.textContent).toBe('2');
    expect(screen.getByRole('link', { name: 'Open boats' }).getAttribute('href')).toBe('/app/module/boats');
    expect(screen.getByRole('heading', { name: '2 rows have problems' })).toBeTruthy();
    expect(screen.getByText('Rig: Not an option', { exact: false })).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo the import' }));
    const question = await screen.findByRole('dialog', { name: 'Undo this import?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Undo the import' }));
    await waitFor(() => expect(server.calls).toContain('POST /api/batches/b1/undo'));
    expect(await screen.findByText('The import is undone.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo the import' })).toBeNull();
  });

  it('saves the rows with problems as a file', async () => {
    const server = new ImportServer(makeDone());
    renderImports(server, '/app/imports/i1');
    fireEvent.click(await screen.findByRole('button', { name: 'Problem rows' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    expect(await screen.findByText('boats-problems.csv is saved.')).toBeTruthy();
    expect(server.calls).toContain('GET /api/imports/i1/errors?format=csv');
  });

  it('loads the rows with problems again, to correct them', async () => {
    const server = new ImportServer(makeDone());
    server.replaced.set('POST /api/imports', () => Response.json(makeImport({ _id: 'i2' }), { status: 201 }));
    server.replaced.set('GET /api/imports/i2', () =>
      Response.json(makeImport({ _id: 'i2', state: 'failed', problem: { code: 'x', text: 'No' } })),
    );
    const router = renderImports(server, '/app/imports/i1');
    fireEvent.click(await screen.findByRole('button', { name: 'Correct and load again' }));
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/app/imports/i2', search: '?step=preview' }));
  });
});

describe('The list of imports', () => {
  it('says what each did, opens it, and removes it after a question', async () => {
    const server = new ImportServer();
    const draft = makeImport({ _id: 'i2', file: { ...makeImport().file, name: 'other.xlsx' } });
    server.imports = [makeDone(), draft];
    renderImports(server, '/app/imports');
    const link = await screen.findByRole('link', { name: 'boats.csv' });
    expect(link.getAttribute('href')).toBe('/app/imports/i1');
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/^boats\.csv Done.*Boats · 2 created · 0 updated · 2 with problems · Nov 20/);
    expect(rows[1]).toMatch(/^other\.xlsx Not started.*Boats · 4 rows · Nov 20/);
    server.replaced.set('DELETE /api/imports/i2', () => {
      server.imports = [makeDone()];
      return Response.json({ success: true });
    });
    fireEvent.click(screen.getByRole('button', { name: 'Remove other.xlsx' }));
    const question = await screen.findByRole('dialog', { name: 'Remove the import of other.xlsx?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'other.xlsx' })).toBeNull());
  });

  it('is empty at first, and says when it cannot be loaded', async () => {
    const server = new ImportServer();
    server.imports = [];
    renderImports(server, '/app/imports');
    expect(await screen.findByText('No imports')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Import a file' }).getAttribute('href')).toBe('/app/imports/new');
    cleanup();
    server.replaced.set('GET /api/imports', () => Response.json({ error: 'Busy', code: 'overloaded', details: [] }, { status: 503 }));
    renderImports(server, '/app/imports');
    expect(await screen.findByText('The imports could not be loaded.')).toBeTruthy();
  });

  it('names the users for System Admins', async () => {
    const server = new ImportServer();
    server.user = { ...server.user, userType: 'System Admin' };
    server.replaced.set('POST /api/users/search', () => Response.json({ data: [{ _id: 'u1', name: 'Ada Lee' }], total: 1 }));
    renderImports(server, '/app/imports');
    await screen.findByRole('link', { name: 'boats.csv' });
    expect(await screen.findByText(/Nov 20.* · Ada Lee$/)).toBeTruthy();
  });
});
