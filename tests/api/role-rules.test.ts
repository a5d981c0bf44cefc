import { afterEach, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import type { LiveClient } from '../support/live-client.ts';
import { openLive } from '../support/open-live.ts';
import { createRecordHelpers, must } from '../support/record-helpers.ts';
import { describeRules, WORKSHOP } from './each-store.ts';

const PASSWORD = 'Row-rules-1!';
const DAY = 86_400_000;
const REST = { access: true, create: true, mass_update: true, export: true };

/** A clock that tests can advance. */
const ahead = { by: 0 };
const clock = { now: () => Date.now() + ahead.by };

const dayOf = (offset: number): string => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

describeRules(
  'A rule in a role',
  (server) => {
    const open: LiveClient[] = [];
    const admin = (): ApiClient => server().admin;
    const { make } = createRecordHelpers(admin);
    let people = 0;
    const roleWith = async (tools: object, more: object = {}): Promise<string> => {
      people += 1;
      return (await make('/api/roles', { name: `Ruled ${people}`, module_access: { tools: { ...REST, ...tools }, ...more } }))._id;
    };
    const hire = async (roles: readonly string[], teams: readonly string[] = []) => {
      people += 1;
      const email = `ruled${people}@muster.test`;
      const user = { email, password: PASSWORD, first_name: 'Ruth', last_name: `Ruled ${people}`, userType: 'Standard', roles, teams };
      const { _id: id } = await make('/api/users/register', { ...user, active: true });
      return { id, email, client: await server().signIn(email, PASSWORD) };
    };
    const tool = async (name: string, fields: object = {}): Promise<string> => (await make('/api/tools', { name, ...fields }))._id;
    /** The names of the visible tools that begin with a text, in their order, as lists, totals and groups have them. */
    const namesOf = async (client: ApiClient, prefix: string, terms: object = {}): Promise<readonly string[]> => {
      const searchTerms = { name: { startsWith: prefix }, ...terms };
      const { data, total } = await must(client.post('/api/tools/search', { searchTerms }));
      const groups = await must(
        client.post('/api/tools/group', { by: [{ field: 'state' }], measures: [{ name: 'n', kind: 'count' }], searchTerms }),
      );
      const grouped = (groups.data as { measures: { n: number } }[]).reduce((sum, { measures }) => sum + measures.n, 0);
      expect([total, grouped]).toEqual([data.length, data.length]);
      return (data as { name: string }[]).map(({ name }) => name);
    };
    /** Publishes a module whose records belong to teams. */
    const publishCrates = async (): Promise<void> => {
      const { _id } = await must(admin().post('/api/change-sets', { name: 'Crates' }), 201);
      const definition = { id: 'crates', name: 'crates', label: 'Crates', labelSingular: 'Crate', kind: 'plain', custom: true };
      const changes = [{ kind: 'module', id: 'crates', definition: { ...definition, team_enabled: true, fields: [] } }];
      await must(admin().put(`/api/change-sets/${_id}/changes`, { changes }));
      await must(admin().post(`/api/change-sets/${_id}/publish`, {}));
    };
    const explain = (client: ApiClient, id: string, action: string, more = '') =>
      must(client.get(`/api/access/explain?module=tools&id=${id}&action=${action}${more}`));

    afterEach(() => {
      for (const live of open.splice(0)) live.close();
      ahead.by = 0;
    });

    it('limits lists, totals, groups and single records to those that it matches, joined with what other roles give', async () => {
      const ofState = await roleWith({ view: { filter: { state: 'broken' } } });
      const ofWeight = await roleWith({ view: { filter: { weight: { range: { gte: 50 } } } } });
      const own = await roleWith({ view: 'Owner' });
      const [one, two, three] = [await hire([ofState]), await hire([ofState, ofWeight]), await hire([ofState, own])];
      const broken = await tool('Join a', { state: 'broken' });
      const heavy = await tool('Join b', { weight: 60 });
      const hers = await tool('Join c', { assigned_to: three.id });
      await tool('Join d');
      expect(await namesOf(one.client, 'Join')).toEqual(['Join a']);
      expect(await namesOf(two.client, 'Join')).toEqual(['Join a', 'Join b']);
      expect(await namesOf(three.client, 'Join')).toEqual(['Join a', 'Join c']);
      expect((await one.client.get(`/api/tools/${broken}`)).status).toBe(200);
      for (const id of [heavy, hers]) expect((await one.client.get(`/api/tools/${id}`)).status).toBe(404);
      expect((await one.client.get(`/api/audit-log/get-record-changes-by-module/tools/${heavy}`)).status).toBe(404);
      expect((await must(one.client.post('/api/tools/get-by-ids', { ids: [broken, heavy] }))).data).toHaveLength(1);
      const { modules } = await must(one.client.get('/api/shell'));
      expect(modules.find(({ name }: { name: string }) => name === 'tools').rights).toMatchObject({ view: 'Rule', edit: 'None' });
      // A record that stops matching is gone with the change.
      await must(admin().put(`/api/tools/${broken}`, { state: 'new' }));
      expect(await namesOf(one.client, 'Join')).toEqual([]);
    });

    it('uses the user, their teams and related records', async () => {
      const team = (await make('/api/teams', { name: 'Ruled' }))._id;
      const mine = await roleWith({ view: { filter: { created_by: { equals: { $: 'me' } } } }, edit: 'All' });
      await publishCrates();
      const crates = { ...REST, view: { filter: { teams: { equals: { $: 'my_teams' } } } } };
      const teams = await roleWith({ view: 'Owner' }, { crates });
      const acme = (await make('/api/makers', { name: 'Acme Tools' }))._id;
      const ofMaker = await roleWith({
        view: { filter: { makers_tools: { related: { name: { startsWith: 'Acme' } } } } },
        edit: { filter: { makers_tools: { related: { name: { contains: 'Tools' } } } } },
        delete: { filter: { makers_tools: { related: { name: { startsWith: 'Nobody' } } } } },
      });
      const [author, member, buyer] = [await hire([mine]), await hire([teams], [team]), await hire([ofMaker])];
      await tool('Vars by admin');
      await make('/api/crates', { name: 'Of the team', teams: [team] });
      await make('/api/crates', { name: 'Of everybody' });
      await must(author.client.post('/api/tools', { name: 'Vars by author' }), 201);
      const made = await tool('Vars of maker', { makers_tools: acme });
      expect(await namesOf(author.client, 'Vars')).toEqual(['Vars by author']);
      const ofTeam = await must(member.client.post('/api/crates/search', {}));
      expect([ofTeam.total, ofTeam.data[0].name]).toEqual([1, 'Of the team']);
      expect(await namesOf(buyer.client, 'Vars')).toEqual(['Vars of maker']);
      expect((await must(buyer.client.put(`/api/tools/${made}`, { weight: 2 }))).weight).toBe(2);
      expect((await buyer.client.delete(`/api/tools/${made}`)).body.code).toBe('action_not_allowed');
      // A deleted record is visible to those who may delete it.
      await must(admin().delete(`/api/tools/${made}`));
      const ALSO_DELETED = { deleted: { in: [true, false] } };
      expect(await namesOf(buyer.client, 'Vars', ALSO_DELETED)).toEqual([]);
      expect((await buyer.client.get(`/api/tools/${made}`)).status).toBe(404);
      await must(admin().put(`/api/makers/${acme}`, { name: 'Other' }));
      expect((await buyer.client.get(`/api/tools/${made}`)).status).toBe(404);
    });

    it('for editing and deleting covers records as they are stored, in calls on many records too', async () => {
      const editor = await hire([
        await roleWith({ view: 'All', edit: { filter: { state: 'new' } }, delete: { filter: { weight: { range: { gte: 10 } } } } }),
        await roleWith({ view: 'All', edit: 'Owner' }),
      ]);
      const [fresh, used, own] = [
        await tool('Edit a', { weight: 20 }),
        await tool('Edit b', { state: 'broken' }),
        await tool('Edit c', { state: 'broken', assigned_to: editor.id }),
      ];
      const many = await must(
        editor.client.put('/api/tools/update-certain-fields-array', { ids: [fresh, used, own], fields: { state: 'in_use' } }),
      );
      expect(many.updated.map((one: { _id: string } | string) => (typeof one === 'string' ? one : one._id)).sort()).toEqual(
        [fresh, own].sort(),
      );
      expect(many.refused).toMatchObject([{ _id: used, code: 'action_not_allowed' }]);
      // It is no longer new.
      expect((await editor.client.put(`/api/tools/${fresh}`, { state: 'new' })).body.code).toBe('action_not_allowed');
      const removed = await must(editor.client.put('/api/tools/mark-as-deleted/by-array', { ids: [fresh, used] }));
      expect(removed.refused).toMatchObject([{ _id: used, code: 'action_not_allowed' }]);
      const ALSO_DELETED = { deleted: { in: [true, false] } };
      expect(await namesOf(editor.client, 'Edit', ALSO_DELETED)).toEqual(['Edit a', 'Edit b', 'Edit c']);
      await must(editor.client.put('/api/tools/restore/by-array', { ids: [fresh] }));
      await must(admin().put(`/api/tools/${fresh}`, { weight: 1 }));
      await must(admin().delete(`/api/tools/${fresh}`));
      expect(await namesOf(editor.client, 'Edit', ALSO_DELETED)).toEqual(['Edit b', 'Edit c']);
      expect((await editor.client.get(`/api/tools/${fresh}`)).status).toBe(404);
    });

    it('is explained: to the user by the role, to a System Admin in words', async () => {
      const role = await roleWith({
        view: { filter: { state: { in: ['new', 'broken'] }, weight: { range: { lt: 5 } } } },
        edit: { filter: { assigned_to: { equals: { $: 'me' } } } },
      });
      const { id: user, client } = await hire([role]);
      const [seen, unseen] = [await tool('Why a', { weight: 1 }), await tool('Why b', { weight: 9 })];
      const named = (await must(admin().get(`/api/roles/${role}`))).name as string;
      expect(await explain(client, seen, 'view')).toMatchObject({ allowed: true });
      const edit = await explain(client, seen, 'edit');
      expect(edit).toMatchObject({ allowed: false, grant: { kind: 'role', role: named, property: 'edit', value: 'All' } });
      expect(edit.reasons.at(-1)).toMatchObject({
        rule: 'edit',
        role: named,
        text: `You may edit only tools that match a rule of the role ${named}.`,
      });
      const shown = await explain(admin(), seen, 'view', `&user=${user}`);
      expect(shown.reasons.at(-1).text).toBe(`A rule of the role ${named} shows ${shown.reasons[0].text.split("'s ")[0]} this tool.`);
      const hidden = await explain(admin(), unseen, 'view', `&user=${user}`);
      expect(hidden).toMatchObject({ allowed: false });
      expect(hidden.reasons.at(-1).text).toContain(
        `sees only tools for which State is New or Broken and Weight is less than 5 (role ${named}).`,
      );
      // What the user may not see, they may not ask about either.
      expect((await explain(client, unseen, 'view')).reasons).toMatchObject([{ rule: 'record_exists' }]);
    });

    it('that uses today is evaluated again each day', async () => {
      const { email, client } = await hire([await roleWith({ view: { filter: { bought: { range: { lte: { $: 'today' } } } } } })]);
      await tool('Day a', { bought: dayOf(-1) });
      const later = await tool('Day b', { bought: dayOf(2) });
      expect(await namesOf(client, 'Day')).toEqual(['Day a']);
      expect((await client.get(`/api/tools/${later}`)).status).toBe(404);
      ahead.by = 3 * DAY;
      // A new session, because the clock was advanced.
      const next = await server().signIn(email, PASSWORD);
      expect(await namesOf(next, 'Day')).toEqual(['Day a', 'Day b']);
      expect((await next.get(`/api/tools/${later}`)).status).toBe(200);
    });

    it('decides which live changes each user gets', async () => {
      const role = await roleWith({ view: { filter: { or: [{ state: 'broken' }, { modified_by: { equals: { $: 'me' } } }] } } });
      const [ann, ben] = [await hire([role]), await hire([role])];
      const join = async (client: ApiClient): Promise<LiveClient> => {
        const live = await openLive(server().url, client.token);
        open.push(live);
        await live.subscribe('all', { kind: 'list', module: 'tools' });
        return live;
      };
      const [hers, his] = [await join(ann.client), await join(ben.client)];
      const id = await tool('Live a');
      await must(admin().put(`/api/tools/${id}`, { state: 'broken' }));
      for (const live of [hers, his]) expect(await live.next('change')).toMatchObject({ id, subs: { all: 'enters' } });
      await must(admin().put(`/api/tools/${id}`, { state: 'new' }));
      for (const live of [hers, his]) expect(await live.next('gone')).toMatchObject({ id });
      // A change of the role itself makes open lists load again.
      await must(admin().put(`/api/roles/${role}`, { module_access: { tools: { ...REST, view: 'All' } } }));
      await hers.next('resync');
      expect(await namesOf(ann.client, 'Live')).toEqual(['Live a']);
    });

    it('is refused with its place and the nearest name if it is not valid, and counts as a use of its fields', async () => {
      const causes = async (view: object): Promise<readonly unknown[]> => {
        const { body } = await admin().post('/api/roles', { name: 'Wrong', module_access: { tools: { ...REST, view } } });
        expect(body.code).toBe('definition_invalid');
        return (body.details as { field: string; message: string }[]).map(({ message }) => message);
      };
      expect(JSON.stringify(await causes({ filter: { and: [{ weigth: 1 }] } }))).toContain('Did you mean weight?');
      expect(JSON.stringify(await causes({ filter: { name: { startWith: 'a' } } }))).toContain('Did you mean startsWith?');
      expect(JSON.stringify(await causes({ filter: { assigned_to: { equals: { $: 'mee' } } } }))).toContain('Did you mean me?');
      expect(await causes({ filter: {}, more: 1 })).not.toEqual([]);
      const { _id: draft } = await must(admin().post('/api/change-sets', { name: 'Wrong' }), 201);
      const definition = { name: 'Wrong', module_access: { tools: { ...REST, view: { filter: { and: [{ weigth: 1 }] } } } } };
      const stored = await must(admin().put(`/api/change-sets/${draft}/changes`, { changes: [{ kind: 'role', id: 'wrong', definition }] }));
      expect(stored.problems).toMatchObject([{ file: 'role/Wrong', path: '/module_access/tools/view/filter/and/0/weigth' }]);
      await roleWith({ view: { filter: { makers_tools: { related: { emails: { exists: true } } }, manual: { exists: true } } } });
      const tools = server().application.registry.current().modules.get('tools')?.definition;
      const fields = tools?.fields.filter(({ fieldName }) => fieldName !== 'manual');
      const refused = await admin().put('/api/ss-modules/tools', { fields });
      expect(refused.body.code).toBe('definition_in_use');
      expect(JSON.stringify(refused.body.references)).toContain('/module_access/tools/view/filter');
      const snapshot = server().application.registry.current();
      expect(snapshot.references('field/makers.emails').map(({ path }) => path)).toContain('/module_access/tools/view/filter');
    });
  },
  { ...WORKSHOP, clock },
);
