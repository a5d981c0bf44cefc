import { beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowDefinition, WorkflowStep } from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';
import { loadAdminTexts } from '../../../../kit/index.ts';
import { describeWorkflowCondition } from './describe-conditions.ts';
import { describeAlert, describeBranch, describeList, describeStep, namesInside } from './describe-steps.ts';
import { describeCron, describeTrigger, readCron, writeCron } from './describe-trigger.ts';
import { capitalize, dropMarks, mark, splitMarks, withArticle, type WorkflowNames } from './workflow-names.ts';

const field = (fieldName: string, label: string, inputType: string, more: object = {}) => ({
  fieldName,
  label,
  inputType,
  refs: [],
  ...more,
});
const TOOLS = {
  name: 'tools',
  labelSingular: 'Tool',
  fields: [
    field('status', 'Status', 'Dropdown', { dropdown: 'tool_state' }),
    field('return_on', 'Next date', 'Date'),
    field('opted_out', 'E-mail opt-out', 'Checkbox'),
    field('maker', 'Maker', 'Relate', { refs: ['makers'] }),
  ],
  relations: [
    { name: 'maker', label: 'Maker', direction: 'forward', modules: ['makers'], many: false },
    { name: 'repairs', label: 'Repairs', direction: 'reverse', modules: ['repairs'], many: true },
  ],
  dropdowns: {
    tool_state: {
      options: [
        { value: 'new', label: 'New' },
        { value: 'open', label: 'In progress' },
      ],
    },
  },
} as unknown as ModuleView;
const MAKERS = { name: 'makers', labelSingular: 'Maker', fields: [field('city', 'City', 'TextField')], relations: [], dropdowns: {} };
const REPAIRS = {
  ...{ name: 'repairs', labelSingular: 'Repair', relations: [], dropdowns: {} },
  fields: [field('name', 'Name', 'TextField'), field('due', 'Due', 'Date'), field('parent', 'Parent', 'Relate', { refs: ['tools'] })],
};
const NAMES: WorkflowNames = {
  module: TOOLS,
  moduleOf: (name) => [TOOLS, MAKERS as unknown as ModuleView, REPAIRS as unknown as ModuleView].find((one) => one.name === name),
  nameOf: (kind, id) => (id === 'gone' ? undefined : `${kind} ${id}`),
  missing: [],
};
const base: WorkflowDefinition = { id: 'w', name: 'W', module: 'tools', executionOccurs: 'save' };
const when = (more: Partial<WorkflowDefinition>) => dropMarks(describeTrigger({ ...base, ...more }, NAMES));
const then = (step: object, names = NAMES) => dropMarks(describeStep({ id: 's', ...step } as WorkflowStep, names));

beforeAll(loadAdminTexts);

describe('When', () => {
  it('is read aloud for a save', () => {
    expect(when({})).toBe('a tool is created or changed');
    expect(when({ appliesTo: 'new' })).toBe('a tool is created');
    expect(when({ appliesTo: 'update' })).toBe('a tool is changed');
  });

  it('is read aloud for a time before or after a date', () => {
    const time = { field: 'return_on', offset: { amount: -30, unit: 'days' as const } };
    expect(when({ executionOccurs: 'time', time })).toBe('it is 30 days before Next date of the tool');
    const after = { field: 'return_on', offset: { amount: 1, unit: 'months' as const }, at: '13:05' };
    expect(when({ executionOccurs: 'time', time: after })).toBe('it is 1 month after Next date of the tool, at 1:05 PM');
    expect(when({ executionOccurs: 'time', time: { ...time, offset: { amount: 0, unit: 'days' } } })).toBe('it is Next date of the tool');
  });

  it('is read aloud for schedules, buttons, web addresses and other workflows', () => {
    expect(when({ executionOccurs: 'schedule', schedule: { cron: '0 8 * * 1' } })).toBe('every Monday at 8:00 AM, for each tool');
    expect(when({ executionOccurs: 'button', button: { label: 'Send' } })).toBe('a user presses Send on a tool');
    expect(when({ executionOccurs: 'webhook' })).toBe('its web address is called for a tool');
    expect(when({ executionOccurs: 'workflow', after: { workflow: 'x', result: 'failed' } })).toBe('the workflow workflow x fails');
    expect(when({ executionOccurs: 'workflow', after: { workflow: 'gone' } })).toBe('the workflow something that was removed ends well');
  });

  it('reads and writes the usual cron expressions', () => {
    for (const cron of ['5 * * * *', '30 8 * * *', '0 9 * * 1-5', '0 17 * * 0', '15 6 20 * *'])
      expect(writeCron(readCron(cron))).toBe(cron);
    expect(describeCron('0 17 * * 7')).toBe('every Sunday at 5:00 PM');
    expect(describeCron('*/5 1 * * *')).toBe('at the times of “*/5 1 * * *”');
    expect(describeCron('15 6 20 * *')).toBe('on day 20 of every month at 6:15 AM');
  });
});

describe('If', () => {
  const says = (condition: object) => dropMarks(describeWorkflowCondition({ id: 'c', ...condition } as never, NAMES));

  it('names fields and options by their labels', () => {
    expect(says({ type: 'changes-to', field: 'status', from: 'new', to: 'open' })).toBe('Status changes from New to In progress');
    expect(says({ type: 'changes-to', field: 'opted_out', to: true })).toBe('E-mail opt-out changes to Yes');
    expect(says({ type: 'changes-to', field: 'return_on', from: '2026-03-05' })).toBe('Next date changes from Mar 5, 2026');
    expect(says({ type: 'field-changes', field: 'status' })).toBe('Status changes');
    expect(says({ type: 'record-changes' })).toBe('anything in the tool changes');
    expect(says({ type: 'related-contains', relation: 'maker', field: 'city', value: 'Joliet' })).toBe(
      'the tool changes, and City of Maker is Joliet',
    );
  });

  it('reads rules and groups', () => {
    const rule = { type: 'rule', rule: { in: [{ var: 'record.status' }, ['open', 'new']] } };
    expect(says(rule)).toBe('Status is any of In progress, New');
    const inner = { type: 'group', match: 'any', conditions: [{ type: 'field-changes', field: 'status' }, { type: 'record-changes' }] };
    expect(says({ type: 'group', match: 'all', conditions: [rule, inner] })).toBe(
      'Status is any of In progress, New and (Status changes or anything in the tool changes)',
    );
    expect(says({ type: 'rule', rule: { '%': [1, 2] } })).toBe('a rule of its own is true');
    expect(says({ type: 'rule', rule: { and: [rule.rule, { or: [rule.rule, { '%': [1, 2] }] }] } })).toBe('a rule of its own is true');
  });
});

describe('Then', () => {
  it('reads what fields are set to', () => {
    const values = {
      status: { value: 'open' },
      return_on: { date: 'today', add: { amount: 2, unit: 'weeks' } },
      maker: { value: null },
    };
    expect(then({ type: 'update-record', values })).toBe('set Status to In progress, set Next date to 2 weeks from now and clear Maker');
    expect(then({ type: 'update-record', values: {} })).toBe('change a field (choose one)');
  });

  it('reads related and new records', () => {
    const values = { name: { text: 'Call {{ maker.city }}' }, due: { field: 'return_on', add: { amount: -1, unit: 'days' } } };
    expect(then({ type: 'create-record', module: 'repairs', values, link: 'parent' })).toBe(
      'create a repair with Name “Call [Maker: City]” and Due 1 day before Next date, whose Parent is this tool',
    );
    expect(then({ type: 'update-related', relation: 'repairs', filter: {}, values: { name: { value: 'Old' } } })).toBe(
      'In those of Repairs that the filter matches, set Name to Old',
    );
    const each = { id: 's', type: 'for-each' as const, relation: 'repairs', steps: [] };
    expect(then(each)).toBe('for each of Repairs');
    expect(then({ type: 'update-record', values: { due: { value: null } } }, namesInside(each, NAMES))).toBe('clear Due');
  });

  it('reads approvals with their approvers, times and outcomes', () => {
    const step = { id: 's', type: 'approval' as const, text: 'Lend {{ status }}', approvers: [{ lead: true as const }, { role: 'r1' }] };
    expect(then(step)).toBe('ask the manager of the owner and users with the role role r1 to approve “Lend [Status]”');
    expect(
      then({ ...step, remindEvery: { amount: 1, unit: 'days' }, timeLimit: { amount: 2, unit: 'weeks' }, onTimeout: 'declined' }),
    ).toMatch(/, with a reminder every 1 day, for at most 2 weeks, then it counts as declined$/u);
    const heads = (more: object) => [0, 1, 2].map((index) => describeList({ ...step, ...more }, index, NAMES));
    expect(heads({})).toEqual(['If it is approved', 'If it is declined, the run ends', 'If it is approved']);
    expect(heads({ whenDeclined: [], onTimeout: 'branch' })).toEqual([
      'If it is approved',
      'If it is declined',
      'If nobody decides in time',
    ]);
  });

  it('reads messages with their recipients', () => {
    const alert = { id: 'a', name: 'A', alertType: 'email', sourceType: 'normal', subject: 'Hi {{ status }}' } as const;
    const recipients = [{ owner: true as const }, { role: 'r' }, { field: 'maker' }];
    expect(dropMarks(describeAlert({ ...alert, recipients }, NAMES))).toBe(
      'send the e-mail “Hi [Status]” to the owner, users with the role role r and Maker',
    );
    const template = {
      ...alert,
      alertType: 'invite' as const,
      sourceType: 'template' as const,
      campaignTemplate: 'gone',
      recipients: [{ team: 't' }],
    };
    expect(dropMarks(describeAlert(template, NAMES))).toBe('send the invitation of a template that is missing to the team team t');
    expect(then({ type: 'notification', text: 'Look', recipients: [] })).toBe('notify nobody yet: “Look”');
  });

  it('reads waits, branches and other workflows', () => {
    expect(then({ type: 'wait', for: { amount: 3, unit: 'days' } })).toBe('wait 3 days');
    expect(then({ type: 'wait', until: 'return_on' })).toBe('wait until Next date');
    const condition = { in: [{ var: 'record.status' }, ['open']] };
    expect(then({ type: 'wait', for: { amount: 1, unit: 'weeks' }, condition, otherwise: 'end' })).toBe(
      'wait until Status is any of In progress, for at most 1 week, else end',
    );
    expect(then({ type: 'branch', branches: [{ condition, steps: [] }] })).toBe('take the branch if its condition is true');
    expect(dropMarks(describeBranch(condition, NAMES))).toBe('If Status is any of In progress');
    expect(then({ type: 'start-workflow', workflow: 'x' })).toBe('start the workflow workflow x');
    expect(then({ type: 'plugin', action: 'slack/post' })).toBe('run the action action slack/post');
    expect(then({ type: 'call-webhook', url: 'https://hooks.example.com/a?b' })).toBe('call the web address of hooks.example.com');
  });
});

describe('The marks of a sentence', () => {
  it('are split, dropped and capitalized over', () => {
    expect(splitMarks(`set ${mark('A')} to ${mark('B')}`)).toEqual([
      { text: 'set ', isMarked: false },
      { text: 'A', isMarked: true },
      { text: ' to ', isMarked: false },
      { text: 'B', isMarked: true },
    ]);
    expect(dropMarks(capitalize(`${mark('every day')}, for each`))).toBe('Every day, for each');
    expect([withArticle('account'), withArticle('user'), withArticle('tool')]).toEqual(['an account', 'a user', 'a tool']);
  });
});
