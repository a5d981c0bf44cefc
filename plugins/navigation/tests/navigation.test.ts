import { expect, it } from 'vitest';
import type { ShellView } from '#engine/model/wire';
import { SYSTEM_ACTOR } from '../../../engine/access/index.ts';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { openLive } from '../../../tests/support/open-live.ts';
import type { DrawnNavigation } from '../shared/drawn.ts';

/** The first entries of the staff menu; those of messages come from their plugins. */
const STAFF_START = [undefined, 'Home', 'My day', 'Inbox', 'Text conversations', 'Outbox'];

describeOnEachStore(
  'Navigation',
  (server) => {
    const admin = (): ApiClient => server().admin;
    let people = 0;
    const person = async (roles: readonly string[] = ['Recruiter']): Promise<ApiClient> => {
      people += 1;
      return createSignedInUser(server(), `navigation${people}@muster.test`, roles);
    };
    const make = async (path: string, fields: object): Promise<string> => {
      const { status, body } = await admin().post(`/api/${path}`, fields);
      expect(status, JSON.stringify(body)).toBe(201);
      return body._id as string;
    };
    const shellOf = async (client: ApiClient): Promise<ShellView> => (await client.get('/api/shell')).body as ShellView;
    const drawnFor = async (client: ApiClient, user?: string): Promise<DrawnNavigation> =>
      (await client.get(`/api/navigation${user === undefined ? '' : `?user=${user}`}`)).body as DrawnNavigation;
    const labelsOf = ({ menu }: Pick<ShellView, 'menu'>) =>
      menu.groups.map(({ label, items }) => [label, ...items.map((item) => item.label)]);

    it('draws the entries of the menu for those they are for, without modules that these may not open', async () => {
      const recruiter = await person();
      const before = labelsOf(await shellOf(recruiter));
      const entries = [
        { name: 'Found people', related_module: 'leads', user_type: 'Standard', options: { order: 2, group: 'Work' } },
        { name: 'Start', route: '/app/dashboard', user_type: 'Standard', icon: 'house', options: { order: 1 } },
        { name: 'Plain', related_module: 'jobs', user_type: 'Standard', options: { order: 3, group: 'Work', newWindow: true } },
        { name: 'Secret', related_module: 'menuNavs', user_type: 'Standard', options: { order: 4 } },
        { name: 'Off', route: '/app/off', user_type: 'Standard', isEnabled: false },
        { name: 'Script', route: 'javascript:alert(1)', user_type: 'Standard' },
      ];
      const ids: string[] = [];
      for (const entry of entries) ids.push(await make('menu-navs', entry));
      const shell = await shellOf(recruiter);
      expect(labelsOf(shell)).toEqual([
        [undefined, 'Start'],
        ['Work', 'Found people', 'Plain'],
      ]);
      // An entry without an icon has that of its module.
      expect(shell.menu.groups[1]?.items).toMatchObject([{ icon: 'user-round-search' }, { newWindow: true }]);
      expect(labelsOf(await shellOf(admin()))).not.toContainEqual([undefined, 'Start']);
      for (const id of ids) await admin().put(`/api/menu-navs/mark-deleted/${id}`, {});
      expect(labelsOf(await shellOf(recruiter))).toEqual(before);
    });

    it('keeps the menu of the definitions when none of the entries can be opened', async () => {
      const recruiter = await person();
      const before = labelsOf(await shellOf(recruiter));
      const id = await make('menu-navs', { name: 'Secret', related_module: 'menuNavs', user_type: 'Standard' });
      expect(labelsOf(await shellOf(recruiter))).toEqual(before);
      await admin().put(`/api/menu-navs/mark-deleted/${id}`, {});
    });

    it('draws entries of a client for its users; users without one belong to the only client', async () => {
      const recruiter = await person();
      const first = await make('clients', { name: 'First', active: true });
      const id = await make('menu-navs', { name: 'Of first', route: '/app/first', user_type: 'Standard', client: first });
      expect(labelsOf(await shellOf(recruiter))).toEqual([[undefined, 'Of first']]);
      const second = await make('clients', { name: 'Second', active: true });
      expect(labelsOf(await shellOf(recruiter))).not.toContainEqual([undefined, 'Of first']);
      const { user } = await shellOf(recruiter);
      await admin().put(`/api/users/${user._id}`, { client: first });
      expect(labelsOf(await shellOf(recruiter))).toEqual([[undefined, 'Of first']]);
      await admin().put(`/api/menu-navs/mark-deleted/${id}`, {});
      for (const client of [first, second]) await admin().put(`/api/clients/mark-deleted/${client}`, {});
    });

    it('arranges the menu by a template, by an own sidebar, and by the template again after a reset', async () => {
      const recruiter = await person();
      const id = await make('sidebar-menu-templates', {
        name: 'Short',
        user_types: ['Standard'],
        items: [{ label: 'Short', modules: ['jobs', 'menuNavs', 'leads'] }],
      });
      expect(labelsOf(await shellOf(recruiter))).toEqual([STAFF_START, ['Short', 'Jobs', 'Leads']]);
      expect((await recruiter.get('/api/navigation/sidebar')).body).toEqual({
        groups: [{ label: 'Short', modules: ['jobs', 'leads'] }],
        isCollapsed: false,
        isOwn: false,
        template: 'Short',
      });
      const own = { groups: [{ label: 'Mine', modules: ['leads'] }], isCollapsed: true };
      expect((await recruiter.put('/api/navigation/sidebar', own)).body).toMatchObject({ ...own, isOwn: true });
      await recruiter.put('/api/navigation/sidebar', { ...own, groups: [{ label: 'Mine', modules: ['subs', 'leads'] }] });
      const shell = await shellOf(recruiter);
      expect([labelsOf(shell), shell.sidebarCollapsed]).toEqual([[STAFF_START, ['Mine', 'Subs', 'Leads']], true]);
      const { data } = (await admin().get(`/api/sidebar-menu-instances/by-user/${shell.user._id}`)).body;
      expect(data).toMatchObject([{ user: shell.user._id, assigned_to: shell.user._id, collapsed: true }]);
      expect((await recruiter.delete('/api/navigation/sidebar')).body).toMatchObject({ isOwn: false, template: 'Short' });
      expect(labelsOf(await shellOf(recruiter))).toContainEqual(['Short', 'Jobs', 'Leads']);
      await admin().put(`/api/sidebar-menu-templates/mark-deleted/${id}`, {});
    });

    it('saves and removes own sidebars only within the rights on sidebars', async () => {
      const role = async (access: object): Promise<ApiClient> => {
        const name = `Sidebars ${people}`;
        await make('roles', { name, module_access: { sidebarMenuInstances: { access: true, view: 'Owner', edit: 'Owner', ...access } } });
        return person([name]);
      };
      const reader = await role({ create: false, delete: 'None' });
      expect((await drawnFor(reader)).canArrange).toBe(false);
      expect((await reader.put('/api/navigation/sidebar', { groups: [] })).body.code).toBe('action_not_allowed');
      const writer = await role({ create: true, delete: 'None' });
      expect((await drawnFor(writer)).canArrange).toBe(true);
      expect((await writer.put('/api/navigation/sidebar', { groups: [{ label: 'A', modules: ['sidebarMenuInstances'] }] })).status).toBe(
        200,
      );
      expect(await writer.delete('/api/navigation/sidebar')).toMatchObject({ status: 403, body: { code: 'sidebar_not_removed' } });
      expect((await writer.put('/api/navigation/sidebar', { groups: [{ label: 'A' }] })).body.code).toBe('body_invalid');
    });

    it('draws notes, buckets, widgets and bumpouts of modules that the reader may open, by user type and order', async () => {
      const recruiter = await person();
      await make('admin-notes', { name: 'For leads', related_module: 'leads', note: 'Call first.' });
      await make('admin-notes', { name: 'Hidden', related_module: 'menuNavs', note: 'No.' });
      const filters = [{ fieldName: 'lead_status', operator: 'equals', value: 'new' }];
      const bucket = await make('buckets', { name: 'New ones', related_module: 'leads', filters, order: 2, warn_above: 3, hue: 'blue' });
      await make('buckets', { name: 'First', related_module: 'jobs', order: 1, user_types: ['Standard'] });
      await make('buckets', { name: 'Others', related_module: 'jobs', user_types: ['Provider'] });
      await make('buckets', { name: 'Off', related_module: 'jobs', active: false });
      const links = [
        { label: 'Pay', address: '/app/pay-calculator' },
        { label: 'Bad', address: 'javascript:alert(1)' },
      ];
      const widget = await make('muster-widgets', {
        name: 'Mine',
        key_selector: 'home:mine',
        isMenu: true,
        widgetIcon: 'trophy',
        description: '<b>Hello</b>',
        settings: { bucket, mine: true, shows: 'number', links },
      });
      await make('muster-widgets', { name: 'Hidden', key_selector: 'home:hidden', settings: { module: 'menuNavs' } });
      await make('bumpouts', { name: 'Two', html_text: 'Text', options: { order: 2 }, side: 'left' });
      await make('bumpouts', { name: 'One', title: 'First of all', widget, options: { order: 1, width: 400, links } });
      await make('bumpouts', { name: 'Nothing to show' });
      const drawn = await drawnFor(recruiter);
      expect(drawn.notes).toMatchObject([{ module: 'leads', name: 'For leads', text: 'Call first.' }]);
      expect(drawn.buckets).toMatchObject([
        { name: 'First', module: 'jobs', filter: {}, warnAbove: null },
        { name: 'New ones', filter: { and: [{ lead_status: { equals: 'new' } }] }, warnAbove: 3, hue: 'blue' },
      ]);
      expect(drawn.widgets).toMatchObject([
        {
          name: 'Mine',
          selector: 'home:mine',
          isMenu: true,
          icon: 'trophy',
          image: '',
          module: 'leads',
          filter: { and: [{ and: [{ lead_status: { equals: 'new' } }] }, { assigned_to: { equals: { $: 'me' } } }] },
          shows: 'number',
          rows: 5,
          links: [{ label: 'Pay', address: '/app/pay-calculator' }],
        },
      ]);
      const { status, body } = await recruiter.post('/api/leads/search', { searchTerms: drawn.widgets[0]?.filter, pageSize: 1 });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(drawn.bumpouts).toMatchObject([
        { title: 'First of all', side: 'right', width: 400, widget: { name: 'Mine' }, links: [{ label: 'Pay' }] },
        { title: 'Two', side: 'left', text: 'Text', widget: null },
      ]);
    });

    it('refuses an incomplete condition of a bucket at its field, and counts nothing for one that is stored', async () => {
      const recruiter = await person();
      const complete = { fieldName: 'lead_status', operator: 'equals', value: 'new' };
      const bucket = (filters: unknown) => ({ name: 'Unclear', related_module: 'leads', filters });
      const incomplete = [{ ...complete, value: undefined }, { ...complete, operator: undefined }, { fieldName: 'lead_status' }];
      for (const condition of incomplete)
        expect((await admin().post('/api/buckets', bucket([complete, condition]))).body).toMatchObject({
          code: 'bucket_condition_incomplete',
          error: 'Condition 2 is incomplete. Choose a field, a comparison and a value, or remove it.',
          details: [{ field: 'filters', code: 'bucket_condition_incomplete' }],
        });
      const id = await make('buckets', bucket([complete]));
      expect((await admin().put(`/api/buckets/${id}`, { filters: [{ ...complete, value: '' }] })).body.code).toBe(
        'bucket_condition_incomplete',
      );
      const widget = await make('muster-widgets', { name: 'Unclear', key_selector: 'home:unclear', settings: { bucket: id } });
      expect((await drawnFor(recruiter)).buckets).toContainEqual(expect.objectContaining({ _id: id, isIncomplete: false }));
      // As before this rule, or loaded in bulk: it can be sorted, but not counted.
      await server().application.records.create(SYSTEM_ACTOR, {
        module: 'buckets',
        fields: { name: 'Loaded', related_module: 'leads', active: true, filters: [complete, { fieldName: 'lead_status' }] },
        allowDuplicates: true,
      });
      const drawn = await drawnFor(recruiter);
      const loaded = drawn.buckets.find(({ name }) => name === 'Loaded');
      expect(loaded).toMatchObject({ filter: {}, isIncomplete: true });
      expect((await admin().put(`/api/buckets/${loaded?._id}`, { order: 7 })).status).toBe(200);
      await admin().put(`/api/muster-widgets/${widget}`, { settings: { bucket: loaded?._id } });
      expect((await drawnFor(recruiter)).widgets).toContainEqual(expect.objectContaining({ _id: widget, filter: {}, isIncomplete: true }));
      for (const [path, one] of [
        ['muster-widgets', widget],
        ['buckets', id],
        ['buckets', loaded?._id],
      ])
        await admin().put(`/api/${path}/mark-deleted/${one}`, {});
    });

    it('shows admins what another user sees, and nobody else', async () => {
      const recruiter = await person();
      const { user } = await shellOf(recruiter);
      const preview = (await admin().get(`/api/shell/preview?user=${user._id}`)).body;
      expect(preview).toMatchObject({ user: { _id: user._id }, menu: (await shellOf(recruiter)).menu });
      expect(preview.modules.map(({ name }: { name: string }) => name)).not.toContain('menuNavs');
      expect((await drawnFor(admin(), user._id)).buckets).toEqual((await drawnFor(recruiter)).buckets);
      expect((await admin().get('/api/shell/preview?user=nobody')).body.code).toBe('record_not_found');
      expect((await admin().get('/api/navigation?user=nobody')).body.code).toBe('record_not_found');
      const { _id } = (await shellOf(admin())).user;
      for (const path of ['/api/shell/preview', '/api/navigation'])
        expect((await recruiter.get(`${path}?user=${_id}`)).body.code, path).toBe('admin_only');
    });

    it('tells open screens of changes: everyone of settings, a user of the own sidebar', async () => {
      const [one, other] = [await person(), await person()];
      // What earlier tests changed is announced before the sockets are open.
      await server().application.outbox.drain();
      const sockets = [];
      for (const client of [one, other]) sockets.push(await openLive(server().url, client.token));
      const [mine, theirs] = sockets as [Awaited<ReturnType<typeof openLive>>, Awaited<ReturnType<typeof openLive>>];
      await one.put('/api/navigation/sidebar', { groups: [{ label: 'A', modules: ['leads'] }] });
      await server().application.outbox.drain();
      await mine.next('event', ({ name }) => name === 'navigation-changed-event');
      await theirs.settled();
      expect(theirs.received.filter(({ type }) => type === 'event')).toEqual([]);
      await make('admin-notes', { name: 'Live', related_module: 'leads', note: 'Now.' });
      await server().application.outbox.drain();
      for (const socket of [mine, theirs]) await socket.next('event', ({ name }) => name === 'navigation-changed-event');
      for (const socket of sockets) socket.close();
    });
  },
  {},
);
