import { vi } from 'vitest';
import type { ImportCellView, ImportFieldView, ImportRowView, ImportSummary, ImportView, SessionUser } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { fixtureField, fixtureModule } from '../../runtime-ui/fields/widgets/fixture-module.ts';

/** A module whose records are imported in tests. */
export const BOATS = fixtureModule({
  _id: 'boats',
  name: 'boats',
  label: 'Boats',
  labelSingular: 'Boat',
  path: '/api/boats',
  nameField: 'title',
  fields: [
    fixtureField('TextField', { fieldName: 'title', label: 'Title', required: true }),
    fixtureField('Dropdown', { fieldName: 'rig', label: 'Rig', dropdown: 'rigs' }),
    fixtureField('Date', { fieldName: 'built', label: 'Built' }),
    fixtureField('TextField', { fieldName: 'port', label: 'Port' }),
  ],
  dropdowns: {
    rigs: {
      id: 'rigs',
      name: 'rigs',
      options: [
        { label: 'Sloop', value: 'sloop' },
        { label: 'Ketch', value: 'ketch' },
      ],
    },
  },
});

export const IMPORT_FIELDS: readonly ImportFieldView[] = [
  { field: '_id', label: 'Id', inputType: 'TextField', required: false, canMatch: true, matchOnly: true },
  { field: 'title', label: 'Title', inputType: 'TextField', required: true, canMatch: true, matchOnly: false },
  { field: 'rig', label: 'Rig', inputType: 'Dropdown', required: false, canMatch: false, matchOnly: false },
  { field: 'built', label: 'Built', inputType: 'Date', required: false, canMatch: false, matchOnly: false },
  { field: 'port', label: 'Port', inputType: 'TextField', required: false, canMatch: false, matchOnly: false },
];

const USER: SessionUser = {
  _id: 'u1',
  email: 'a@example.com',
  first_name: 'Ada',
  last_name: 'Lee',
  userType: 'Standard',
  roles: [],
  teams: [],
  disableTimeout: false,
};

const HEADERS = ['Name', 'Rigging', 'Notes'];
const CELLS = [
  ['Anna', 'sloop', 'x'],
  ['Berta', 'Slop', 'y'],
  ['Clara', 'Slop', 'z'],
  ['Dora', 'ketch', ''],
];
const NO_PROGRESS = { done: 0, total: CELLS.length, created: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0 };

/** An import of four rows, of which two have an unknown option. */
export function makeImport(more: Partial<ImportView> = {}): ImportView {
  const column = (index: number, field: string | null, label: string | null, inputType: string | null) => ({
    ...{ index, field, label, inputType, header: HEADERS[index] ?? '', refused: null, problems: 0 },
    samples: CELLS.map((cells) => cells[index] ?? ''),
  });
  return {
    _id: 'i1',
    _version: 1,
    module: 'boats',
    state: 'draft',
    source: 'wizard',
    file: {
      ...{ name: 'boats.csv', size: 2048, format: 'csv', encoding: 'utf-8', delimiter: ',', header: true, sheet: null, sheets: [] },
    },
    rows: CELLS.length,
    columns: [column(0, 'title', 'Title', 'TextField'), column(1, 'rig', 'Rig', 'Dropdown'), column(2, null, null, null)],
    constants: {},
    duplicates: { action: 'skip', by: [] },
    corrections: { cells: [], values: [] },
    rememberedFrom: null,
    earlier: null,
    summary: null,
    progress: NO_PROGRESS,
    batchId: null,
    undoUntil: null,
    undoDays: 30,
    problem: null,
    refused: [],
    createdBy: 'u1',
    createdAt: '2026-11-20T10:00:00.000Z',
    startedAt: null,
    endedAt: null,
    expiresAt: '2026-12-20T10:00:00.000Z',
    ...more,
  };
}

/** For tests: a server with one import, whose rows are checked by one rule: the second column is an option. */
export class ImportServer {
  view: ImportView;
  /** Requests as 'METHOD path', and the bodies of those that have one. */
  readonly calls: string[] = [];
  readonly bodies: { readonly call: string; readonly body: JsonObject }[] = [];
  /** Responses that replace those of this server, by 'METHOD path'. */
  readonly replaced = new Map<string, () => Response>();
  /** Files that were uploaded. */
  readonly uploads: { readonly module: string; readonly file: File }[] = [];
  imports: readonly ImportView[] | undefined;
  user = USER;

  constructor(view: ImportView = makeImport()) {
    this.view = view;
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => this.respond(init.method ?? 'GET', path, init.body));
    vi.stubGlobal('XMLHttpRequest', createRequestClass(this));
  }

  respond(method: string, url: string, sent?: unknown): Response {
    const path = url.replace(/\?.*$/, '');
    const call = `${method} ${path}`;
    this.calls.push(method === 'GET' ? `${method} ${url}` : call);
    if (typeof sent === 'string') this.bodies.push({ call, body: JSON.parse(sent) as JsonObject });
    const replaced = this.replaced.get(call);
    if (replaced !== undefined) return replaced();
    if (path.startsWith('/api/imports')) return this.#respondToImport(method, url, sent);
    if (path === '/api/ss-modules/by-name/boats') return Response.json(BOATS);
    if (path === '/api/shell') return Response.json(this.#shell());
    if (path === '/api/batches/b1/undo') return this.#undo(method);
    return Response.json({ error: 'Not here', code: 'route_not_found', details: [] }, { status: 404 });
  }

  /** The body of the last request of this kind. */
  lastBody(call: string): JsonObject | undefined {
    return this.bodies.findLast((one) => one.call === call)?.body;
  }

  #isUndone = false;

  #undo(method: string): Response {
    if (method === 'POST') this.#isUndone = true;
    if (method === 'POST') return Response.json({ undone: [], left: [] });
    return Response.json({ state: this.#isUndone ? 'done' : 'none', total: 4, undone: 0, left: 0, reason: null, undoBatchId: null });
  }

  #shell() {
    const { _id, name, label, labelSingular, icon, path, nameField, rights } = BOATS;
    const modules = [{ _id, name, label, labelSingular, icon, path, nameField, rights, route: '/module/boats' }];
    const lists = { modules, userVariables: [], administration: [], teams: [], roles: [], permissions: [], plugins: [] };
    const menu = { id: 'menu_generated', groups: [] };
    return { user: this.user, impersonator: null, menu, settings: {}, session: {}, isStaff: true, definitionsVersion: 1, ...lists };
  }

  #respondToImport(method: string, url: string, sent: unknown): Response {
    const query = new URLSearchParams(url.split('?')[1] ?? '');
    const path = url.replace(/\?.*$/, '');
    switch (`${method} ${path}`) {
      case 'GET /api/imports': {
        const data = this.imports ?? [this.view];
        return Response.json({ data, total: data.length, pageNumber: 0, pageSize: 20 });
      }
      case 'POST /api/imports':
        return this.#upload(sent);
      case 'GET /api/imports/i1':
        return Response.json(this.view);
      case 'GET /api/imports/i1/fields':
        return Response.json({ data: IMPORT_FIELDS, total: IMPORT_FIELDS.length });
      case 'GET /api/imports/i1/rows':
        return this.#sendRows(query);
      case 'GET /api/imports/i1/errors':
        return new Response('Name,Rigging,Problems', { headers: { 'content-disposition': 'attachment; filename="boats-problems.csv"' } });
      case 'PUT /api/imports/i1':
        return this.#change(JSON.parse(String(sent)) as Partial<ImportView>);
      case 'DELETE /api/imports/i1':
        return Response.json({ success: true });
      default:
        return this.#act(path.split('/').at(-1) ?? '');
    }
  }

  #upload(sent: unknown): Response {
    if (!(sent instanceof FormData)) return Response.json({ error: 'No form', code: 'body_invalid', details: [] }, { status: 400 });
    const [module, file] = [sent.get('module'), sent.get('file')];
    if (typeof module === 'string' && file instanceof File) this.uploads.push({ module, file });
    return Response.json(this.view, { status: 201 });
  }

  #change({ _version, ...change }: Partial<ImportView>): Response {
    if (_version !== this.view._version)
      return Response.json({ error: 'This import was changed in the meantime.', code: 'import_changed', details: [] }, { status: 409 });
    const columns = change.columns?.map((column) => {
      const field = IMPORT_FIELDS.find(({ field: name }) => name === column.field);
      const before = this.view.columns.find(({ index }) => index === column.index) as ImportView['columns'][number];
      return { ...before, ...column, label: field?.label ?? null, inputType: field?.inputType ?? null };
    });
    const file = { ...this.view.file, ...change.file };
    return this.#save({ ...change, file, ...(columns === undefined ? {} : { columns }), state: 'draft', summary: null });
  }

  #save(more: Partial<ImportView>): Response {
    this.view = { ...this.view, ...more, _version: this.view._version + 1 };
    return Response.json(this.view);
  }

  #act(action: string): Response {
    if (action === 'check') return this.#save({ state: 'checked', summary: this.#summary() });
    if (action === 'start') return this.#save({ state: 'running', batchId: 'b1', progress: { ...NO_PROGRESS, done: 1, created: 1 } });
    if (action === 'pause') return this.#save({ state: 'paused' });
    if (action === 'resume') return this.#save({ state: 'running' });
    return this.#save({ state: 'cancelled' });
  }

  #rows(): readonly ImportRowView[] {
    return CELLS.map((cells, place): ImportRowView => {
      const row = place + 2;
      const made = this.view.columns.flatMap(({ index, field }) => (field === null ? [] : [this.#cell(row, index, cells[index] ?? '')]));
      return { row, state: made.some(({ problem }) => problem !== null) ? 'problem' : 'new', record: null, cells: made, problems: [] };
    });
  }

  #cell(row: number, column: number, original: string): ImportCellView {
    const { cells, values } = this.view.corrections;
    const own = cells.find((one) => one.row === row && one.column === column);
    const found = own ?? values.find((one) => one.column === column && one.text === original);
    const text = found === undefined ? original : (found.value ?? '');
    const isWrong = column === 1 && !['sloop', 'ketch', ''].includes(text);
    const suggestions = [{ value: 'sloop', label: 'Sloop' }];
    return {
      ...{ column, text, was: null, isCorrected: found !== undefined },
      shown: isWrong ? null : text,
      problem: isWrong ? { code: 'not_an_option', text: 'Not an option', suggestions, sameText: 2 } : null,
    };
  }

  #summary(): ImportSummary {
    const problem = this.#rows().filter(({ state }) => state === 'problem').length;
    const kind = { column: 1, field: 'rig', code: 'not_an_option', text: 'Rig is not an option', count: problem };
    return {
      ...{ new: CELLS.length - problem, update: 0, unchanged: 0, skip: 0, problem, rows: CELLS.length },
      ...{ kinds: problem === 0 ? [] : [kind], values: [], creates: [], seconds: 1 },
    };
  }

  #sendRows(query: URLSearchParams): Response {
    const state = query.get('state');
    const isChecked = this.view.state !== 'draft';
    const found = this.#rows().filter((row) => state === null || (isChecked && row.state === state));
    const data = found.map((row) => (isChecked ? row : { ...row, state: null }));
    return Response.json({ data, total: data.length, pageNumber: 0, pageSize: 50 });
  }
}

/** The class of requests with upload progress, which this server responds to. */
function createRequestClass(server: ImportServer) {
  return class FakeRequest {
    readonly upload = { addEventListener: () => undefined };
    status = 0;
    statusText = '';
    responseText = '';
    readonly #listeners = new Map<string, () => void>();
    #call: readonly [string, string] = ['', ''];

    open(method: string, path: string): void {
      this.#call = [method, path];
    }

    setRequestHeader(): void {}

    addEventListener(name: string, listener: () => void): void {
      this.#listeners.set(name, listener);
    }

    abort(): void {
      this.#listeners.get('abort')?.();
    }

    send(form: FormData): void {
      const response = server.respond(...this.#call, form);
      void response.text().then((text) => {
        Object.assign(this, { status: response.status, statusText: response.statusText, responseText: text });
        this.#listeners.get('load')?.();
        this.#listeners.get('loadend')?.();
      });
    }
  };
}
