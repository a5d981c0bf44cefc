import { beforeAll, expect, it } from 'vitest';
import type { WorkflowDefinition, WorkflowStep } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import type { ClockPort } from '../../engine/ports/index.ts';
import type { ApiClient, TestResponse } from '../support/api-client.ts';
import { runJob } from '../support/run-job.ts';
import { TEST_ADMIN } from '../support/start-server.ts';
import { describeOnEachStore, WORKSHOP } from '../api/each-store.ts';
import { createWorkflowPlugin, makeWorkflow, outcomesOf, runsOf, setFields, settle } from './workflow-fixture.ts';

const HOUR = 3_600_000;
const time = { offset: 0 };
const clock: ClockPort = { now: () => Date.now() + time.offset };
const PASSWORD = 'Approver-pass1!';

type Approval = Extract<WorkflowStep, { readonly type: 'approval' }>;

/** A workflow that runs when a tool is created with its id in the serial number. */
const requests = (id: string, more: Partial<Approval>): WorkflowDefinition =>
  makeWorkflow(id, {
    appliesTo: 'new',
    conditions: [{ id: 'c1', type: 'rule', rule: { in: [id, { var: 'record.serial' }] } }],
    actions: [
      {
        ...{ id: 'a', type: 'approval', text: 'Buy {{ name }}', approvers: [{ role: 'role_keeper' }] },
        whenApproved: [setFields('yes', { notes: 'Approved' })],
        whenDeclined: [setFields('no', { notes: 'Declined' })],
        ...more,
      },
      setFields('last', { weight: 7 }),
    ],
  });

const WORKFLOWS: readonly WorkflowDefinition[] = [
  requests('by_role', {}),
  requests('by_lead', { approvers: [{ lead: true }] }),
  requests('by_field', { approvers: [{ field: 'assigned_to' }] }),
  requests('reminded', { remindEvery: { amount: 4, unit: 'hours' }, timeLimit: { amount: 10, unit: 'hours' } }),
  requests('branched', {
    timeLimit: { amount: 1, unit: 'hours' },
    onTimeout: 'branch',
    whenTimedOut: [setFields('late', { notes: 'Too late' })],
  }),
  makeWorkflow('strict', {
    appliesTo: 'new',
    conditions: [{ id: 'c1', type: 'rule', rule: { in: ['strict', { var: 'record.serial' }] } }],
    actions: [
      {
        id: 'a',
        type: 'approval',
        text: 'Buy',
        approvers: [{ role: 'role_keeper' }],
        timeLimit: { amount: 1, unit: 'hours' },
        onTimeout: 'approved',
      },
      setFields('last', { weight: 7 }),
    ],
  }),
];

describeOnEachStore(
  'Approvals of workflows',
  (server) => {
    let admin: ApiClient;
    /** Two keepers, and a user without a role who may see nothing. */
    const people: { [name: string]: { readonly id: string; client: ApiClient } } = {};
    const must = async (request: Promise<TestResponse>, status = 200): Promise<TestResponse['body']> => {
      const response = await request;
      expect(response.status, JSON.stringify(response.body)).toBe(status);
      return response.body;
    };
    const signIn = (name: string) => server().signIn(`${name}@approvals.test`, PASSWORD);
    const as = (name: string): ApiClient => people[name]?.client as ApiClient;
    const idOf = (name: string): string => people[name]?.id ?? '';
    const register = async (name: string, roles: string[], more: JsonObject = {}) => {
      const person = {
        email: `${name}@approvals.test`,
        password: PASSWORD,
        first_name: name,
        last_name: 'Test',
        userType: 'Standard',
        roles,
      };
      await must(server().admin.post('/api/users/register', { ...person, ...more }), 201);
      const { data } = await must(server().admin.post('/api/users/search', { searchTerms: { email: person.email } }));
      people[name] = { id: data[0]._id, client: await signIn(name) };
    };
    const create = async (serial: string, fields: JsonObject = {}): Promise<string> => {
      const { _id } = await must(admin.post('/api/tools', { name: 'Saw', serial, ...fields }), 201);
      await settle(server());
      return _id;
    };
    const runOf = async (id: string): Promise<string> => (await runsOf(server(), id))[0]?._id ?? '';
    const read = async (id: string): Promise<JsonObject> => (await must(admin.get(`/api/tools/${id}`))) as JsonObject;
    const waiting = async (name: string): Promise<readonly string[]> =>
      (await must(as(name).get('/api/approvals'))).data.map(({ record }: { record: { _id: string } }) => record._id);
    const decide = async (name: string, run: string, action: string, body: JsonObject = {}): Promise<string> => {
      const { status, body: sent } = await as(name).post(`/api/workflow-runs/${run}/${action}`, body);
      await settle(server());
      return status === 200 ? 'ok' : String(sent.code);
    };
    const mailsTo = async (name: string): Promise<readonly { subject: string; text: string }[]> =>
      (await must(admin.get('/api/mail?pageSize=100'))).data.filter(({ to }: { to: string[] }) => to[0] === `${name}@approvals.test`);
    const goOn = async (hours: number): Promise<void> => {
      time.offset += hours * HOUR;
      admin = await server().signIn(TEST_ADMIN.email, TEST_ADMIN.password);
      for (const name of Object.keys(people)) (people[name] as { client: ApiClient }).client = await signIn(name);
      await runJob(server(), 'muster/continue-workflows');
      await settle(server());
    };

    beforeAll(async () => {
      admin = server().admin;
      await register('kay', ['role_keeper']);
      await register('kim', ['role_keeper']);
      await register('bo', ['role_borrower']);
    });

    it('wait for a role, and are decided once, with the comment in the run', async () => {
      const id = await create('by_role 1');
      const run = await runOf(id);
      expect([await waiting('kay'), await waiting('kim'), await waiting('bo')]).toEqual([[id], [id], []]);
      expect(await must(as('kay').get(`/api/approvals?module=tools&record=${id}`))).toMatchObject({
        total: 1,
        data: [{ run, step: 'a', text: 'Buy Saw', module: 'tools', record: { _id: id, name: 'Saw' }, until: null }],
      });
      const { data } = await must(as('kay').get('/api/notifications'));
      expect(data[0]).toMatchObject({ text: 'Approval: Buy Saw', path: `/approvals?run=${run}` });
      expect(await decide('bo', run, 'approve')).toBe('workflow_run_not_found');
      expect((await admin.post(`/api/workflow-runs/${run}/approve`, {})).body.code).toBe('approval_not_yours');
      expect(await decide('kay', run, 'approve', { step: 'other' })).toBe('approval_not_waiting');
      expect(await decide('kay', run, 'approve', { comment: 'x'.repeat(2001) })).toBe('body_invalid');
      const both = await Promise.all([
        as('kay').post(`/api/workflow-runs/${run}/approve`, { comment: 'Fine' }),
        as('kim').post(`/api/workflow-runs/${run}/decline`, { comment: 'No' }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(both.find(({ status }) => status === 409)?.body.code).toBe('approval_decided');
      await settle(server());
      const isApproved = both[0]?.status === 200;
      expect(await read(id)).toMatchObject({ notes: isApproved ? 'Approved' : 'Declined', weight: 7 });
      const shown = await must(admin.get(`/api/workflow-runs/${run}`));
      expect(shown.steps.find(({ path }: { path: string }) => path === 'a').result).toMatchObject(
        isApproved
          ? { outcome: 'approved', by: idOf('kay'), comment: 'Fine', via: 'product' }
          : { outcome: 'declined', by: idOf('kim'), comment: 'No' },
      );
      expect(JSON.stringify(shown)).not.toContain('secret');
      expect([await waiting('kay'), await decide('kay', run, 'approve')]).toEqual([[], 'approval_decided']);
    });

    it('are decided by the link of an e-mail, which a GET never does', async () => {
      const id = await create('by_role 2');
      const mail = (await mailsTo('kay')).find(({ text }) => text.includes('Buy Saw'));
      const token = /token=(\S+)/u.exec(mail?.text ?? '')?.[1] ?? '';
      const { anonymous } = server();
      const latest = (await mailsTo('kay')).map(({ text }) => /token=(\S+)/u.exec(text)?.[1] ?? '');
      const open: string[] = [];
      for (const one of latest) if ((await anonymous.get(`/api/approval-links/${one}`)).status === 200) open.push(one);
      expect([token === '', open.length]).toEqual([false, 1]);
      const link = open[0] ?? '';
      expect((await anonymous.get(`/api/approval-links/${link}`)).body).toMatchObject({ state: 'open', text: 'Buy Saw', record: 'Saw' });
      expect(await outcomesOf(server(), id)).toEqual(['by_role waiting']);
      const [run, , signature] = link.split('.');
      const forged = [run, Buffer.from(idOf('kim')).toString('base64url'), signature].join('.');
      for (const bad of [forged, `${link}x`, 'nothing'])
        expect((await anonymous.post(`/api/approval-links/${bad}`, { outcome: 'approved' })).body.code).toBe('approval_link_invalid');
      expect((await anonymous.post(`/api/approval-links/${link}`, { outcome: 'perhaps' })).status).toBe(422);
      await must(anonymous.post(`/api/approval-links/${link}`, { outcome: 'declined', comment: 'By mail' }));
      await settle(server());
      expect(await read(id)).toMatchObject({ notes: 'Declined', weight: 7 });
      expect((await runsOf(server(), id))[0]?.steps.find(({ path }) => path === 'a')?.result).toMatchObject({
        via: 'link',
        by: idOf('kay'),
      });
      expect((await anonymous.post(`/api/approval-links/${link}`, { outcome: 'approved' })).body.code).toBe('approval_link_invalid');
    });

    it('follow the manager of the owner, and the field of the record, as they are now', async () => {
      await must(admin.put(`/api/users/${idOf('bo')}`, { manager: idOf('kay') }));
      const led = await create('by_lead 1', { assigned_to: idOf('bo') });
      expect([await waiting('kay'), await waiting('kim')]).toEqual([[led], []]);
      await must(admin.put(`/api/users/${idOf('bo')}`, { manager: idOf('kim') }));
      expect([await waiting('kay'), await waiting('kim')]).toEqual([[], [led]]);
      expect(await decide('kay', await runOf(led), 'approve')).toBe('approval_not_yours');
      expect(await decide('kim', await runOf(led), 'decline')).toBe('ok');
      // A manager who does not see the record gets no e-mail, and cannot decide.
      await must(admin.put(`/api/users/${idOf('kay')}`, { manager: idOf('bo') }));
      const hidden = await create('by_lead 2', { assigned_to: idOf('kay') });
      expect([await mailsTo('bo'), await waiting('bo')]).toEqual([[], []]);
      expect(await decide('bo', await runOf(hidden), 'approve')).toBe('workflow_run_not_found');
      const named = await create('by_field 1', { assigned_to: idOf('kay') });
      await must(admin.put(`/api/tools/${named}`, { assigned_to: idOf('kim') }));
      await settle(server());
      expect([await waiting('kay'), await waiting('kim')]).toEqual([[], [named]]);
      expect([await decide('kay', await runOf(named), 'approve'), await decide('kim', await runOf(named), 'approve')]).toEqual([
        'approval_not_yours',
        'ok',
      ]);
      const nobody = await create('by_field 2');
      expect((await runsOf(server(), nobody))[0]?.error?.code).toBe('approval_without_approver');
    });

    it('are decided by a manager whom the owner cannot choose', async () => {
      const module_access = { users: { access: true, create: false, view: 'All', edit: 'None', delete: 'None' } };
      const { _id } = await must(admin.post('/api/roles', { name: 'Reader', module_access }), 201);
      await register('ro', [_id, 'role_borrower']);
      const { status, body } = await as('ro').put(`/api/users/${idOf('ro')}`, { manager: idOf('ro') });
      expect([status, body.details?.[0]?.field ?? body.code]).toEqual([403, 'manager']);
      expect((await must(admin.get(`/api/users/${idOf('ro')}`))).manager).toBeUndefined();
    });

    it('are handed over to somebody who sees the record', async () => {
      const id = await create('by_field 3', { assigned_to: idOf('kay') });
      const run = await runOf(id);
      const refused = [await decide('kay', run, 'delegate', { to: idOf('bo') }), await decide('kay', run, 'delegate', { to: idOf('kay') })];
      expect(refused).toEqual(['approval_delegate_invalid', 'approval_delegate_invalid']);
      const before = (await mailsTo('kim')).length;
      expect(await decide('kay', run, 'delegate', { to: idOf('kim'), comment: 'On leave' })).toBe('ok');
      expect([await waiting('kay'), await waiting('kim'), (await mailsTo('kim')).length]).toEqual([[], [id], before + 1]);
      expect([await decide('kay', run, 'approve'), await decide('kim', run, 'approve')]).toEqual(['approval_not_yours', 'ok']);
      expect((await runsOf(server(), id))[0]?.steps.find(({ path }) => path === 'a')?.result).toMatchObject({
        by: idOf('kim'),
        delegations: [{ from: idOf('kay'), to: idOf('kim'), comment: 'On leave' }],
      });
    });

    it('remind, time out, and run what follows', async () => {
      const [reminded, branched, strict] = [await create('reminded 1'), await create('branched 1'), await create('strict 1')];
      const before = (await mailsTo('kay')).length;
      await goOn(5);
      expect((await mailsTo('kay')).filter(({ subject }) => subject === 'Reminder: Buy Saw')).toHaveLength(1);
      expect((await mailsTo('kay')).length).toBe(before + 1);
      expect([await read(branched), await read(strict)]).toMatchObject([{ notes: 'Too late', weight: 7 }, { weight: 7 }]);
      await goOn(6);
      expect((await runsOf(server(), reminded))[0]?.error?.code).toBe('approval_timed_out');
      expect(await waiting('kay')).toEqual([]);
      await must(admin.post(`/api/workflow-runs/${await runOf(reminded)}/retry`, {}));
      await settle(server());
      expect(await waiting('kay')).toEqual([reminded]);
      expect(await decide('kay', await runOf(reminded), 'approve')).toBe('ok');
      expect(await read(reminded)).toMatchObject({ notes: 'Approved', weight: 7 });
    });

    it('end the run when they are declined without steps for it, and nobody else decides when it was cancelled', async () => {
      const id = await create('strict 2');
      expect(await decide('kim', await runOf(id), 'decline', { comment: 'Too dear' })).toBe('ok');
      expect([await outcomesOf(server(), id), (await read(id))['weight'] ?? null]).toEqual([['strict succeeded'], null]);
      const other = await create('strict 3');
      await must(admin.post(`/api/workflow-runs/${await runOf(other)}/cancel`, {}));
      expect([await waiting('kim'), await decide('kim', await runOf(other), 'approve')]).toEqual([[], 'approval_not_waiting']);
    });
  },
  { ...WORKSHOP, plugins: [createWorkflowPlugin(WORKFLOWS)], background: 'manual', clock },
);
