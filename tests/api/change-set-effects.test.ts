import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import type { ChangeSetPlan, ChangeSetSimulation, PlannedEffect } from '#engine/model/wire';
import type { ApiClient } from '../support/api-client.ts';
import { createRecordHelpers, must } from '../support/record-helpers.ts';
import { describeOnEachStore, WORKSHOP } from './each-store.ts';

const PASSWORD = 'Effects-1!';
/** Counting stops after some time, which never passes here. */
const clock = { now: () => Date.UTC(2026, 4, 5, 15) };
const ALL = { access: true, create: true, view: 'All', edit: 'All', delete: 'None' };

interface Worker {
  readonly id: string;
  readonly name: string;
  readonly client: ApiClient;
}

describeOnEachStore(
  'Who gains or loses access by a draft',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const { make } = createRecordHelpers(admin);
    let people = 0;
    const roleWith = async (name: string, tools: object, more: object = {}): Promise<string> =>
      (await make('/api/roles', { name, module_access: { tools }, ...more }))._id;
    const hire = async (roles: readonly string[], teams: readonly string[] = []): Promise<Worker> => {
      people += 1;
      const email = `effects${people}@muster.test`;
      const user = { email, password: PASSWORD, first_name: 'Eva', last_name: `Effect ${people}`, userType: 'Standard', roles, teams };
      const { _id: id } = await make('/api/users/register', { ...user, active: true });
      return { id, name: `Eva Effect ${people}`, client: await server().signIn(email, PASSWORD) };
    };
    const draft = async (changes: readonly object[]): Promise<string> => {
      const { _id } = await must(admin().post('/api/change-sets', { name: 'Effects' }), 201);
      const { problems } = await must(admin().put(`/api/change-sets/${_id}/changes`, { changes }));
      expect(problems).toEqual([]);
      return _id as string;
    };
    const roleChange = (id: string, changes: object): object => ({
      kind: 'role',
      id,
      definition: { ...server().application.registry.current().roles.get(id), ...changes },
    });
    const planOf = async (id: string): Promise<ChangeSetPlan> =>
      (await must(admin().post(`/api/change-sets/${id}/plan`, {}))) as ChangeSetPlan;
    const simulate = async (id: string, body: object): Promise<ChangeSetSimulation> =>
      (await must(admin().post(`/api/change-sets/${id}/simulate`, body))) as ChangeSetSimulation;
    const publish = (id: string) => must(admin().post(`/api/change-sets/${id}/publish`, {}));
    /** Names of the tools that a worker sees, and of the fields that they read; undefined: the module is closed to them. */
    const sees = async ({ client }: Worker) => {
      const found = await client.post('/api/tools/search', { searchTerms: { name: { startsWith: 'Effect' } }, pageSize: 100 });
      if (found.status === 403) return undefined;
      const { fields } = await must(client.get('/api/ss-modules/by-name/tools'));
      return {
        names: (found.body.data as { name: string }[]).map(({ name }) => name),
        fields: (fields as { fieldName: string }[]).map(({ fieldName }) => fieldName),
      };
    };
    const find = (effects: readonly PlannedEffect[], what: string, field: string | null = null): PlannedEffect | undefined =>
      effects.find((effect) => effect.what === what && effect.field === field && effect.module === 'tools');

    it('is what each of them gains and loses when it is published', async () => {
      const viewer = await roleWith('Effect viewer', ALL);
      const other = await roleWith('Effect owner', { ...ALL, view: 'Owner' });
      const [ann, ben, cam] = [await hire([viewer]), await hire([viewer]), await hire([viewer, other])];
      const eve = await hire([await roleWith('Effect bystander', ALL)]);
      for (const [name, fields] of [
        ['Effect a', { state: 'broken' }],
        ['Effect b', { state: 'new', weight: 7 }],
        ['Effect c', { state: 'in_use', assigned_to: cam.id }],
      ] as const)
        await make('/api/tools', { name, ...fields });
      const id = await draft([
        roleChange(viewer, {
          module_access: { tools: { ...ALL, view: { filter: { or: [{ state: 'broken' }, { weight: { range: { gt: 5 } } }] } } } },
          field_access: { tools: { cost: 'none' } },
        }),
      ]);
      const before = [await sees(ann), await sees(ben), await sees(cam), await sees(eve)];
      const { effects, access } = await planOf(id);
      expect([effects.gains, effects.notExamined, effects.note]).toEqual([[], 0, null]);
      expect(access.find(({ right }) => right === 'view')).toMatchObject({ before: 'All', after: 'Rule', change: 'loses', count: 3 });
      const [cost, records] = [find(effects.losses, 'field', 'cost'), find(effects.losses, 'records')];
      // Cam's other role shows the cost, and her own tool.
      expect(cost).toMatchObject({ count: 2, roles: [{ _id: viewer, name: 'Effect viewer' }] });
      expect(cost?.text).toBe('2 people with the role Effect viewer lose Cost of Tools');
      expect(records).toMatchObject({ count: 2, records: 1, examples: [{ name: 'Effect c' }] });
      expect(records?.text).toBe('2 people with the role Effect viewer lose 1 record of Tools, such as Effect c');
      const simulated = await simulate(id, { user: ann.id, module: 'tools' });
      expect(simulated.user).toEqual({ _id: ann.id, name: ann.name });
      expect(simulated.effects.losses.map(({ text }) => text).sort()).toEqual([
        `${ann.name} (role Effect viewer) loses 1 record of Tools, such as Effect c`,
        `${ann.name} (role Effect viewer) loses Cost of Tools`,
      ]);
      await publish(id);
      const after = [await sees(ann), await sees(ben), await sees(cam), await sees(eve)];
      for (const [index, loses] of [true, true, false, false].entries()) {
        const [had, has] = [before[index], after[index]];
        expect(had?.names.filter((name) => has?.names.includes(name) === false)).toEqual(loses ? ['Effect c'] : []);
        expect(had?.fields.filter((name) => has?.fields.includes(name) === false)).toEqual(loses ? ['cost'] : []);
      }
    });

    it('depends on the person where a rule does, and covers modules and fields that are new', async () => {
      const role = await roleWith('Effect mine', { ...ALL, view: { filter: { serial: 'none' } } });
      const [dan, eli] = [await hire([role]), await hire([role])];
      for (const [name, owner] of [
        ['Effect x', dan.id],
        ['Effect y', dan.id],
        ['Effect z', eli.id],
      ])
        await make('/api/tools', { name, assigned_to: owner });
      const tools = server().application.registry.current().modules.get('tools')?.definition;
      const colour = { id: 'tools_colour', fieldName: 'colour', label: 'Colour', inputType: 'TextField' };
      const id = await draft([
        { kind: 'module', id: 'tools', definition: { ...tools, fields: [...(tools?.fields ?? []), colour] } },
        {
          kind: 'module',
          id: 'racks',
          definition: { id: 'racks', name: 'racks', label: 'Racks', labelSingular: 'Rack', kind: 'plain', custom: true, fields: [] },
        },
        roleChange(role, {
          module_access: {
            // Nothing has a colour yet.
            tools: { ...ALL, view: { filter: { or: [{ assigned_to: { equals: { $: 'me' } } }, { colour: 'red' }] } } },
            racks: ALL,
          },
        }),
      ]);
      const { gains, losses } = (await planOf(id)).effects;
      const mine = [...gains, ...losses].filter(({ roles }) => roles.some(({ _id }) => _id === role));
      expect(mine.map(({ change, what, module, field, count, records }) => [change, what, module, field, count > 1, records])).toEqual(
        expect.arrayContaining([
          ['gains', 'module', 'racks', null, true, null],
          ['gains', 'field', 'tools', 'colour', true, null],
          ['gains', 'records', 'tools', null, true, 2],
        ]),
      );
      const records = find(gains, 'records');
      expect(records?.people).toEqual([
        { _id: dan.id, name: dan.name, records: 2 },
        { _id: eli.id, name: eli.name, records: 1 },
      ]);
      expect(records?.text).toContain('gain up to 2 tools each, such as Effect ');
      await publish(id);
      expect((await sees(dan))?.names).toEqual(['Effect x', 'Effect y']);
      expect((await sees(eli))?.names).toEqual(['Effect z']);
      expect((await sees(eli))?.fields).toContain('colour');
    });

    it('is counted for 50 people who each see other records; the rest is said to be left out, and counted on request', async () => {
      const role = await roleWith('Effect many', { ...ALL, view: 'Owner' });
      for (let index = 0; index < 52; index += 1) {
        people += 1;
        const fields = { email: `effects${people}@muster.test`, first_name: 'Eva', last_name: `Effect ${people}`, roles: [role] };
        await server().application.records.create(SYSTEM_ACTOR, {
          module: 'users',
          fields: { ...fields, userType: 'Standard', active: true },
        });
      }
      const id = await draft([roleChange(role, { module_access: { tools: { ...ALL, view: 'All' } } })]);
      const { effects } = await planOf(id);
      expect(find(effects.gains, 'records')).toMatchObject({ count: 50 });
      expect(effects.notExamined).toBe(2);
      expect(effects.note).toBe('2 more sets of records that 2 people gain or lose were not counted.');
      expect([effects.differences, effects.counted]).toEqual([52, 50]);
      const page = (body: object) => admin().post(`/api/change-sets/${id}/effects`, body);
      const rest = await must(page({ offset: effects.counted }));
      expect(rest).toMatchObject({ differences: 52, counted: 52, notExamined: 0, note: null, losses: [] });
      expect(find(rest.gains, 'records')).toMatchObject({ count: 2 });
      const names = (gains: readonly PlannedEffect[]) => gains.flatMap(({ people: some }) => some.map(({ name }) => name));
      for (const name of names(rest.gains)) expect(names(effects.gains)).not.toContain(name);
      expect(await must(page({ offset: 99 }))).toMatchObject({ gains: [], losses: [], counted: 52 });
      expect((await page({})).body.code).toBe('body_invalid');
      const nia = await hire([role]);
      expect((await nia.client.post(`/api/change-sets/${id}/effects`, { offset: 50 })).body.code).toBe('admin_only');
    });

    it('is simulated for a record: its rights and fields before and after, and why', async () => {
      const role = await roleWith('Effect clerk', ALL, { field_access: { tools: { cost: 'read-only' } } });
      const fay = await hire([role]);
      const tool = await make('/api/tools', { name: 'Simulated', state: 'new', cost: 5 });
      const id = await draft([
        roleChange(role, {
          module_access: { tools: { ...ALL, edit: { filter: { state: 'broken' } }, delete: 'All' } },
          field_access: { tools: { cost: 'read-write', notes: 'none' } },
        }),
      ]);
      const { access } = await simulate(id, { user: fay.id, module: 'tools', record: tool._id });
      expect(access).toMatchObject({
        record: { _id: tool._id, name: 'Simulated' },
        rights: {
          view: { before: true, after: true },
          edit: {
            before: true,
            after: false,
            text: `${fay.name} may edit only tools for which State is Broken (role Effect clerk).`,
            textBefore: `${fay.name} may edit all tools that they can see.`,
            grant: { kind: 'role', role: 'Effect clerk', roleId: role, property: 'edit', value: 'All' },
          },
          delete: { before: false, after: true, textBefore: `No role lets ${fay.name} delete tools.`, grant: null },
        },
      });
      const field = (name: string) => access?.fields.find((one) => one.name === name);
      expect(field('name')).toMatchObject({ before: 'write', after: 'read' });
      expect(field('cost')).toMatchObject({ before: 'read', after: 'read' });
      expect(field('notes')).toMatchObject({ before: 'write', after: 'none', text: `Every role hides Notes from ${fay.name}.` });
      const hidden = await draft([roleChange(role, { module_access: { tools: { ...ALL, view: { filter: { state: 'broken' } } } } })]);
      const gone = await simulate(hidden, { user: fay.id, module: 'tools', record: tool._id });
      expect(gone.access?.rights.view).toMatchObject({ before: true, after: false });
      expect(gone.access?.fields.every(({ after }) => after === 'none')).toBe(true);
    });

    it('opens each right of a role to its people and their records, in pages', async () => {
      const role = await roleWith('Effect pages', { ...ALL, edit: 'Owner' });
      const wide = await roleWith('Effect wide', ALL);
      const [hal, ida, jon] = [await hire([role]), await hire([role]), await hire([role, wide])];
      for (let index = 0; index < 4; index += 1)
        await make('/api/tools', { name: `Paged ${index}`, weight: 700, assigned_to: index === 0 ? hal.id : ida.id });
      const id = await draft([
        roleChange(role, {
          module_access: { tools: { ...ALL, edit: 'All', export: true } },
          field_access: { tools: { cost: 'none' } },
        }),
      ]);
      const narrow = await draft([roleChange(role, { module_access: { tools: { ...ALL, view: { filter: { weight: 700 } } } } })]);
      const users = (body: object, changeSet = id) =>
        must(admin().post(`/api/change-sets/${changeSet}/affected-users`, { role, module: 'tools', ...body }));
      const records = (body: object) => must(admin().post(`/api/change-sets/${id}/affected-records`, { module: 'tools', ...body }));
      const { total } = (await must(admin().post('/api/tools/search', { searchTerms: {} }))) as { total: number };
      const first = await users({ right: 'edit', pageSize: 2 });
      expect([first.total, first.pageNumber, first.data.length]).toEqual([3, 0, 2]);
      const last = await users({ right: 'edit', pageSize: 2, pageNumber: 1 });
      const all = [...first.data, ...last.data] as { _id: string }[];
      const of = (user: { id: string }) => all.find(({ _id }) => _id === user.id);
      // Everybody sees all tools; one is Hal's own, three are Ida's.
      expect(of(hal)).toMatchObject({ name: hal.name, changes: true, before: 'Owner', after: 'All', gained: { count: total - 1 } });
      expect(of(ida)).toMatchObject({ gained: { count: total - 3, examples: [{}, {}, {}] }, lost: { count: 0, examples: [] } });
      // Another role gives the same.
      expect(of(jon)).toMatchObject({ changes: false, before: 'All', after: 'All', gained: { count: 0 }, lost: { count: 0 } });
      const page = async (pageNumber: number) =>
        (await records({ user: hal.id, right: 'edit', change: 'gains', pageSize: 2, pageNumber })) as {
          readonly data: readonly { readonly _id: string; readonly name: string }[];
          readonly total: number;
        };
      const [one, two] = [await page(0), await page(1)];
      expect([one.total, two.total, one.data.length, two.data.length]).toEqual([total - 1, total - 1, 2, 2]);
      expect(new Set([...one.data, ...two.data].map(({ _id }) => _id)).size).toBe(4);
      expect([...one.data, ...two.data].every(({ name, _id }) => name !== '' && name !== _id)).toBe(true);
      const viewed = await users({ right: 'view' }, narrow);
      expect(viewed.data.find(({ _id }: { _id: string }) => _id === ida.id)).toMatchObject({
        ...{ before: 'All', after: 'Rule', lost: { count: total - 4 } },
      });
      const exported = await users({ right: 'export' });
      expect(exported.data[0]).toMatchObject({ before: 'false', after: 'true', changes: true, gained: null, lost: null });
      const hidden = await users({ right: 'read', field: 'cost' });
      expect(hidden.data.find(({ _id }: { _id: string }) => _id === hal.id)).toMatchObject({
        before: 'all',
        after: 'none',
        lost: { count: total },
      });
      expect((await records({ user: hal.id, right: 'export', change: 'gains' })).total).toBe(0);
      const codeOf = async (client: ApiClient, path: string, body: object) =>
        (await client.post(`/api/change-sets/${id}/${path}`, body)).body.code;
      const right = { module: 'tools', right: 'edit' };
      expect(await codeOf(hal.client, 'affected-users', { ...right, role })).toBe('admin_only');
      expect(await codeOf(hal.client, 'affected-records', { ...right, user: hal.id, change: 'gains' })).toBe('admin_only');
      expect(await codeOf(admin(), 'affected-users', right)).toBe('body_invalid');
      expect(await codeOf(admin(), 'affected-users', { ...right, role, module: 'nothing' })).toBe('module_not_found');
      expect(await codeOf(admin(), 'affected-records', { ...right, user: hal.id, change: 'both' })).toBe('body_invalid');
    });

    it('is simulated for System Admins only, for what exists', async () => {
      const role = await roleWith('Effect reader', ALL);
      const gil = await hire([role]);
      const id = await draft([roleChange(role, { description: 'Reads tools' })]);
      expect((await gil.client.post(`/api/change-sets/${id}/simulate`, { user: gil.id })).body.code).toBe('admin_only');
      const call = (body: object) => admin().post(`/api/change-sets/${id}/simulate`, body);
      expect((await simulate(id, { user: gil.id })).effects).toMatchObject({
        gains: [],
        losses: [],
        differences: 0,
        notExamined: 0,
        note: null,
      });
      for (const [body, code] of [
        [{}, 'body_invalid'],
        [{ user: gil.id, record: 'x' }, 'body_invalid'],
        [{ user: 'nobody' }, 'record_not_found'],
        [{ user: gil.id, module: 'nothing' }, 'module_not_found'],
        [{ user: gil.id, module: 'tools', record: 'none' }, 'record_not_found'],
      ] as const)
        expect((await call(body)).body.code, JSON.stringify(body)).toBe(code);
      expect((await admin().post('/api/change-sets/none/simulate', { user: gil.id })).body.code).toBe('change_set_not_found');
      const { _id: broken } = await must(admin().post('/api/change-sets', { name: 'Broken' }), 201);
      const definition = { name: 'Broken', module_access: { nothing: ALL } };
      await must(admin().put(`/api/change-sets/${broken}/changes`, { changes: [{ kind: 'role', id: 'broken', definition }] }));
      expect((await admin().post(`/api/change-sets/${broken}/simulate`, { user: gil.id })).body.code).toBe('definition_invalid');
    });
  },
  { ...WORKSHOP, clock },
);
