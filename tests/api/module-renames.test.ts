import { afterEach, beforeAll, expect, it } from 'vitest';
import type { PluginManifest } from '#engine';
import type { JsonObject } from '#engine/model/values';
import type { AliasEntry, AuditEntry, SavedView } from '#engine/model/wire';
import type { ApiClient } from '../support/api-client.ts';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import type { LiveClient } from '../support/live-client.ts';
import { openLive } from '../support/open-live.ts';
import { describeOnEachStore, WORKSHOP } from './each-store.ts';

type Row = JsonObject & { readonly _id: string; readonly name: string };

/** A plugin with an endpoint for the records of any module. */
const COUNTER: PluginManifest = {
  name: 'counter',
  version: '1.0.0',
  engine: '*',
  routes: [
    {
      method: 'POST',
      path: '/api/counter/names/:module',
      moduleNames: ['module', 'others.module', 'more'],
      handle: ({ parameters, body }) => ({ body: { module: parameters['module'] ?? '', ...(body as JsonObject) } }),
    },
  ],
};

const RIGHTS = { access: true, create: true, mass_update: false, export: false, delete: 'None' };
const SYSTEM = { kind: 'system' } as const;

const moduleOf = (id: string, name: string, fields: readonly object[]) => ({
  kind: 'module',
  id,
  definition: { id, name, label: `The ${name}`, labelSingular: name, kind: 'plain', custom: true, active: true, fields },
});

const BERTH_FIELDS = [
  { id: 'b_draught', fieldName: 'draught', label: 'Draught', inputType: 'Number' },
  { id: 'b_depth', fieldName: 'depth', label: 'Depth', inputType: 'Number' },
];
const noteFields = (berths: string) => [
  { id: 'n_about', fieldName: 'about', label: 'About', inputType: 'FlexRelate' },
  { id: 'n_more', fieldName: 'more', label: 'More', inputType: 'MultiFlexRelate' },
  { id: 'n_kind', fieldName: 'subject', label: 'Subject', inputType: 'Module' },
  { id: 'n_kinds', fieldName: 'subjects', label: 'Subjects', inputType: 'MultiModule' },
  {
    id: 'n_parts',
    fieldName: 'parts',
    label: 'Parts',
    inputType: 'Array',
    entry: {
      columns: [
        { fieldName: 'berth', label: 'Berth', inputType: 'Relate', ref: berths },
        { fieldName: 'of', label: 'Of', inputType: 'Module' },
      ],
    },
  },
];

/** The modules and the role of these tests, with this name of the module that is renamed. */
function listChanges(name: string): readonly object[] {
  const own = { ...RIGHTS, view: 'Owner', edit: 'Owner' };
  const access = { [name]: own, harbourNotes: { ...RIGHTS, view: 'All', edit: 'All' } };
  return [
    moduleOf('m_berths', name, BERTH_FIELDS),
    moduleOf('m_notes', 'harbourNotes', noteFields(name)),
    { kind: 'role', id: 'role_pilot', definition: { id: 'role_pilot', name: 'Pilot', module_access: access, field_access: {} } },
  ];
}

describeOnEachStore(
  'Stored names of a module that is renamed',
  (server) => {
    const open: LiveClient[] = [];
    let berthBatch = '';
    let clerk: ApiClient;
    let clerkId = '';
    let [first, second, note, anchor, view, batchId] = ['', '', '', '', '', ''];
    const admin = () => server().admin;
    const app = () => server().application;
    const must = async (call: ReturnType<ApiClient['post']>) => {
      const { status, body } = await call;
      expect(status, JSON.stringify(body)).toBeLessThan(300);
      return body;
    };
    const publish = async (name: string, changes: readonly object[]): Promise<void> => {
      const { _id, _version } = await must(admin().post('/api/change-sets', { name }));
      const draft = await must(admin().put(`/api/change-sets/${_id}/changes`, { _version, changes }));
      expect(draft.problems).toEqual([]);
      await must(admin().post(`/api/change-sets/${_id}/publish`, {}));
    };
    const search = async (searchTerms: object, client: ApiClient = admin(), more: object = {}): Promise<readonly Row[]> =>
      (await must(client.post('/api/harbour-notes/search', { searchTerms, sortField: 'name', sortOrder: 'asc', ...more }))).data as Row[];
    const names = async (...input: Parameters<typeof search>): Promise<readonly string[]> =>
      (await search(...input)).map(({ name }) => name);
    const read = async (id: string): Promise<Row> => (await must(admin().get(`/api/harbour-notes/${id}`))) as Row;
    const aliasOf = async (): Promise<AliasEntry | undefined> =>
      ((await must(admin().get('/api/aliases?pageSize=100'))).data as readonly AliasEntry[]).find(({ kind }) => kind === 'module');
    const audit = async (searchTerms: object): Promise<readonly AuditEntry[]> =>
      (await must(admin().post('/api/audit-log/search', { searchTerms, pageSize: 100 }))).data as AuditEntry[];

    afterEach(() => {
      for (const live of open.splice(0)) live.close();
    });

    beforeAll(async () => {
      await publish('Harbour', listChanges('berths'));
      clerk = await createSignedInUser(server(), 'pilot@harbour.test', ['Pilot']);
      const [user] = (await must(admin().post('/api/users/search', { searchTerms: { email: 'pilot@harbour.test' } }))).data as Row[];
      clerkId = user?._id ?? '';
      first = (await must(admin().post('/api/berths', { name: 'North', depth: 7, assigned_to: clerkId })))._id as string;
      second = (await must(admin().post('/api/berths', { name: 'South', depth: 9 })))._id as string;
      note = (
        await must(
          admin().post('/api/harbour-notes', {
            name: 'Buoy',
            about: { module: 'berths', id: first },
            more: [
              { module: 'berths', id: first },
              { module: 'berths', id: second },
            ],
            subject: 'berths',
            subjects: ['berths', 'harbourNotes'],
            parts: [{ berth: second, of: 'berths' }],
          }),
        )
      )._id as string;
      await must(admin().post('/api/harbour-notes', { name: 'Other', about: { module: 'users', id: clerkId }, subject: 'users' }));
      await must(clerk.put(`/api/berths/favorite/${first}`, { favorite: true }));
      await app().records.addRecent({ kind: 'user', userId: clerkId }, { module: 'berths', id: first });
      view = (
        await must(
          clerk.post('/api/saved-views', {
            module: 'harbourNotes',
            name: 'About berths',
            filter: {
              or: [
                { about: { related: { module: 'berths', filter: { depth: 7 } } } },
                { more: { in: [{ module: 'berths', id: second }] }, subject: 'berths' },
              ],
            },
          }),
        )
      )._id as string;
      await must(admin().put(`/api/harbour-notes/${note}`, { about: { module: 'berths', id: second } }));
      anchor = (await must(admin().post('/api/harbour-notes', { name: 'Anchor', about: { module: 'berths', id: first } })))._id as string;
      batchId = (await app().records.update(SYSTEM, { module: 'harbourNotes', id: anchor, fields: { about: null } })).batchId;
      berthBatch = (await app().records.update(SYSTEM, { module: 'berths', id: first, fields: { draught: 3 } })).batchId;
      await app().outbox.drain();
      await publish('Moorings', listChanges('moorings'));
    });

    it('are read, searched, sorted and grouped as the current one, also beside values that are saved now', async () => {
      expect(await read(note)).toMatchObject({
        about: { module: 'moorings', id: second },
        more: [
          { module: 'moorings', id: first },
          { module: 'moorings', id: second },
        ],
        subject: 'moorings',
        subjects: ['moorings', 'harbourNotes'],
        parts: [{ berth: second, of: 'moorings' }],
      });
      const made = await must(
        admin().post('/api/harbour-notes', {
          name: 'Chain',
          about: { module: 'berths', id: second },
          subject: 'moorings',
          subjects: ['berths'],
        }),
      );
      expect(made).toMatchObject({ about: { module: 'moorings', id: second }, subjects: ['moorings'] });
      for (const module of ['moorings', 'berths']) {
        expect(await names({ about: { equals: { module, id: second } } })).toEqual(['Buoy', 'Chain']);
        expect(await names({ more: { in: [{ module, id: first }] } })).toEqual(['Buoy']);
        expect(await names({ about: { related: { module, filter: { depth: 9 } } } })).toEqual(['Buoy', 'Chain']);
        expect(await names({ subject: module })).toEqual(['Buoy', 'Chain']);
        expect(await names({ subjects: { in: [module] } })).toEqual(['Buoy', 'Chain']);
      }
      expect(await names({ subject: { exists: true } }, admin(), { sortField: 'subject' })).toEqual(['Buoy', 'Chain', 'Other']);
      const { data } = await must(
        admin().post('/api/harbour-notes/group', {
          by: [{ field: 'subject' }],
          measures: [{ name: 'n', kind: 'count' }],
          searchTerms: { subject: { exists: true } },
        }),
      );
      expect(data).toEqual([
        { keys: ['moorings'], measures: { n: 2 } },
        { keys: ['users'], measures: { n: 1 } },
      ]);
    });

    it('lead to the same records from the other side, and from their entries', async () => {
      const related = await must(admin().post(`/api/moorings/related/${second}`, { relation: 'harbourNotes_about' }));
      expect((related.data as Row[]).map(({ name }) => name).sort()).toEqual(['Buoy', 'Chain']);
      const forward = await must(admin().post(`/api/harbour-notes/related/${note}`, { relation: 'about' }));
      expect(forward.data).toMatchObject([{ _id: second, name: 'South' }]);
      const dependents = await must(admin().get(`/api/moorings/${second}/dependents`));
      expect(dependents.data ?? dependents).toEqual(
        expect.arrayContaining([
          { module: 'harbourNotes', relation: 'about', count: 2 },
          { module: 'harbourNotes', relation: 'more', count: 1 },
          { module: 'harbourNotes', relation: 'parts', count: 1 },
        ]),
      );
      const [populated] = await search({ name: 'Buoy' }, admin(), { populate: ['about', 'more'] });
      expect(populated).toMatchObject({ about: { _id: second, name: 'South' }, more: [{ name: 'North' }, { name: 'South' }] });
    });

    it('show a limited user what they could see before', async () => {
      const [seen] = await search({ name: 'Buoy' }, clerk, { populate: ['more'] });
      expect(seen?.['more']).toMatchObject([
        { module: 'moorings', _id: first, name: 'North', open: true },
        { module: 'moorings', _id: second, open: false },
      ]);
      expect(await names({ more: { related: { module: 'moorings', filter: { depth: 7 } } } }, clerk)).toEqual(['Buoy']);
      expect(await names({ more: { related: { module: 'moorings', filter: { depth: 9 } } } }, clerk)).toEqual([]);
      expect((await clerk.get(`/api/moorings/${second}`)).status).toBe(404);
    });

    it('stay in favourites, recent records, notifications, the history and saved views', async () => {
      const actor = { kind: 'user', userId: clerkId } as const;
      expect(await app().records.favorites(actor, {})).toMatchObject([{ module: 'moorings', record: { _id: first } }]);
      expect(await app().records.favorites(actor, { module: 'moorings' })).toHaveLength(1);
      expect(await app().records.recents(actor)).toMatchObject([{ module: 'moorings', _id: first, name: 'North' }]);
      const { data } = await must(clerk.get('/api/notifications'));
      expect(data).toMatchObject([{ module: 'moorings', record: { _id: first, name: 'North' } }]);
      expect((await audit({ module: 'moorings' })).map(({ module }) => module)).toEqual(['moorings', 'moorings', 'moorings']);
      expect(await audit({ module: 'berths' })).toHaveLength(3);
      expect(await audit({ record_id: note, field: 'about' })).toMatchObject([
        { previous_value: { module: 'moorings', id: first }, new_value: { module: 'moorings', id: second } },
      ]);
      const stored = (await must(clerk.get(`/api/saved-views/${view}`))) as SavedView;
      expect(stored.problems).toEqual([]);
      expect(stored.filter).toEqual({
        or: [
          { about: { related: { module: 'moorings', filter: { depth: 7 } } } },
          { more: { in: [{ module: 'moorings', id: second }] }, subject: 'moorings' },
        ],
      });
      expect(await names(stored.filter)).toEqual(['Buoy']);
    });

    it('are accepted by live subscriptions and by endpoints of plugins, and counted', async () => {
      const live = await openLive(server().url, admin().token);
      open.push(live);
      const before = (await aliasOf())?.uses ?? 0;
      await live.subscribe('list', { kind: 'list', module: 'berths', filter: { depth: { range: { gte: 5 } } } });
      await live.subscribe('one', { kind: 'record', module: 'berths', id: second });
      await live.subscribe('notes', { kind: 'related', module: 'berths', id: second, relation: 'harbourNotes_about' });
      await live.subscribe('about', { kind: 'list', module: 'harbourNotes', filter: { subject: 'berths' } });
      expect((await aliasOf())?.uses).toBe(before + 4);
      expect((await aliasOf())?.token).toBeNull();
      await must(admin().put(`/api/moorings/${second}`, { depth: 10 }));
      expect(await live.next('change', (one) => one.module === 'moorings')).toMatchObject({
        id: second,
        subs: { list: 'holds', one: 'holds' },
      });
      await must(admin().put(`/api/harbour-notes/${note}`, { description: 'Seen' }));
      expect(await live.next('change', (one) => one.module === 'harbourNotes')).toMatchObject({ subs: { notes: 'holds', about: 'holds' } });
      const named = await must(
        admin().post('/api/counter/names/berths', {
          others: [{ module: 'berths', id: 'x' }, { module: 'users' }],
          more: ['berths'],
          name: 'berths',
        }),
      );
      expect(named).toEqual({
        module: 'moorings',
        others: [{ module: 'moorings', id: 'x' }, { module: 'users' }],
        more: ['moorings'],
        name: 'berths',
      });
      expect((await aliasOf())?.uses).toBe(before + 5);
    });

    it('come back by an undo as the current name', async () => {
      expect(await app().records.undoBatch(SYSTEM, { batchId })).toMatchObject({
        undone: [{ module: 'harbourNotes', _id: anchor }],
        left: [],
      });
      expect((await read(anchor)).about).toEqual({ module: 'moorings', id: first });
      expect(await names({ about: { equals: { module: 'moorings', id: first } } })).toEqual(['Anchor']);
      expect(await app().records.undoBatch(SYSTEM, { batchId: berthBatch })).toMatchObject({
        undone: [{ module: 'moorings', _id: first }],
        left: [],
      });
    });

    it('never lead to a new module that has the name when the alias is removed', async () => {
      await must(admin().delete(`/api/aliases/${(await aliasOf())?._id}`));
      expect((await read(note)).about).toEqual({ module: 'moorings', id: second });
      expect(await names({ about: { equals: { module: 'moorings', id: second } } })).toEqual(['Buoy', 'Chain']);
      expect(await names({ subject: 'berths' })).toEqual([]);
      await publish('Beds', [moduleOf('m_beds', 'berths', []), moduleOf('m_notes', 'harbourNotes', noteFields('moorings'))]);
      const bed = (await must(admin().post('/api/berths', { name: 'Upper bed' })))._id as string;
      await must(admin().post('/api/harbour-notes', { name: 'Sleep', about: { module: 'berths', id: bed }, subject: 'berths' }));
      const check = async (): Promise<void> => {
        expect(await read(note)).toMatchObject({ about: { module: 'moorings', id: second }, subject: 'moorings' });
        expect(await names({ subject: 'berths' })).toEqual(['Sleep']);
        expect(await names({ subject: 'moorings' })).toEqual(['Buoy', 'Chain']);
        expect(await names({ about: { equals: { module: 'berths', id: second } } })).toEqual([]);
        expect(await names({ about: { related: { module: 'berths', filter: { name: 'Upper bed' } } } })).toEqual(['Sleep']);
        expect(await names({ about: { related: { module: 'moorings', filter: { name: 'South' } } } })).toEqual(['Buoy', 'Chain']);
        const related = await must(admin().post(`/api/berths/related/${bed}`, { relation: 'harbourNotes_about' }));
        expect((related.data as Row[]).map(({ name }) => name)).toEqual(['Sleep']);
      };
      await check();
      expect(await app().records.favorites({ kind: 'user', userId: clerkId }, { module: 'berths' })).toEqual([]);
      expect((await audit({ module: 'berths' })).map(({ record_name: name }) => name)).toEqual(['Upper bed']);
      await app().registry.reload();
      await check();
    });

    it('are told apart when modules swap their names, and after another rename', async () => {
      await publish('Swap', [
        moduleOf('m_beds', 'moorings', []),
        moduleOf('m_berths', 'berths', BERTH_FIELDS),
        moduleOf('m_notes', 'harbourNotes', noteFields('berths')),
        { kind: 'role', id: 'role_pilot', definition: { id: 'role_pilot', name: 'Pilot', module_access: {}, field_access: {} } },
      ]);
      expect(await read(note)).toMatchObject({ about: { module: 'berths', id: second }, subject: 'berths' });
      expect(await names({ subject: 'berths' })).toEqual(['Buoy', 'Chain']);
      expect(await names({ subject: 'moorings' })).toEqual(['Sleep']);
      expect(await names({ about: { related: { module: 'moorings', filter: { name: 'Upper bed' } } } })).toEqual(['Sleep']);
      await must(admin().put(`/api/harbour-notes/${note}`, { description: 'After the swap' }));
      expect(await names({ subject: 'berths' })).toEqual(['Buoy', 'Chain']);
      expect((await must(admin().post(`/api/berths/related/${second}`, { relation: 'harbourNotes_about' }))).data).toHaveLength(2);
    });
  },
  { ...WORKSHOP, plugins: [COUNTER] },
);
