import { statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { SettingView, ShellView } from '#engine/model/wire';
import { DEMO_PASSWORD, runSeed } from '../../engine/application/index.ts';
import { describeOnEachStore } from './each-store.ts';

/** Number of leads; all else is in proportion. */
const SIZE = 250;

describeOnEachStore(
  'The demo data',
  (server) => {
    const total = async (module: string): Promise<number> =>
      (await server().admin.post(`/api/${module}/search`, { pageSize: 1 })).body.total as number;

    /** Bytes of the write-ahead log when the seed ended; 0 on MongoDB. */
    let logSize = 0;

    beforeAll(async () => {
      const { application } = server();
      await runSeed(application, { size: SIZE });
      const log = path.join(application.configuration.dataFolder, 'muster.sqlite-wal');
      logSize = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
    });

    it('leave no long write-ahead log behind', () => {
      expect(logSize).toBeLessThan(4_194_304);
    });

    it('contain a company in proportion, whose records refer to each other', async () => {
      const counts = { leads: 250, accounts: 20, jobs: 60, subs: 300, providers: 40 };
      for (const [module, count] of Object.entries(counts)) expect(await total(module), module).toBe(count);
      expect(
        (
          await server().admin.post('/api/subs/search', {
            searchTerms: { leads_subs: { related: {} }, jobs_subs: { related: {} }, accounts_subs: { related: {} } },
            pageSize: 1,
          })
        ).body.total,
      ).toBe(300);
      expect(
        (await server().admin.post('/api/leads/search', { searchTerms: { 'current_address.zip': { exists: false } }, pageSize: 1 })).body
          .total,
      ).toBe(0);
      expect((await server().admin.get('/api/teams')).body.data.map(({ name }: { name: string }) => name).sort()).toEqual([
        'Global',
        'Gulf South',
        'North and East',
        'Provider',
        'West',
      ]);
    });

    it('contain users of every type, each of whom can sign in and has records to work on', async () => {
      const people = { 'jordan.avery': 'Admin', 'priya.raman': 'Standard', 'tess.lindgren': 'Dashboard', provider: 'Provider' };
      for (const [name, userType] of Object.entries(people)) {
        const client = await server().signIn(`${name}@muster.example`, DEMO_PASSWORD);
        expect((await client.get('/api/auth/authenticated')).body.user.userType).toBe(userType);
        expect((await client.get('/api/tasks')).body.total, name).toBeGreaterThan(0);
      }
    });

    it('grow when they are seeded again, for the same people', async () => {
      const teams = async (): Promise<number> =>
        (await server().admin.post('/api/leads/group', { by: [{ field: 'teams' }] })).body.data.length as number;
      const [users, before] = [await total('users'), await teams()];
      await runSeed(server().application, { size: 50 });
      expect([await total('leads'), await total('providers'), await total('users')]).toEqual([SIZE + 50, 48, users]);
      expect(await teams()).toBe(before);
    });

    it('fill the supporting modules of the daily work, with consistent figures', async () => {
      const behind = [
        'reports',
        'report-charts',
        'user-dashboards',
        'user-dashboard-reports',
        'default-dashboards',
        'module-report-dashboards',
        'muster-widgets',
        'menu-navs',
        'sidebar-menu-templates',
        'sidebar-menu-instances',
        'bumpouts',
        'buckets',
        'admin-notes',
        'timeSheets',
        'timesheet-trackers',
        'applicants',
        'districts',
        'vendors',
        'locations',
        'account-calendar-events',
        'calendar-groups',
      ];
      for (const module of behind) expect(await total(module), module).toBeGreaterThan(1);
      const commissions = (await server().admin.get('/api/commissions?pageSize=100')).body.data as {
        hours: number;
        bill_rate: number;
        pay_rate: number;
        margin: number;
        amount: number;
      }[];
      expect(commissions.length).toBeGreaterThan(5);
      for (const { hours, bill_rate, pay_rate, margin, amount } of commissions) {
        expect(margin).toBeCloseTo(hours * (bill_rate - pay_rate), 1);
        expect(amount).toBeCloseTo(margin * 0.08, 1);
      }
      const earlier = await total('commissions');
      await runSeed(server().application, { size: 50 });
      expect(await total('commissions')).toBe(earlier);
    });

    it('fill every module in the menu of each user', async () => {
      for (const [name, minimum] of Object.entries({ 'jordan.avery': 18, 'priya.raman': 17, provider: 7 })) {
        const client = await server().signIn(`${name}@muster.example`, DEMO_PASSWORD);
        const { modules, menu } = (await client.get('/api/shell')).body as {
          modules: { name: string; path: string }[];
          menu: { groups: { items: { module?: string }[] }[] };
        };
        const listed = menu.groups.flatMap(({ items }) => items.flatMap((item) => item.module ?? []));
        expect(listed.length, name).toBeGreaterThanOrEqual(minimum);
        for (const module of listed)
          expect(
            (await client.post(`${modules.find((one) => one.name === module)?.path ?? module}/search`, { pageSize: 1 })).body.total,
            `${name}: ${module}`,
          ).toBeGreaterThan(0);
      }
    });

    it('have typed settings with values, which are edited by the labels of their options, and a menu of the administration', async () => {
      const { admin } = server();
      const { data } = (await admin.get('/api/admin-settings/forms')).body as { data: SettingView[] };
      const lists = {
        'job-rating-conditionals': 'job-rating-settings',
        'bill-rates': 'job-rating-settings',
        'kpi-settings': 'kpi-settings',
        'job-spread-percentages': 'job-spread-percentages',
        'sms-campaign-numbers': 'sms-campaign-numbers',
        'indeed-boost-profession-counts': 'indeed-boost-profession-counts',
        'document-type-expirations': 'document-type-expirations',
      };
      for (const [key, section] of Object.entries(lists)) {
        const setting = data.find((one) => one.key === key);
        expect(setting, key).toMatchObject({ section, problems: [], isDefault: true });
        expect(Object.keys(setting?.value ?? {}).length, key).toBeGreaterThan(2);
        expect(JSON.stringify(setting?.schema), key).toContain('"oneOf"');
        expect(setting?.description, key).toMatch(/\w/);
      }
      const kpi = data.find(({ key }) => key === 'kpi-settings');
      const wrong = [{ kpi: 'calls', recruiter_level: 'Nobody', period: 'week', goal: 5 }];
      expect((await admin.put(`/api/admin-settings/${kpi?._id}/value`, { value: wrong, version: kpi?.version })).body).toMatchObject({
        code: 'setting_invalid',
        details: [{ field: '/value/0/recruiter_level' }],
      });
      const { administration, modules } = (await admin.get('/api/shell')).body as ShellView;
      const items = administration.flatMap((group) => group.items);
      expect(administration.map(({ id }) => id)).toEqual(['reporting', 'settings', 'dropdowns', 'tools', 'rewards']);
      for (const { module, route = '' } of items) {
        if (module !== undefined)
          expect(
            modules.some(({ name }) => name === module),
            module,
          ).toBe(true);
        else if (route.startsWith('/admin/settings/'))
          expect(
            data.some(({ section }) => route === `/admin/settings/${section}`),
            route,
          ).toBe(true);
      }
      const editors = items.filter(({ route }) => route?.startsWith('/admin/settings/') === false).map(({ route }) => route);
      expect(editors).toEqual([
        '/admin/menu-nav-editor',
        '/admin/sidebar-templates',
        '/admin/sidebar-buckets',
        '/admin/bumpout-editor',
        '/admin/muster-widget-management',
        '/admin/message-outbox',
        '/admin/admin-notes',
      ]);
      const staff = await server().signIn('jordan.avery@muster.example', DEMO_PASSWORD);
      expect((await staff.get('/api/shell')).body.administration).toEqual([]);
    });

    it('contain a request for more hours than are left, the first in the list, which cannot be approved', async () => {
      const { admin } = server();
      const [request] = (await admin.post('/api/pto-requests/search', { sortField: 'pto_date', sortOrder: 'desc', pageSize: 1 })).body.data;
      expect(request).toMatchObject({ name: 'Priya Raman, Dec 28, 200 h', status: 'Pending', hours_requested: 200 });
      const { balance } = (await admin.get(`/api/pto-balances/${request.ptoBalance_ptoRequests}`)).body;
      expect(balance).toBeLessThan(200);
      expect(await admin.put(`/api/pto-requests/${request._id}`, { status: 'Approved' })).toMatchObject({
        status: 422,
        body: {
          code: 'pto_balance_exceeded',
          error: `This employee does not have enough PTO time available to fulfill this request. They only have ${balance} hours available.`,
        },
      });
    });

    it('give every list of the first page something late today, for those who may see it', async () => {
      interface List {
        readonly id: string;
        readonly filter: object;
        readonly date: string;
        readonly dateIs?: string;
        readonly lateAfterDays?: number;
      }
      interface Module {
        readonly name: string;
        readonly path: string;
        readonly homeLists?: readonly List[];
      }
      const { modules } = (await server().admin.get('/api/shell')).body as { modules: readonly Module[] };
      const lists = modules.flatMap(({ name, path, homeLists = [] }) => homeLists.map((list) => ({ name, path, list })));
      expect(lists.map(({ name, list }) => `${name} ${list.id}`).sort()).toEqual([
        'accounts follow-up',
        'credentialing due',
        'credentialingRequiredItems expiring',
        'credentialingRequiredItems review',
        'documents expiring',
        'evidenceChecks recheck',
        'interactiveDocumentInstances waiting',
        'leads follow-up',
        'leads without-next-step',
        'placements starts',
        'ptoRequests approvals',
        'subs waiting',
        'users without-role',
      ]);
      for (const { name, path, list } of lists.filter(({ name: module }) => module !== 'users')) {
        // The lists of all users, since each user has only a few records.
        const { assigned_to: _, ...filter } = list.filter as { readonly assigned_to?: object };
        const days = list.dateIs === 'since' ? -1 - (list.lateAfterDays ?? 0) : -1;
        const late = { [list.date]: { range: { lte: { $: 'today', days } } } };
        const { status, body } = await server().admin.post(`${path}/search`, { searchTerms: { and: [filter, late] }, pageSize: 1 });
        expect([status, body.total > 0], `${name} ${list.id}`).toEqual([200, true]);
      }
      const before = { range: { lt: { $: 'today' } } };
      for (const [path, searchTerms] of Object.entries({
        tasks: { not: { status: 'Completed' }, due_date: before },
        credentialing: { not: { credentialing_status: 'Cleared to Start' }, due_date: before },
        'credentialing-required-items': { status: 'Needs Correction', due_date: before },
      }))
        expect((await server().admin.post(`/api/${path}/search`, { searchTerms, pageSize: 1 })).body.total, path).toBeGreaterThan(0);
    });

    it('give users only lists that they can search', async () => {
      const listed: { [name: string]: readonly string[] } = {};
      for (const name of ['jordan.avery', 'priya.raman', 'hannah.osei', 'provider']) {
        const client = await server().signIn(`${name}@muster.example`, DEMO_PASSWORD);
        const { modules } = (await client.get('/api/shell')).body as {
          modules: { name: string; path: string; homeLists?: { id: string; filter: object; date: string }[] }[];
        };
        for (const { path, homeLists = [] } of modules)
          for (const { filter, date } of homeLists)
            expect(
              (await client.post(`${path}/search`, { searchTerms: filter, sortField: date, pageSize: 1 })).status,
              `${name} ${path}`,
            ).toBe(200);
        listed[name] = modules.flatMap(({ name: module, homeLists = [] }) => homeLists.map(({ id }) => `${module} ${id}`));
      }
      expect(listed['priya.raman']).toContain('leads follow-up');
      expect(listed['priya.raman']).not.toContain('users without-role');
      expect(listed['hannah.osei']).not.toContain('leads follow-up');
    });

    it('show a provider and a dashboard user only their own records', async () => {
      const provider = await server().signIn('provider@muster.example', DEMO_PASSWORD);
      expect((await provider.get('/api/providers')).body.total).toBe(1);
      for (const module of ['placements', 'documents', 'pto-requests', 'pto-balances', 'timeSheets', 'timesheet-trackers']) {
        const { body } = await provider.get(`/api/${module}`);
        expect(body.total, module).toBeGreaterThan(0);
        expect(body.total, module).toBeLessThan(await total(module));
      }
      const dashboard = await server().signIn('tess.lindgren@muster.example', DEMO_PASSWORD);
      expect((await dashboard.get('/api/pto-requests')).body.data).toMatchObject([{ name: expect.stringMatching(/^Tess Lindgren/) }]);
      expect((await dashboard.get('/api/leads')).body.code).toBe('module_access_denied');
    });
  },
  {},
);
