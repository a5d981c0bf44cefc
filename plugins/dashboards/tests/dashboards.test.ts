import { beforeAll, expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { createRecordHelpers, must } from '../../../tests/support/record-helpers.ts';
import type { ModuleDashboards, ShownDashboards } from '../shared/contract.ts';

const PLACE = { column: 0, row: 0, width: 6, height: 4 };
const NOTES = { widget: 'note', title: 'Remember', settings: { text: 'Call the school.' }, place: PLACE };

describeOnEachStore(
  'Dashboards',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const { make } = createRecordHelpers(admin);
    let people = 0;
    const person = (roles: readonly string[] = ['Recruiter']): Promise<ApiClient> => {
      people += 1;
      return createSignedInUser(server(), `dashboards${people}@muster.test`, roles);
    };
    const shownTo = async (client: ApiClient, query = ''): Promise<ShownDashboards> =>
      await must(client.get(`/api/user-dashboards/shown${query}`));
    const copy = async (client: ApiClient, widgets: readonly object[], name = 'My desk'): Promise<string> =>
      (await must(client.post('/api/user-dashboards/copy', { name, widgets }), 201))['_id'] ??
      ((await shownTo(client)).dashboards.find((one) => one.name === name)?.id as string);
    const refusal = async (call: ReturnType<ApiClient['post']>): Promise<readonly unknown[]> => {
      const { status, body } = await call;
      return [status, body.code, body.error];
    };
    let recruiter: ApiClient;
    let dashboard: string;

    beforeAll(async () => {
      recruiter = await person();
      dashboard = await copy(recruiter, [NOTES, { ...NOTES, title: 'Also', place: { ...PLACE, column: 6 } }]);
    });

    it('belong to who makes them, with their widgets where they were placed', async () => {
      const { dashboards, shown, mayCreate } = await shownTo(recruiter);
      expect([dashboards, mayCreate]).toEqual([[{ id: dashboard, name: 'My desk', opensFirst: false }], true]);
      expect(shown).toMatchObject({
        id: dashboard,
        origin: 'own',
        widgets: [
          { widget: 'note', title: 'Remember', settings: { text: 'Call the school.' }, place: PLACE },
          { title: 'Also', place: { ...PLACE, column: 6 } },
        ],
      });
      const { user } = (await recruiter.get('/api/shell')).body;
      const page = await must(recruiter.get(`/api/user-dashboards/forUser/${user._id}`));
      expect(page.data).toMatchObject([{ _id: dashboard, user: user._id, assigned_to: user._id }]);
      expect((await must(recruiter.get(`/api/user-dashboard-reports/allUserDashReports/${user._id}`))).data).toHaveLength(2);
    });

    it('are made the default of roles and user types by those who may edit default dashboards, and by nobody else', async () => {
      const input = { name: 'For recruiters', userTypes: [], roles: [], widgets: [NOTES] };
      const path = '/api/user-dashboards/save-as-default';
      expect((await shownTo(recruiter)).maySaveDefault).toBe(false);
      expect((await recruiter.post(path, input)).status).toBe(403);
      expect((await shownTo(admin())).maySaveDefault).toBe(true);
      const roles = (await must(admin().post('/api/roles/search', { searchTerms: { name: 'Recruiter' }, pageSize: 10 }))).data;
      const ids = roles.filter(({ name }: { name: string }) => name === 'Recruiter').map(({ _id }: { _id: string }) => _id);
      const overlapping = { ...input, roles: ids, widgets: [NOTES, NOTES] };
      expect((await admin().post(path, overlapping)).body.code).toBe('dashboard_layout_invalid');
      const saved = await must(admin().post(path, { ...input, roles: ids }), 201);
      expect(saved['replaced']).toBe(false);
      const newcomer = await person();
      expect((await shownTo(newcomer)).shown).toMatchObject({
        id: saved['id'],
        origin: 'default',
        widgets: [{ title: 'Remember', place: PLACE }],
      });
      // The same name replaces it.
      const again = { ...input, name: 'for Recruiters', roles: ids, widgets: [{ ...NOTES, title: 'Later' }] };
      expect(await must(admin().post(path, again), 201)).toMatchObject({ id: saved['id'], replaced: true });
      expect((await shownTo(newcomer)).shown.widgets).toMatchObject([{ title: 'Later' }]);
      await must(admin().put(`/api/default-dashboards/mark-deleted/${saved['id']}`));
    });

    it('are put above the list of a module by those who may edit module dashboards', async () => {
      const path = '/api/user-dashboards/save-as-default';
      const input = { name: 'Above tasks', userTypes: [], roles: [], module: 'tasks', widgets: [NOTES] };
      expect((await shownTo(recruiter)).maySaveForModules).toBe(false);
      expect((await recruiter.post(path, input)).status).toBe(403);
      expect((await shownTo(admin())).maySaveForModules).toBe(true);
      const unknown = (await admin().post(path, { ...input, module: 'nothing' })).body;
      expect(unknown).toMatchObject({ code: 'validation_failed', details: [{ field: 'related_module' }] });
      const saved = await must(admin().post(path, input), 201);
      const above = async () => (await must(recruiter.get('/api/module-report-dashboards/shown/tasks'))).data;
      expect(await above()).toMatchObject([{ id: saved['id'], name: 'Above tasks', widgets: [{ title: 'Remember', place: PLACE }] }]);
      // The same name above another list is another dashboard; above this one it is replaced.
      const other = await must(admin().post(path, { ...input, module: 'leads' }), 201);
      expect(other).toMatchObject({ replaced: false });
      expect(other['id']).not.toBe(saved['id']);
      const again = { ...input, widgets: [{ ...NOTES, title: 'Later' }] };
      expect(await must(admin().post(path, again), 201)).toMatchObject({ id: saved['id'], replaced: true });
      expect(await above()).toMatchObject([{ widgets: [{ title: 'Later' }] }]);
      for (const id of [saved['id'], other['id']]) await must(admin().put(`/api/module-report-dashboards/mark-deleted/${id}`));
    });

    it('are neither seen nor changed by others, also not by those who may edit all', async () => {
      const manager = await person(['Manager']);
      expect((await manager.get(`/api/user-dashboards/${dashboard}`)).status).toBe(404);
      expect((await manager.get(`/api/user-dashboards/shown?dashboard=${dashboard}`)).body.code).toBe('record_not_found');
      const widget = { dashboard, widget: 'note', name: 'Mine' };
      expect((await manager.post('/api/user-dashboard-reports', widget)).status).not.toBe(201);
      const { user } = (await recruiter.get('/api/shell')).body;
      expect(await refusal(manager.post('/api/user-dashboards', { name: 'For another', user: user._id }))).toEqual([
        403,
        'dashboard_not_own',
        'A dashboard can only be changed by the user whom it belongs to.',
      ]);
      expect((await shownTo(recruiter)).shown.widgets).toHaveLength(2);
    });

    it('open with the one that opens first, or the one that is asked for', async () => {
      const client = await person();
      const first = await copy(client, [], 'Alpha');
      const second = await copy(client, [NOTES], 'Beta');
      expect((await shownTo(client)).shown.id).toBe(first);
      await must(client.put(`/api/user-dashboards/${second}`, { is_default: true }));
      expect((await shownTo(client)).shown.id).toBe(second);
      expect((await shownTo(client, `?dashboard=${first}`)).shown).toMatchObject({ id: first, widgets: [] });
    });

    it.each<[string, (ids: readonly string[]) => readonly object[], string]>([
      ['outside the columns', ([one]) => [{ id: one, ...PLACE, column: 8 }], 'Widgets must be inside the 12 columns.'],
      ['over another one', ([one, two]) => [one, two].map((id) => ({ id, ...PLACE })), 'Two widgets overlap.'],
      ['twice', ([one]) => [0, 6].map((column) => ({ id: one, ...PLACE, column })), 'The layout places a widget twice.'],
    ])('refuse a widget %s, at the field', async (_, layoutOf, text) => {
      const ids = (await shownTo(recruiter)).shown.widgets.map(({ id }) => id);
      const { status, body } = await recruiter.put(`/api/user-dashboards/${dashboard}`, { dashboard_layout: layoutOf(ids) });
      expect([status, body.code, body.error, body.details[0].field]).toEqual([422, 'dashboard_layout_invalid', text, 'dashboard_layout']);
    });

    it('refuse a widget of another dashboard in their layout', async () => {
      const other = await copy(recruiter, [NOTES], 'Other');
      const [widget] = (await shownTo(recruiter, `?dashboard=${other}`)).shown.widgets;
      const layout = { dashboard_layout: [{ id: widget?.id, ...PLACE }] };
      expect(await refusal(recruiter.put(`/api/user-dashboards/${dashboard}`, layout))).toEqual([
        422,
        'dashboard_layout_invalid',
        'The layout names a widget that is not on this dashboard.',
      ]);
    });

    it('refuse widgets that show nothing', async () => {
      const fields = { dashboard, name: 'New' };
      expect(await refusal(recruiter.post('/api/user-dashboard-reports', { ...fields, widget: 'chart' }))).toEqual([
        422,
        'widget_invalid',
        'Choose a chart or a report.',
      ]);
      expect(await refusal(recruiter.post('/api/user-dashboard-reports', { ...fields, widget: 'Not a key' }))).toEqual([
        422,
        'widget_invalid',
        'The name of a widget has lower-case letters, digits and hyphens.',
      ]);
    });

    it('leave nothing of a copy that is refused', async () => {
      const client = await person();
      const widgets = [NOTES, { widget: 'chart', place: { ...PLACE, column: 6 } }];
      expect((await client.post('/api/user-dashboards/copy', { name: 'Half', widgets })).body.code).toBe('widget_invalid');
      expect((await shownTo(client)).dashboards).toEqual([]);
    });

    it('have at most 40 widgets', async () => {
      const client = await person();
      const widgets = Array.from({ length: 40 }, (_, at) => ({ ...NOTES, place: { ...PLACE, row: at * 4 } }));
      const full = await copy(client, widgets, 'Full');
      expect((await shownTo(client)).shown.widgets).toHaveLength(40);
      expect((await client.post('/api/user-dashboard-reports', { dashboard: full, widget: 'note', name: 'More' })).body.code).toBe(
        'dashboard_full',
      );
    });

    it('are by default those of a role, else of the user type, until the user has one', async () => {
      const client = await person();
      expect((await shownTo(client)).shown).toMatchObject({ id: null, origin: 'none', widgets: [] });
      const layout = [{ widget: 'note', title: 'All', settings: { text: 'Hello' }, ...PLACE }];
      const forType = await make('/api/default-dashboards', { name: 'Staff', user_types: ['Standard'], dashboard_layout: layout });
      expect((await shownTo(client)).shown).toMatchObject({
        id: forType._id,
        origin: 'default',
        widgets: [{ title: 'All', place: PLACE }],
      });
      const roles = (await must(admin().get('/api/roles?pageSize=50'))).data as { readonly _id: string; readonly name: string }[];
      const role = roles.find(({ name }) => name === 'Recruiter')?._id;
      const forRole = await make('/api/default-dashboards', { name: 'Zeta', user_types: ['Standard'], roles: [role] });
      expect((await shownTo(client)).shown.id).toBe(forRole._id);
      expect((await shownTo(await person(['Manager']))).shown.id).toBe(forType._id);
      await must(admin().put(`/api/default-dashboards/${forRole._id}`, { active: false }));
      expect((await shownTo(client)).shown.id).toBe(forType._id);
      await copy(client, [NOTES]);
      expect((await shownTo(client)).shown.origin).toBe('own');
      await must(admin().put(`/api/default-dashboards/${forType._id}`, { active: false }));
    });

    it('of a module are shown to those who may open it, with charts that have no place yet', async () => {
      const report = (await make('/api/reports', { name: 'Jobs', related_module: 'jobs', group_by: ['job_status'] }))._id;
      const chart = (await make('/api/report-charts', { name: 'Jobs by status', report, chart_type: 'bar' }))._id;
      await make('/api/module-report-dashboards', { name: 'At a glance', related_module: 'jobs', charts: [chart] });
      await make('/api/module-report-dashboards', { name: 'Others', related_module: 'jobs', user_types: ['Provider'], charts: [chart] });
      const shown = (await must(recruiter.get('/api/module-report-dashboards/shown/jobs'))) as unknown as ModuleDashboards;
      expect(shown).toMatchObject({
        total: 1,
        data: [{ name: 'At a glance', widgets: [{ widget: 'chart', title: 'Jobs by status', chart, place: null }] }],
      });
      expect((await recruiter.get('/api/module-report-dashboards/shown/menuNavs')).body.code).toBe('module_access_denied');
    });
  },
  {},
);
