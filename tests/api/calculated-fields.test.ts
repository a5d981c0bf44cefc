import { beforeAll, expect, inject, it } from 'vitest';
import { createAesCipher } from '../../engine/adapters/aes-cipher/index.ts';
import { NO_HOOKS, updateCalculatedFields } from '../../engine/records/index.ts';
import type { JsonObject } from '#engine/model/values';
import { createSignedInUser } from '../support/create-signed-in-user.ts';
import { killAfter } from '../support/kill-after.ts';
import { runJob } from '../support/run-job.ts';
import { describeOnEachStore } from './each-store.ts';

/** For tests with hundreds of saves. */
const SLOW = 120_000 * inject('timeoutFactor');

const TEXT = (fieldName: string): JsonObject => ({ fieldName, label: fieldName, inputType: 'TextField' });
const NUMBER = (fieldName: string, more: JsonObject = {}): JsonObject => ({ fieldName, label: fieldName, inputType: 'Number', ...more });
const own = (name: string): JsonObject => ({ var: `record.${name}` });

/** Projects with tasks: a task reads the rate of its project, and a project sums up its tasks. */
const PROJECT_FIELDS: readonly JsonObject[] = [NUMBER('rate'), TEXT('client')];
const TASK_FIELDS: readonly JsonObject[] = [
  { fieldName: 'project', label: 'Project', inputType: 'Relate', ref: 'projects' },
  NUMBER('hours'),
  { fieldName: 'done', label: 'Done', inputType: 'Checkbox' },
  { fieldName: 'due', label: 'Due', inputType: 'Date' },
  { fieldName: 'cost', label: 'Cost', inputType: 'Currency', formula: { '*': [own('hours'), { var: 'related.project.rate' }] } },
  NUMBER('days', { formula: { '/': [own('hours'), 8] } }),
  NUMBER('rounded', { formula: { round: [own('days')] } }),
  { fieldName: 'title', label: 'Title', inputType: 'TextField', formula: { cat: [{ upper: own('name') }, ': ', own('hours'), ' h'] } },
];
const rollUp = (operation: string, more: JsonObject = {}): JsonObject => ({
  rollUp: { module: 'tasks', field: 'project', operation, ...more },
});
const TOTALS: readonly JsonObject[] = [
  NUMBER('tasks', rollUp('count')),
  NUMBER('open', rollUp('count', { filter: { done: false } })),
  NUMBER('total', rollUp('sum', { of: 'hours' })),
  NUMBER('longest', rollUp('max', { of: 'hours' })),
  NUMBER('mean', rollUp('avg', { of: 'hours' })),
  { fieldName: 'spent', label: 'Spent', inputType: 'Currency', ...rollUp('sum', { of: 'cost' }) },
  { fieldName: 'first_due', label: 'First due', inputType: 'Date', ...rollUp('min', { of: 'due' }) },
  { fieldName: 'busy', label: 'Busy', inputType: 'Checkbox', formula: { '>': [own('total'), 100] } },
];

describeOnEachStore('Calculated fields', (server) => {
  const admin = () => server().admin;
  const ids = new Map<string, string>();
  const make = async (name: string, fields: readonly JsonObject[]): Promise<void> => {
    const { status, body } = await admin().post('/api/ss-modules', { name, label: name, labelSingular: name, fields });
    expect(status, JSON.stringify(body)).toBe(201);
    ids.set(name, body._id);
  };
  const publish = async (name: string, change: (fields: readonly JsonObject[]) => readonly JsonObject[]) => {
    const { body } = await admin().get(`/api/ss-modules/${ids.get(name)}`);
    return admin().put(`/api/ss-modules/${ids.get(name)}`, { fields: change(body.definition.fields) });
  };
  const create = async (module: string, fields: JsonObject): Promise<string> => {
    const { status, body } = await admin().post(`/api/${module}`, fields);
    expect(status, JSON.stringify(body)).toBe(201);
    return body._id;
  };
  const read = async (module: string, id: string) => (await admin().get(`/api/${module}/${id}`)).body;
  const put = async (module: string, id: string, fields: JsonObject) => {
    const { status, body, headers } = await admin().put(`/api/${module}/${id}`, fields);
    expect(status, JSON.stringify(body)).toBe(200);
    return { body, batch: headers.get('x-batch-id') as string };
  };
  const found = async (module: string, searchTerms: object): Promise<number> =>
    (await admin().post(`/api/${module}/search`, { searchTerms })).body.total;

  beforeAll(async () => {
    await make('projects', PROJECT_FIELDS);
    await make('tasks', TASK_FIELDS);
    const { status, body } = await publish('projects', (fields) => [...fields, ...TOTALS]);
    expect(status, JSON.stringify(body)).toBe(200);
    await runJob(server(), 'muster/calculate-fields');
  });

  it('are calculated when a record is saved, from its fields and those of a related record', async () => {
    const project = await create('projects', { name: 'North', rate: 12.5 });
    const { status, body } = await admin().post('/api/tasks', { name: 'Paint', hours: 20, project });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ cost: 250, days: 2.5, rounded: 3, title: 'PAINT: 20 h' });
    expect(await read('tasks', body._id)).toMatchObject({ cost: 250, rounded: 3 });
    expect((await put('tasks', body._id, { hours: 4 })).body).toMatchObject({ cost: 50, days: 0.5, rounded: 1, title: 'PAINT: 4 h' });
    expect((await put('tasks', body._id, { hours: null })).body.cost).toBeUndefined();
  });

  it('are found, sorted and grouped like entered values', async () => {
    const project = await create('projects', { name: 'Sorted', rate: 1 });
    for (const hours of [30, 10, 20]) await create('tasks', { name: `Sorted ${hours}`, hours, project });
    expect(await found('tasks', { project, cost: { range: { gte: 20 } } })).toBe(2);
    expect(await found('tasks', { title: { startsWith: 'sorted 1' } })).toBe(1);
    const { body } = await admin().post('/api/tasks/search', { searchTerms: { project }, sortField: 'cost', sortOrder: 'desc' });
    expect(body.data.map(({ cost }: JsonObject) => cost)).toEqual([30, 20, 10]);
    const { body: groups } = await admin().post('/api/tasks/group', {
      searchTerms: { project },
      by: [{ field: 'rounded' }],
      measures: [{ name: 'n', kind: 'count' }],
    });
    expect(groups.data.length).toBeGreaterThan(1);
  });

  it('cannot be written, by admins neither', async () => {
    const id = await create('tasks', { name: 'Locked', hours: 8 });
    const { status, body } = await admin().put(`/api/tasks/${id}`, { days: 5 });
    expect([status, body.code]).toEqual([403, 'field_not_writable']);
    // A form sends back what it read.
    expect((await put('tasks', id, { days: 1, hours: 16 })).body.days).toBe(2);
    const { body: view } = await admin().get('/api/ss-modules/by-name/tasks');
    const days = (view.fields as readonly JsonObject[]).find(({ fieldName }) => fieldName === 'days');
    expect(days).toMatchObject({ readOnly: true, rights: { write: 'none' } });
    expect(JSON.stringify(view.fields)).not.toContain('"formula"');
  });

  it('are empty without a result, and an admin is told why', async () => {
    const id = await create('tasks', { name: 'None' });
    expect((await read('tasks', id)).days).toBeUndefined();
    await make('ratios', [NUMBER('part'), NUMBER('whole'), NUMBER('ratio', { formula: { '/': [own('part'), own('whole')] } })]);
    const { body } = await admin().post('/api/ratios', { name: 'Zero', part: 1, whole: 0 });
    expect(body.ratio).toBeUndefined();
    expect(body._warnings).toEqual([
      { code: 'not_calculated', text: 'ratio is empty. It divides by zero, or calculates with a value that is not a number.' },
    ]);
  });

  it('follow a change of the record that a Relate points to', async () => {
    const project = await create('projects', { name: 'South', rate: 10 });
    const tasks = [];
    for (let n = 0; n < 3; n += 1) tasks.push(await create('tasks', { name: `South ${n}`, hours: n + 1, project }));
    await put('projects', project, { rate: 20 });
    for (const [index, id] of tasks.entries()) expect((await read('tasks', id)).cost).toBe((index + 1) * 20);
    expect(await read('projects', project)).toMatchObject({ spent: 120 });
  });

  it('sum up related records, whatever happens to them', async () => {
    const [a, b] = [await create('projects', { name: 'A', rate: 2 }), await create('projects', { name: 'B', rate: 3 })];
    expect(await read('projects', a)).toMatchObject({ tasks: 0, total: 0, spent: 0, busy: false });
    const task = await create('tasks', { name: 'One', hours: 60, project: a, due: '2026-03-02' });
    const other = await create('tasks', { name: 'Two', hours: 50, project: a, done: true, due: '2026-03-01' });
    expect(await read('projects', a)).toMatchObject({
      tasks: 2,
      open: 1,
      total: 110,
      longest: 60,
      mean: 55,
      spent: 220,
      first_due: '2026-03-01',
      busy: true,
    });
    await put('tasks', task, { project: b });
    expect(await read('projects', a)).toMatchObject({ tasks: 1, open: 0, total: 50, longest: 50, spent: 100, busy: false });
    expect(await read('projects', b)).toMatchObject({ tasks: 1, open: 1, total: 60, spent: 180, first_due: '2026-03-02' });
    await admin().delete(`/api/tasks/${other}`);
    const empty = await read('projects', a);
    expect(empty).toMatchObject({ tasks: 0, total: 0 });
    expect([empty.longest, empty.mean, empty.first_due]).toEqual([undefined, undefined, undefined]);
    await admin().put('/api/tasks/restore/by-array', { ids: [other] });
    expect(await read('projects', a)).toMatchObject({ tasks: 1, total: 50 });
    await admin().delete(`/api/tasks/${other}`);
    await admin().put('/api/tasks/delete-forever/by-array', { ids: [other] });
    expect(await read('projects', a)).toMatchObject({ tasks: 0, total: 0 });
  });

  it('sum up the records of a link to several, from both ends', async () => {
    await make('pieces', [NUMBER('weight')]);
    await make('kits', [
      { fieldName: 'pieces', label: 'Pieces', inputType: 'MultiRelate', ref: 'pieces' },
      NUMBER('weight', { rollUp: { relationship: 'pieces', operation: 'sum', of: 'weight' } }),
      NUMBER('heaviest', { rollUp: { relationship: 'pieces', operation: 'max', of: 'weight' } }),
    ]);
    const used = NUMBER('kits', { rollUp: { module: 'kits', field: 'pieces', operation: 'count' } });
    expect((await publish('pieces', (fields) => [...fields, used])).status).toBe(200);
    const [one, two] = [await create('pieces', { name: 'One', weight: 1 }), await create('pieces', { name: 'Two', weight: 2 })];
    const kit = await create('kits', { name: 'Kit', pieces: [one, two] });
    expect(await read('kits', kit)).toMatchObject({ weight: 3, heaviest: 2 });
    expect([(await read('pieces', one)).kits, (await read('pieces', two)).kits]).toEqual([1, 1]);
    await put('pieces', one, { weight: 5 });
    expect(await read('kits', kit)).toMatchObject({ weight: 7, heaviest: 5 });
    await put('kits', kit, { pieces: [two] });
    expect(await read('kits', kit)).toMatchObject({ weight: 2, heaviest: 2 });
    expect([(await read('pieces', one)).kits, (await read('pieces', two)).kits]).toEqual([0, 1]);
    await admin().delete(`/api/pieces/${two}`);
    expect((await read('kits', kit)).weight).toBe(0);
  });

  it(
    'are right after mass updates, merges and an undo',
    async () => {
      const [a, b] = [await create('projects', { name: 'Merged', rate: 1 }), await create('projects', { name: 'Merged too', rate: 1 })];
      const tasks = [];
      for (const [index, project] of [a, a, b].entries()) tasks.push(await create('tasks', { name: `Mass ${index}`, hours: 1, project }));
      const system = { kind: 'system' } as const;
      const records = server().application.records;
      const mass = await records.updateMany(system, { module: 'tasks', ids: tasks, fields: { hours: 5 } });
      expect([(await read('projects', a)).total, (await read('projects', b)).total]).toEqual([10, 5]);
      await records.undoBatch(system, { batchId: mass.batchId });
      expect([(await read('projects', a)).total, (await read('projects', b)).total]).toEqual([2, 1]);
      await records.merge(system, { module: 'projects', primaryId: a, duplicateIds: [b] });
      expect(await read('projects', a)).toMatchObject({ tasks: 3, total: 3 });
      expect(await read('projects', b)).toMatchObject({ tasks: 0, total: 0 });
      const many = Array.from({ length: 12 }, (_, index) => ({ name: `Import ${index}`, hours: 2, project: a }));
      const imported = await records.createMany(system, { module: 'tasks', records: many });
      expect(await read('projects', a)).toMatchObject({ tasks: 15, total: 27 });
      const { undone, notUndone } = await records.undoBatch(system, { batchId: imported.batchId }).then((result) => ({
        undone: JSON.stringify(result),
        notUndone: (result as unknown as { readonly left?: readonly unknown[] }).left ?? [],
      }));
      expect(notUndone, undone).toEqual([]);
      expect(await read('projects', a)).toMatchObject({ tasks: 3, total: 3 });
    },
    SLOW,
  );

  it('do not conflict with an edit of a record whose values were calculated meanwhile', async () => {
    const project = await create('projects', { name: 'Edited', rate: 1 });
    const { _version: version } = await read('projects', project);
    await create('tasks', { name: 'Meanwhile', hours: 1, project });
    expect((await read('projects', project))._version).toBeGreaterThan(version);
    const { body } = await put('projects', project, { client: 'Ann', _version: version });
    expect(body).toMatchObject({ client: 'Ann', total: 1 });
    const { status } = await admin().put(`/api/projects/${project}`, { client: 'Ben', _version: version });
    expect(status).toBe(409);
  });

  it(
    'are right after 50 saves at the same time',
    async () => {
      const [a, b] = [await create('projects', { name: 'Busy', rate: 1 }), await create('projects', { name: 'Busy too', rate: 1 })];
      const before = [];
      for (let n = 0; n < 30; n += 1) before.push(await create('tasks', { name: `Before ${n}`, hours: n, project: n % 2 === 0 ? a : b }));
      const saves = [
        ...Array.from({ length: 20 }, (_, n) => admin().post('/api/tasks', { name: `New ${n}`, hours: 3, project: n % 2 === 0 ? a : b })),
        ...before.slice(0, 10).map((id) => admin().put(`/api/tasks/${id}`, { hours: 7 })),
        ...before.slice(10, 20).map((id) => admin().delete(`/api/tasks/${id}`)),
        ...before.slice(20, 30).map((id, n) => admin().put(`/api/tasks/${id}`, { project: n % 2 === 0 ? b : a })),
      ];
      const results = await Promise.all(saves);
      expect(results.filter(({ status }) => status >= 300).map(({ body }) => body)).toEqual([]);
      for (const project of [a, b]) {
        const { body } = await admin().post('/api/tasks/search', { searchTerms: { project }, pageSize: 100 });
        const hours = (body.data as readonly { readonly hours: number }[]).map((task) => task.hours);
        const total = hours.reduce((sum, one) => sum + one, 0);
        expect(await read('projects', project)).toMatchObject({ tasks: hours.length, total, spent: total, longest: Math.max(...hours) });
      }
    },
    SLOW,
  );

  it('are calculated by a job for records that were there before, and read as missing until then', async () => {
    await make('crates', [NUMBER('width'), NUMBER('depth')]);
    const crate = await create('crates', { name: 'One', width: 3, depth: 4 });
    const area = NUMBER('area', { formula: { '*': [own('width'), own('depth')] } });
    expect((await publish('crates', (fields) => [...fields, area])).status).toBe(200);
    expect((await read('crates', crate)).area).toBeUndefined();
    await runJob(server(), 'muster/calculate-fields');
    expect((await read('crates', crate)).area).toBe(12);
    expect(await found('crates', { area: 12 })).toBe(1);
    const changed = (fields: readonly JsonObject[]) =>
      fields.map((field) => (field['fieldName'] === 'area' ? { ...field, formula: { '+': [own('width'), own('depth')] } } : field));
    expect((await publish('crates', changed)).status).toBe(200);
    expect((await read('crates', crate)).area).toBeUndefined();
    expect([await found('crates', { area: 12 }), await found('crates', { area: { exists: true } })]).toEqual([0, 0]);
    await runJob(server(), 'muster/calculate-fields');
    expect((await read('crates', crate)).area).toBe(7);
    expect([await found('crates', { area: 7 }), await found('crates', { area: 12 })]).toEqual([1, 0]);
    expect((await runJob(server(), 'muster/calculate-fields')).result).toMatchObject({ calculated: 0 });
    // While the field is inactive, its inputs may change.
    const inactive = (fields: readonly JsonObject[], deleted: boolean) =>
      fields.map((field) => (field['fieldName'] === 'area' ? { ...field, deleted } : field));
    expect((await publish('crates', (fields) => inactive(fields, true))).status).toBe(200);
    await put('crates', crate, { width: 6 });
    expect((await publish('crates', (fields) => inactive(fields, false))).status).toBe(200);
    await runJob(server(), 'muster/calculate-fields');
    expect((await read('crates', crate)).area).toBe(10);
    const entered = await publish('crates', (fields) =>
      fields.map((field) => (field['fieldName'] === 'depth' ? { ...field, formula: { '+': [own('width'), 1] } } : field)),
    );
    expect([entered.status, JSON.stringify(entered.body)]).toEqual([422, expect.stringContaining('has entered values')]);
  });

  it('are all calculated when the job is interrupted, and another run continues', async () => {
    const { application } = server();
    await make('pallets', [NUMBER('width')]);
    const many = Array.from({ length: 130 }, (_, index) => ({ name: `Pallet ${index}`, width: index }));
    await application.records.createMany({ kind: 'system' }, { module: 'pallets', records: many });
    const twice = NUMBER('twice', { formula: { '*': [own('width'), 2] } });
    expect((await publish('pallets', (fields) => [...fields, twice])).status).toBe(200);
    const services = {
      ...application,
      store: killAfter(application.store, 3),
      cipher: createAesCipher({ secret: application.secret }),
      hooks: NO_HOOKS,
    };
    const progress = { signal: new AbortController().signal, report: async () => undefined };
    await expect(updateCalculatedFields(services, progress)).rejects.toThrow('killed');
    const open = await found('pallets', { twice: { exists: false } });
    expect(open).toBeGreaterThan(0);
    await runJob(server(), 'muster/calculate-fields');
    expect(await found('pallets', { twice: { exists: false } })).toBe(0);
    expect(await found('pallets', { twice: 258 })).toBe(1);
  });

  it(
    'of more than 100 records that point to a changed one are calculated by a job',
    async () => {
      const project = await create('projects', { name: 'Large', rate: 1 });
      const many = Array.from({ length: 105 }, (_, index) => ({ name: `Many ${index}`, hours: 1, project }));
      await server().application.records.createMany({ kind: 'system' }, { module: 'tasks', records: many });
      await put('projects', project, { rate: 3 });
      await runJob(server(), 'muster/calculate-fields');
      expect(await found('tasks', { project, cost: 3 })).toBe(105);
      expect(await read('projects', project)).toMatchObject({ tasks: 105, spent: 315 });
    },
    SLOW,
  );

  it('keep the access of the calculated field itself, not that of its inputs', async () => {
    const right = { access: true, create: true, mass_update: true, export: true, view: 'All', edit: 'All', delete: 'All' };
    const role = await admin().post('/api/roles', {
      name: 'Estimator',
      module_access: { tasks: right, projects: right },
      field_access: { tasks: { hours: 'none', title: 'none' }, projects: { rate: 'none' } },
    });
    expect(role.status, JSON.stringify(role.body)).toBe(201);
    const estimator = await createSignedInUser(server(), 'estimator@muster.test', ['Estimator']);
    const project = await create('projects', { name: 'Hidden', rate: 5 });
    const id = await create('tasks', { name: 'Hidden', hours: 4, project });
    const { body } = await estimator.get(`/api/tasks/${id}`);
    expect([body.cost, body.hours, body.title]).toEqual([20, undefined, undefined]);
    const { status, body: refusal } = await estimator.put(`/api/tasks/${id}`, { cost: 21 });
    expect([status, refusal.code]).toEqual([403, 'field_not_writable']);
    expect((await estimator.put(`/api/tasks/${id}`, { done: true })).body).toMatchObject({ cost: 20 });
  });

  it('are refused at publication with the place and the cause', async () => {
    const refused = async (field: JsonObject, module = 'projects') => {
      const { status, body } = await publish(module, (fields) => [...fields, field]);
      expect(status, JSON.stringify(body)).toBe(422);
      return (body.details as readonly { readonly message: string }[]).map(({ message }) => message);
    };
    expect(await refused(NUMBER('x', { formula: { '+': [own('ratee'), 1] } }))).toEqual([
      'projects has no field ratee. Did you mean rate?',
    ]);
    expect(await refused(NUMBER('x', { formula: { rond: [own('rate')] } }))).toEqual(['There is no operator rond. Did you mean round?']);
    expect(await refused(NUMBER('x', { formula: { '+': [own('client'), 1] } }))).toEqual(['+ needs a number, and this is a text.']);
    expect(await refused(NUMBER('x', { formula: { upper: own('client') } }))).toEqual([
      'The formula results in a text, and a Number needs a number.',
    ]);
    for (const name of ['record.__proto__', 'record.constructor.name', 'user._id', 'today', 'old.rate', 'process.env'])
      expect(await refused(NUMBER('x', { formula: { var: name } })), name).toHaveLength(1);
    expect(await refused(NUMBER('x', { formula: { '+': [own('x'), 1] } }))).toEqual(['It depends on itself: projects.x → projects.x.']);
    const cyclic = (fields: readonly JsonObject[]) =>
      fields.map((field) => (field['fieldName'] === 'cost' ? { ...field, formula: { var: 'related.project.spent' } } : field));
    const { status, body } = await publish('tasks', cyclic);
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('tasks.cost → projects.spent → tasks.cost')]);
    // A field that a calculation reads cannot be removed or renamed alone.
    const withoutHours = await publish('tasks', (fields) => fields.filter(({ fieldName }) => fieldName !== 'hours'));
    expect(withoutHours.status, JSON.stringify(withoutHours.body)).toBeGreaterThanOrEqual(400);
    expect(await refused(NUMBER('x', rollUp('count', { filter: { due: { range: { gte: { $: 'today' } } } } })))).toHaveLength(1);
    expect(await refused(NUMBER('x', rollUp('sum', { of: 'hour' })))).toEqual(['tasks has no field hour. Did you mean hours?']);
    expect(await refused(NUMBER('rate2', { required: true, formula: { var: 'record.rate' } }))).toEqual([
      'A calculated field cannot be required.',
    ]);
  });
});
