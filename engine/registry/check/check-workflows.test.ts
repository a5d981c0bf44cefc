import { describe, expect, it } from 'vitest';
import { checkFolders } from '../registry-core.ts';

const BASE = { id: 'w1', name: 'Paint', module: 'things', executionOccurs: 'save' } as const;

/** The problems of workflows with these definitions, as 'path: cause'. */
async function find(...workflows: readonly object[]): Promise<readonly string[]> {
  const definitions = workflows.map((one, index) => ({
    kind: 'workflow' as const,
    definition: { ...BASE, id: `w${index + 1}`, name: `Paint ${index + 1}`, ...one },
  }));
  const { problems, workflows: own } = await checkFolders(['tests/fixtures/definitions'], [{ plugin: 'more', definitions }]);
  expect(problems).toEqual(own);
  return own.map(({ path, cause }) => `${path.replace('/definitions/0', '')}: ${cause}`);
}

const findInSteps = (...actions: readonly object[]) => find({ actions: actions.map((one, index) => ({ id: `s${index}`, ...one })) });
const findInConditions = (...conditions: readonly object[]) =>
  find({ conditions: conditions.map((one, index) => ({ id: `c${index}`, ...one })) });
const update = (values: object) => ({ type: 'update-record', values });

describe('the check of a workflow', () => {
  it('accepts one that uses what exists', async () => {
    expect(
      await find({
        active: true,
        conditions: [
          { id: 'c1', type: 'changes-to', field: 'colour', from: 'red', to: 'blue' },
          { id: 'c2', type: 'related-contains', relation: 'boxes_things', field: 'name', value: 'Big' },
          { id: 'c3', type: 'rule', rule: { '>': [{ var: 'record.price' }, 5] } },
        ],
        alerts: [
          {
            id: 'a1',
            name: 'Painted',
            alertType: 'email',
            sourceType: 'normal',
            subject: '{{ name }} in {{ boxes_things.name }}',
            message: 'For {{ user.name }}, {{ today }}',
            recipients: [{ owner: true }, { role: 'role_clerk' }, { field: 'boxes_things.assigned_to' }],
          },
        ],
        actions: [
          { id: 's1', type: 'update-record', values: { colour: { value: 'blue' }, code: { text: 'T {{ name }}' } } },
          { id: 's2', type: 'create-record', module: 'boxes', values: { name: { field: 'name' }, assigned_to: { user: 'owner' } } },
          { id: 's3', type: 'for-each', relation: 'about', steps: [{ id: 's4', type: 'update-record', values: { name: { value: 'x' } } }] },
        ],
      }),
    ).toEqual([]);
  });

  it('refuses a relation that leads to several modules, or to several records', async () => {
    expect(
      await find({ module: 'boxes', actions: [{ id: 's', ...update({ name: { text: '{{ inside.name }} {{ holds.name }}' } }) }] }),
    ).toEqual([
      '/actions/0/values/name/text: inside leads to several records: use one that leads to one record.',
      '/actions/0/values/name/text: holds leads to several records: use one that leads to one record.',
    ]);
  });

  it('names modules, fields, relations, roles and workflows that do not exist', async () => {
    expect(await find({ module: 'thingz' })).toEqual(['/module: There is no module thingz.']);
    expect(await findInConditions({ type: 'field-changes', field: 'color' })).toEqual([
      '/conditions/0/field: There is no field color in things. Did you mean colour?',
    ]);
    expect(await findInConditions({ type: 'related-contains', relation: 'nowhere', field: 'name', value: 'x' })).toEqual([
      '/conditions/0/relation: There is no relation nowhere of things.',
    ]);
    expect(await find({ executionOccurs: 'button', button: { label: 'Go', roles: ['Clerc'] } })).toEqual([
      '/button/roles/0: There is no role Clerc. Did you mean Clerk?',
    ]);
    expect(await findInSteps({ type: 'notification', text: 'Hi {{ nobody }}', recipients: [{ role: 'role_x' }] })).toEqual([
      '/actions/0/text: There is no field nobody in things.',
      expect.stringContaining('/actions/0/recipients/0/role: There is no role with the id role_x.'),
    ]);
    expect(await findInSteps({ type: 'start-workflow', workflow: 'other' })).toEqual(['/actions/0/workflow: There is no workflow other.']);
    expect(await findInSteps({ type: 'create-record', module: 'boxs', values: { name: { value: 'x' } } })).toEqual([
      '/actions/0/module: There is no module boxs. Did you mean boxes?',
    ]);
  });

  it('refuses values that do not fit their field', async () => {
    expect(await findInSteps(update({ colour: { value: 'green-ish' }, price: { value: 'much' } }))).toEqual([
      expect.stringMatching(/^\/actions\/0\/values\/colour\/value: "green-ish" is no value of colour: .* It is one of: /u),
      expect.stringMatching(/^\/actions\/0\/values\/price\/value: "much" is no value of price: /u),
    ]);
    expect(await findInConditions({ type: 'changes-to', field: 'colour', to: 'mauve' })).toEqual([
      expect.stringContaining('/conditions/0/to: "mauve" is no value of colour'),
    ]);
    expect(await findInSteps(update({ price: { field: 'code' }, colour: { date: 'today' }, code: { user: 'owner' } }))).toEqual([
      '/actions/0/values/price/field: price (Currency) cannot have the value of code (TextField).',
      '/actions/0/values/colour/date: colour is neither a Date nor a DateTime.',
      '/actions/0/values/code/user: code does not relate to users.',
    ]);
    expect(await findInSteps(update({ createdAt: { date: 'now' }, name: { field: 'code', add: { amount: 1, unit: 'days' } } }))).toEqual([
      '/actions/0/values/createdAt: createdAt is read-only: the product sets it.',
      '/actions/0/values/name/add: code is neither a Date nor a DateTime.',
    ]);
    expect(await findInSteps({ type: 'create-record', module: 'boxes', values: { name: { value: 'x' } }, link: 'name' })).toEqual([
      '/actions/0/link: name does not relate to things.',
    ]);
  });

  it('checks approvals and the steps of their outcomes', async () => {
    const approval = { type: 'approval', text: 'Paint {{ name }}', approvers: [{ role: 'role_clerk' }, { field: 'assigned_to' }] };
    const bad = update({ nme: { value: 'x' } });
    expect(await findInSteps({ ...approval, remindEvery: { amount: 1, unit: 'days' }, whenDeclined: [] })).toEqual([]);
    const approvers = [{ role: 'role_nobody' }, { field: 'code' }];
    expect(await findInSteps({ ...approval, text: '{{ nme }}', approvers, whenApproved: [{ id: 'in', ...bad }] })).toEqual([
      expect.stringContaining('/actions/0/text: There is no field nme'),
      expect.stringContaining('/actions/0/approvers/0/role: There is no role with the id role_nobody'),
      '/actions/0/approvers/1/field: code does not name users.',
      expect.stringContaining('/actions/0/whenApproved/0/values/nme: There is no field nme'),
    ]);
    const times = {
      remindEvery: { amount: 5, unit: 'minutes' },
      onTimeout: 'approved',
      whenTimedOut: [{ id: 'in', type: 'wait', until: 'createdAt' }],
    };
    expect(await findInSteps({ ...approval, ...times })).toEqual([
      '/actions/0/remindEvery/unit: Remind in hours or longer.',
      '/actions/0/timeLimit: Without a time limit it cannot time out: give timeLimit, or leave out onTimeout.',
      "/actions/0/whenTimedOut: These steps run only with 'branch' as onTimeout.",
    ]);
  });

  it('checks rules and filters', async () => {
    expect(await findInConditions({ type: 'rule', rule: { eval: ['1'] } })).toEqual(
      ['/conditions/0/rule/eval: There is no operator eval.'].map((text) => expect.stringContaining(text.split(': ')[1] ?? '') as string),
    );
    expect(await findInSteps({ type: 'wait', for: { amount: 1, unit: 'days' }, condition: { '==': [{ var: 'record.size' }, 1] } })).toEqual(
      [expect.stringContaining('There is no field size.')],
    );
    expect(await find({ executionOccurs: 'schedule', schedule: { cron: '0 8 * * 1', filter: { colr: 'red' } } })).toEqual([
      expect.stringContaining('/schedule/filter/colr'),
    ]);
  });

  it('requires what starts the workflow', async () => {
    for (const [executionOccurs, part] of [
      ['time', 'time'],
      ['schedule', 'schedule'],
      ['button', 'button'],
      ['workflow', 'after'],
    ])
      expect(await find({ executionOccurs })).toEqual([`/${part}: A workflow with executionOccurs ${executionOccurs} needs ${part}.`]);
    const offset = { amount: -3, unit: 'days' };
    expect(await find({ executionOccurs: 'time', time: { field: 'price', offset } })).toEqual([
      '/time/field: price is neither a Date nor a DateTime.',
    ]);
    expect(await find({ executionOccurs: 'time', time: { field: 'createdAt', offset, at: '08:00' } })).toEqual([
      '/time/at: createdAt is a DateTime, which has a time of day of its own.',
    ]);
    expect(await find({ executionOccurs: 'schedule', schedule: { cron: '61 8 * * 1-5' } })).toEqual([
      '/schedule/cron: 61 8 * * 1-5 is no cron expression, such as 0 8 * * 1-5.',
    ]);
    expect(await find({ executionOccurs: 'schedule', schedule: { cron: 'every day at 8' } })).toEqual([
      expect.stringContaining('no cron expression'),
    ]);
  });

  it('requires the text of a message only while the workflow is active', async () => {
    const alerts = [{ id: 'a', name: 'Hello', alertType: 'email', sourceType: 'normal', recipients: [{ owner: true }] }];
    expect(await find({ alerts })).toEqual([]);
    expect(await find({ alerts, active: true })).toEqual([
      '/alerts/0/subject: An active workflow needs the subject of its message Hello.',
      '/alerts/0/message: An active workflow needs the message of its message Hello.',
    ]);
  });

  it('accepts variables of a webhook in a workflow that one starts', async () => {
    const message = {
      alertType: 'email',
      sourceType: 'normal',
      subject: 'Hi',
      message: '{{ webhook.city }}',
      recipients: [{ owner: true }],
    };
    const alerts = [{ id: 'a', name: 'Hello', ...message }];
    expect(await find({ alerts, executionOccurs: 'webhook' })).toEqual([]);
    expect(await find({ alerts })).toEqual([
      '/alerts/0/message: Only a workflow that a webhook starts has the variables of {{ webhook.… }}.',
    ]);
  });

  it('reports a loop of workflows with its cycle', async () => {
    const start = (workflow: string) => ({ actions: [{ id: 's', type: 'start-workflow', workflow }] });
    expect(await find(start('w1'))).toEqual(['/actions/0/workflow: The workflow starts itself again: Paint 1 → Paint 1.']);
    expect(await find(start('w2'), { executionOccurs: 'workflow', after: { workflow: 'w3' } }, start('w1'))).toEqual([]);
    const found = await find(start('w2'), {}, { ...start('w1'), executionOccurs: 'workflow', after: { workflow: 'w2' } });
    expect(found.map((text) => text.replace('/definitions/2', ''))).toEqual([
      '/actions/0/workflow: The workflow starts itself again: Paint 1 → Paint 2 → Paint 3 → Paint 1.',
      expect.stringContaining('The workflow starts itself again: Paint 2 → Paint 3 → Paint 1 → Paint 2.'),
      expect.stringContaining('/actions/0/workflow: The workflow starts itself again: Paint 3 → Paint 1 → Paint 2 → Paint 3.'),
    ]);
  });

  it('explains a wrong form at the part that is meant', async () => {
    expect(await findInSteps({ type: 'update-recrod', values: {} })).toEqual([
      expect.stringContaining('/actions/0: The type "update-recrod" is none of the allowed values. Did you mean update-record?'),
    ]);
    expect(await findInSteps(update({ colour: { value: 'red', add: 1 } }))).toEqual([
      expect.stringContaining('/actions/0/values/colour: There is no property add.'),
    ]);
    const otherwise = [{ id: 'n', type: 'notification', text: 'Dry', recipients: [{ owner: true }] }];
    expect(await findInSteps({ type: 'branch', branches: [{ condition: true, steps: [] }], otherwise })).toEqual([
      expect.stringContaining('/actions/0/branches/0/steps'),
    ]);
    expect(await findInSteps({ type: 'start-workflow' })).toEqual(['/actions/0: The property workflow is missing.']);
  });

  it('requires unique ids and names', async () => {
    expect(
      await find({ conditions: [{ id: 'a', type: 'record-changes' }], actions: [{ id: 'a', ...update({ code: { value: 'x' } }) }] }),
    ).toEqual(['/actions/0/id: Two parts of the workflow have the id a.']);
    expect((await find({ name: 'One' }, { name: 'One' })).map((text) => text.split(': ')[1])).toEqual([
      'There is another workflow One (id w1).',
    ]);
  });
});
