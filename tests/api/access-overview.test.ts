import { beforeAll, expect, it } from 'vitest';
import type { AccessExplanation, AccessOverview, AccessValues } from '#engine/model/wire';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { createRecordHelpers, must } from '../support/record-helpers.ts';
import { TEST_ADMIN } from '../support/start-server.ts';
import { describeRules, WORKSHOP } from './each-store.ts';

const PASSWORD = 'Overview-1!';
const STATE = { id: 'vials_state', fieldName: 'state', label: 'State', inputType: 'Dropdown', dropdown: 'tool_state', default: 'new' };

/** A module whose records belong to teams, with a field for each rule that explanations know. */
const VIALS = {
  id: 'vials',
  name: 'vials',
  label: 'Vials',
  labelSingular: 'Vial',
  kind: 'plain',
  custom: true,
  team_enabled: true,
  rowRules: { Provider: { state: 'broken' } },
  fields: [
    { ...STATE, transitionRequirements: [{ to: ['broken'], requires: ['reason'], message: 'Say why.' }] },
    { id: 'vials_code', fieldName: 'code', label: 'Code', inputType: 'TextField', sensitive: true },
    {
      id: 'vials_reason',
      fieldName: 'reason',
      label: 'Reason',
      inputType: 'TextField',
      visibleWhen: { '==': [{ var: 'record.state' }, 'broken'] },
    },
    {
      id: 'vials_dose',
      fieldName: 'dose',
      label: 'Dose',
      inputType: 'Number',
      readOnlyWhen: { '==': [{ var: 'record.state' }, 'in_use'] },
    },
  ],
};
const ALL = { access: true, create: true, view: 'All', edit: 'All', delete: 'None' };

describeRules(
  'What a user may do',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const { make } = createRecordHelpers(admin);
    let people = 0;
    const roleWith = async (name: string, modules: object, more: object = {}): Promise<string> =>
      (await make('/api/roles', { name, module_access: modules, ...more }))._id;
    const hire = async (roles: readonly string[], more: object = {}) => {
      people += 1;
      const email = `overview${people}@muster.test`;
      const user = { email, password: PASSWORD, first_name: 'Ola', last_name: `View ${people}`, userType: 'Standard', roles, ...more };
      const { _id: id } = await make('/api/users/register', { ...user, active: true });
      return { id, email, name: `Ola View ${people}` };
    };
    const overview = async (user: string, module: string, id?: string): Promise<AccessOverview> =>
      await must(admin().get(`/api/access/overview?user=${user}&module=${module}${id === undefined ? '' : `&id=${id}`}`));
    const explain = async (query: string, client = admin()): Promise<AccessExplanation> =>
      await must(client.get(`/api/access/explain?${query}`));
    const publish = async (changes: readonly object[]): Promise<void> => {
      const { _id } = await must(admin().post('/api/change-sets', { name: 'Vials' }), 201);
      await must(admin().put(`/api/change-sets/${_id}/changes`, { changes }));
      await must(admin().post(`/api/change-sets/${_id}/publish`, {}));
    };
    const fieldOf = ({ access }: AccessOverview, name: string) => access.fields.find((field) => field.name === name);

    beforeAll(() => publish([{ kind: 'module', id: 'vials', definition: VIALS }]));

    it('has each action and each field of a record with the rule that decides and the smallest change', async () => {
      const role = await roleWith('Overview clerk', { vials: ALL }, { field_access: { vials: { dose: 'read-only' } } });
      const ola = await hire([role]);
      const vial = await make('/api/vials', { name: 'Blue', state: 'new', code: 'X1' });
      const shown = await overview(ola.id, 'vials', vial._id);
      expect(shown.user).toEqual({ _id: ola.id, name: ola.name });
      expect(shown.access).toMatchObject({ module: 'vials', label: 'Vials', record: { _id: vial._id, name: 'Blue' } });
      const { rights } = shown.access;
      expect([rights.view.after, rights.edit.after, rights.create.after, rights.export.after]).toEqual([true, true, true, false]);
      expect(rights.delete).toMatchObject({
        ...{ before: false, after: false, rule: 'delete', text: `No role lets ${ola.name} delete vials.` },
        grant: { kind: 'role', role: 'Overview clerk', roleId: role, module: 'vials', property: 'delete', value: 'All' },
      });
      expect(fieldOf(shown, 'dose')).toMatchObject({ after: 'read', grant: { property: 'field_access.dose', value: 'read-write' } });
      expect(fieldOf(shown, 'code')).toMatchObject({
        ...{ after: 'masked', rule: 'sensitive' },
        grant: { property: 'sensitive_access', value: true, roleId: role },
      });
      expect(fieldOf(shown, 'reason')).toMatchObject({ after: 'write', shown: false });
      expect(fieldOf(shown, 'state')).toMatchObject({ after: 'write', shown: true });
      await must(admin().put(`/api/vials/${vial._id}`, { state: 'in_use' }));
      const locked = await roleWith('Overview doser', { vials: ALL });
      expect(fieldOf(await overview((await hire([locked])).id, 'vials', vial._id), 'dose')).toMatchObject({
        ...{ after: 'read', rule: 'read_only_when', grant: null },
      });
    });

    it('is about a module without a record, and proposes the right that is missing for a closed one', async () => {
      const ola = await hire([await roleWith('Overview bare', { tools: { access: true, view: 'Owner' } })]);
      const { access } = await overview(ola.id, 'vials');
      expect(access.record).toBeNull();
      expect(access.rights.view).toMatchObject({ after: false, rule: 'module_access', grant: { property: 'view', value: 'Owner' } });
      expect(access.rights.create).toMatchObject({ after: false, grant: { property: 'create', value: true } });
      const vial = await make('/api/vials', { name: 'Closed' });
      expect((await overview(ola.id, 'vials', vial._id)).access.rights.view.grant).toMatchObject({ property: 'view', value: 'All' });
      const nobody = await hire([]);
      expect((await overview(nobody.id, 'vials')).access.rights.view.grant).not.toHaveProperty('roleId');
    });

    it('proposes levels of fields that take nothing away', async () => {
      const levels = { dose: 'owner-read-owner-write', reason: 'none', state: 'read-only' };
      const ola = await hire([await roleWith('Overview levels', { vials: ALL }, { field_access: { vials: levels } })]);
      const [other, own] = [await make('/api/vials', { name: 'Other' }), await make('/api/vials', { name: 'Own', assigned_to: ola.id })];
      const grantOf = async (field: string, id: unknown, action = 'view') =>
        (await explain(`module=vials&id=${id as string}&user=${ola.id}&field=${field}&action=${action}`)).grant?.value;
      expect(await grantOf('dose', other._id)).toBe('read-owner-write');
      expect(await grantOf('reason', other._id)).toBe('read-only');
      expect(await grantOf('reason', other._id, 'edit')).toBe('read-write');
      expect(await grantOf('reason', own._id, 'edit')).toBe('read-owner-write');
      expect(await grantOf('state', own._id, 'edit')).toBe('read-owner-write');
      expect(await grantOf('dose', own._id, 'edit')).toBeUndefined();
      expect((await overview(ola.id, 'vials')).access.rights.delete.grant).toMatchObject({ property: 'delete', value: 'Owner' });
    });

    it('has the values of a record as the user sees them, as it is published and with a draft', async () => {
      const role = await roleWith('Overview values', { vials: ALL }, { field_access: { vials: { dose: 'none' } } });
      const [ola, boss] = [await hire([role]), await hire([role], { first_name: 'Bo' })];
      const vial = await make('/api/vials', { name: 'Green', state: 'new', code: 'X9', dose: 4, assigned_to: boss.id });
      const values = async (user: string, more = ''): Promise<AccessValues> =>
        await must(admin().get(`/api/access/values?user=${user}&module=vials&id=${vial._id}${more}`));
      const { seen } = await values(ola.id);
      expect(seen?.record).toMatchObject({ name: 'Green', code: '••••••', assigned_to: { _id: boss.id } });
      expect(seen?.record).not.toHaveProperty('dose');
      expect(seen?.module.fields.map(({ fieldName }) => fieldName)).not.toContain('dose');
      const { _id: draft } = await must(admin().post('/api/change-sets', { name: 'Values' }), 201);
      const { body: found } = await admin().get(`/api/roles/${role}`);
      const edited = { id: role, name: found.name, module_access: { vials: { ...ALL, view: 'Owner' } }, field_access: {} };
      await must(admin().put(`/api/change-sets/${draft}/changes`, { changes: [{ kind: 'role', id: role, definition: edited }] }));
      expect(await values(ola.id, `&changeSet=${draft}`)).toEqual({ seen: null });
      expect((await values(boss.id, `&changeSet=${draft}`)).seen?.record).toMatchObject({ dose: 4 });
      await must(admin().delete(`/api/change-sets/${draft}`));
      expect(await values((await hire([])).id)).toEqual({ seen: null });
      await must(admin().put(`/api/users/mark-user-inactive/${ola.id}`));
      expect(await values(ola.id)).toEqual({ seen: null });
      const codeOf = async (query: string, client = admin()) => (await client.get(`/api/access/values?${query}`)).body.code;
      const place = `module=vials&id=${vial._id}`;
      expect(await codeOf(`${place}&user=${ola.id}`, await server().signIn(boss.email, PASSWORD))).toBe('admin_only');
      expect(await codeOf(`${place}&user=none`)).toBe('record_not_found');
      expect(await codeOf(`user=${boss.id}&module=nothing&id=${vial._id}`)).toBe('module_not_found');
      expect(await codeOf(`${place}&user=${boss.id}&changeSet=${draft}`)).toBe('change_set_not_found');
      expect(await codeOf(`user=${boss.id}&module=vials`)).toBe('parameter_invalid');
    });

    it('is as for nobody for a user who is not active', async () => {
      const ola = await hire([await roleWith('Overview gone', { vials: ALL })]);
      await must(admin().put(`/api/users/mark-user-inactive/${ola.id}`));
      expect((await overview(ola.id, 'vials')).access.rights.view).toMatchObject({ after: false, rule: 'user_active', grant: null });
    });

    it('is for System Admins, about what exists', async () => {
      const ola = await hire([await roleWith('Overview own', { vials: ALL })]);
      const own = await server().signIn(ola.email, PASSWORD);
      expect((await own.get(`/api/access/overview?user=${ola.id}&module=vials`)).body.code).toBe('admin_only');
      const codeOf = async (query: string) => (await admin().get(`/api/access/overview?${query}`)).body.code;
      expect(await codeOf('module=vials')).toBe('parameter_invalid');
      expect(await codeOf('user=none&module=vials')).toBe('record_not_found');
      expect(await codeOf(`user=${ola.id}&module=nothing`)).toBe('module_not_found');
      expect(await codeOf(`user=${ola.id}&module=vials&id=none`)).toBe('record_not_found');
    });

    it('is explained by teams, rules of user types, deleted records, masked values and requirements', async () => {
      const team = (await make('/api/teams', { name: 'Overview team' }))._id;
      const role = await roleWith('Overview teams', { vials: ALL });
      const ola = await hire([role]);
      const vial = await make('/api/vials', { name: 'Teamed', teams: [team] });
      const of = (action: string, more = '', id: string = vial._id) =>
        explain(`module=vials&id=${id}&user=${ola.id}&action=${action}${more}`);
      expect(await of('view')).toMatchObject({ allowed: false, grant: { kind: 'team', property: 'teams', value: team } });
      const provider = await hire([role], { userType: 'Provider' });
      const hidden = await explain(`module=vials&id=${vial._id}&user=${provider.id}&action=view`);
      expect(hidden.reasons.at(-1)).toMatchObject({
        rule: 'row_rule',
        text: `The rule for Provider users does not show ${provider.name} this vial: it shows vials for which State is Broken.`,
      });
      const open = await make('/api/vials', { name: 'Open' });
      expect((await of('edit', '&field=state', open._id)).reasons.at(-1)).toMatchObject({
        rule: 'transition_requirements',
        passes: true,
        text: 'State needs other values first for Broken.',
      });
      expect(await of('view', '&field=code', open._id)).toMatchObject({ allowed: false, grant: { property: 'sensitive_access' } });
      await must(admin().put(`/api/vials/mark-deleted/${open._id}`));
      const deleted = await of('view', '', open._id);
      expect(deleted).toMatchObject({ allowed: false, grant: { property: 'delete', value: 'All', roleId: role } });
      expect(deleted.reasons.at(-1)?.rule).toBe('deleted');
    });

    it('is explained by what is made from definitions, the records of System Admins, and modules that are off', async () => {
      const role = await roleWith('Overview people', { users: ALL, roles: ALL });
      const ola = await hire([role]);
      const last = async (query: string) => (await explain(`user=${ola.id}&${query}`)).reasons.at(-1);
      expect(await last(`module=roles&id=${role}&action=edit`)).toMatchObject({ rule: 'mirror', passes: false });
      const { user } = await must(admin().get('/api/users/user-session'));
      expect(await last(`module=users&id=${user._id}&action=edit`)).toMatchObject({ rule: 'admin_record', passes: false });
      const off = { id: 'dials', name: 'dials', label: 'Dials', labelSingular: 'Dial', kind: 'plain', custom: true, fields: [] };
      await publish([{ kind: 'module', id: 'dials', definition: off }]);
      await publish([{ kind: 'module', id: 'dials', definition: { ...off, active: false } }]);
      expect(await last('module=dials')).toMatchObject({
        rule: 'module_active',
        text: 'The module Dials is switched off: nobody sees its records.',
      });
      const own = await server().signIn(ola.email, PASSWORD);
      expect((await own.get('/api/access/explain?module=dials')).body.code).toBe('module_not_found');
    });

    it('is read by a System Admin who acts as the user, of this user only', async () => {
      const role = await roleWith('Overview acted', { vials: { ...ALL, view: 'Owner' } });
      const ola = await hire([role]);
      const other = await hire([role]);
      const vial = await make('/api/vials', { name: 'Of another' });
      const { token: own } = await must(server().anonymous.post('/api/users/login', TEST_ADMIN));
      const started = await must(createApiClient(server().url, own).post('/api/users/set-user-impersonating', { userId: ola.id }));
      const acting = createApiClient(server().url, started.token);
      expect((await acting.get(`/api/vials/${vial._id}`)).status).toBe(404);
      const why = await explain(`module=vials&id=${vial._id}&action=view`, acting);
      expect(why).toMatchObject({ allowed: false, grant: { kind: 'owner', value: ola.id } });
      expect(why.reasons.at(-1)?.text).toBe(`${ola.name} sees only vials assigned to them.`);
      expect((await explain(`module=users&id=${ola.id}&field=email&action=edit`, acting)).reasons.at(-1)?.rule).toBe('impersonation');
      const shown = await must(acting.get(`/api/access/overview?user=${ola.id}&module=vials&id=${vial._id}`));
      expect(shown.access.rights.view.after).toBe(false);
      expect((await acting.get(`/api/access/overview?user=${other.id}&module=vials`)).body.code).toBe('admin_only');
      expect((await acting.get(`/api/access/explain?user=${other.id}&module=vials`)).body.code).toBe('admin_only');
    });
  },
  WORKSHOP,
);
