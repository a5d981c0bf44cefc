import { describe, expect, it } from 'vitest';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { ApiError } from '../../client/index.ts';
import { createBulkRun, createBatchId, shownCount, type BulkRequestOptions, type BulkProgress } from './bulk-run.ts';
import { isOffered, buildMassUpdateForm, buildMassUpdatePayload } from './mass-update.ts';
import { readAmount } from './selection-ids.ts';

const ids = Array.from({ length: 4500 }, (_, at) => `r${at}`);

/** A mock server that fails on demand and stores the ids of each key. */
function makeServer(fail: (call: number) => boolean, status = 0) {
  const calls: (BulkRequestOptions & { readonly ids: readonly string[] })[] = [];
  return {
    calls,
    send: async (chunk: readonly string[], options: BulkRequestOptions) => {
      calls.push({ ids: chunk, ...options });
      if (fail(calls.length)) throw new ApiError(status, { error: 'Too busy.', code: 'overloaded', details: [] });
      return {
        data: { done: chunk.slice(1), refused: [{ _id: chunk[0] ?? '', code: 'action_not_allowed', error: 'No.' }] },
        status: 200,
        batchId: options.batchId,
      };
    },
  };
}

describe('a bulk run', () => {
  it('sends 2,000 ids per request, all in one batch, and adds up the results and refusals', async () => {
    const server = makeServer(() => false);
    const ended = await createBulkRun({ ids, send: server.send, onProgress: () => undefined }).start();
    expect(server.calls.map((call) => call.ids.length)).toEqual([2000, 2000, 500]);
    expect(new Set(server.calls.map((call) => call.batchId)).size).toBe(1);
    expect(new Set(server.calls.map((call) => call.idempotencyKey)).size).toBe(3);
    expect(ended).toMatchObject({ phase: 'done', settled: 4500, inFlight: 0, total: 4500 });
    expect([ended.done.length, ended.refused.map((one) => one._id)]).toEqual([4497, ['r0', 'r2000', 'r4000']]);
  });

  it('keeps the progress if a request fails, and resumes with the same request and the same key', async () => {
    const server = makeServer((call) => call === 2);
    const run = createBulkRun({ ids, send: server.send, onProgress: () => undefined });
    const failed = await run.start();
    expect(failed).toMatchObject({ phase: 'failed', settled: 2000, inFlight: 0, error: { message: 'Too busy.' } });
    expect(await run.start()).toMatchObject({ phase: 'done', settled: 4500, error: undefined });
    expect(server.calls).toHaveLength(4);
    expect(server.calls[2]).toEqual(server.calls[1]);
  });

  it('retries automatically if the server is busy, with growing pauses, and gives up at the fourth attempt', async () => {
    const pauses: number[] = [];
    const wait = async (milliseconds: number) => {
      pauses.push(milliseconds);
    };
    const server = makeServer((call) => call === 2 || call === 3, 503);
    expect(await createBulkRun({ ids, send: server.send, onProgress: () => undefined, wait }).start()).toMatchObject({
      phase: 'done',
      settled: 4500,
    });
    expect([server.calls[1], server.calls[2]]).toEqual([server.calls[3], server.calls[3]]);
    expect(pauses).toEqual([1500, 3000]);
    const closed = makeServer(() => true, 503);
    expect(await createBulkRun({ ids, send: closed.send, onProgress: () => undefined, wait }).start()).toMatchObject({
      phase: 'failed',
      settled: 0,
    });
    expect(closed.calls).toHaveLength(4);
  });

  it('stops after the current request, and can be resumed', async () => {
    const server = makeServer(() => false);
    const seen: BulkProgress[] = [];
    const run = createBulkRun({
      ids,
      send: server.send,
      onProgress: (progress) => {
        seen.push(progress);
        if (progress.inFlight === 2000 && progress.settled === 0 && progress.phase === 'running') run.stop();
      },
    });
    expect(await run.start()).toMatchObject({ phase: 'stopped', settled: 2000 });
    expect(seen.some((progress) => progress.phase === 'stopping')).toBe(true);
    expect(await run.start()).toMatchObject({ phase: 'done', settled: 4500 });
    expect(server.calls).toHaveLength(3);
  });

  it('uses a time-ordered UUID as its batch id', () => {
    expect(createBatchId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(createBatchId(1000) < createBatchId(2000)).toBe(true);
  });

  it('shows 1,200 more every 500 ms, never more than the request contains', () => {
    expect([0, 499, 500, 1000, 60_000].map((time) => shownCount({ settled: 2000, inFlight: 2000 }, time))).toEqual([
      2000, 2000, 3200, 4000, 4000,
    ]);
  });
});

describe('a mass update', () => {
  const owned = fixtureField('TextField', { fieldName: 'owned', rights: { read: 'all', write: 'owner' } });
  const fixture = fixtureModule();
  const child = fixtureField('TextField', {
    fieldName: 'child',
    dependent: true,
    parentField: 'a_dropdown',
    required: true,
    fieldsToTrigger: { kind: 'dropdown', in: ['red'] },
  });
  const layout = (names: readonly string[]) => ({
    'mass-update': {
      id: 'm',
      ssModule: 'things',
      view: 'mass-update' as const,
      sections: [
        { id: 'a', label: 'A', fields: names.map((fieldName) => ({ fieldName })) },
        { id: 'b', label: 'B', fields: [{ fieldName: 'a_url' }] },
      ],
    },
  });
  const module = fixtureModule({
    fields: [...fixture.fields, owned, child],
    layouts: layout(['a_dropdown', 'a_checkbox', 'child', 'owned', 'a_autoincrement', 'gone', 'a_relate']),
  });

  it('offers the first section of its layout, without fields that the user may not write on every record', () => {
    expect(buildMassUpdateForm(module)?.fields.map((field) => [field.fieldName, field.inputType, field.required])).toEqual([
      ['a_dropdown', 'Dropdown', undefined],
      ['a_checkbox', 'Dropdown', undefined],
      ['child', 'TextField', undefined],
      ['a_relate', 'Relate', undefined],
    ]);
    expect(buildMassUpdateForm(fixtureModule({ layouts: layout([]) }))).toBeUndefined();
    expect(buildMassUpdateForm(fixtureModule())).toBeUndefined();
  });

  it('has the labels of its layout', () => {
    const { 'mass-update': own } = layout(['a_url']);
    const [first] = own.sections;
    const labelled = { ...own, sections: [{ id: 'a', label: 'A', ...first, fields: [{ fieldName: 'a_url', label: 'Web page' }] }] };
    expect(buildMassUpdateForm({ ...module, layouts: { 'mass-update': labelled } })?.fields.map(({ label }) => label)).toEqual([
      'Web page',
    ]);
  });

  it("takes the labels of yes and no from the product's dropdown", () => {
    const replacement = { id: 'x', name: 'checkbox_replacement', options: [{ label: 'On', value: 'true' }] };
    const form = buildMassUpdateForm({ ...module, dropdowns: { ...module.dropdowns, checkbox_replacement: replacement } });
    expect(form?.module.dropdowns['checkbox_replacement']).toBe(replacement);
    expect(buildMassUpdateForm(module)?.module.dropdowns['checkbox_replacement']?.options.map((option) => option.value)).toEqual([
      'true',
      'false',
    ]);
  });

  it('sends only the fields that have a new value; false is one', () => {
    const fields = buildMassUpdateForm(module)?.fields ?? [];
    expect(
      buildMassUpdatePayload(module, fields, { a_dropdown: 'red', a_checkbox: 'false', a_relate: { _id: 'p1', name: 'Ann' }, child: '' }),
    ).toEqual({ a_dropdown: 'red', a_checkbox: false, a_relate: 'p1' });
    expect(buildMassUpdatePayload(module, fields, { a_checkbox: undefined })).toEqual({});
  });

  it('hides a dependent field only if a new value of its parent does not match', () => {
    const shown = (draft: object) => isOffered(child, draft as never, (_field, values) => values['a_dropdown'] === 'red');
    expect([shown({}), shown({ a_dropdown: 'red' }), shown({ a_dropdown: 'green' })]).toEqual([true, true, false]);
  });
});

it('parses an amount as a whole number of 1 or more, capped', () => {
  expect(['1', ' 7 ', '999', '0', '', '-1', '2.5', 'x', '1e3'].map((typed) => readAmount(typed, 100))).toEqual([
    1,
    7,
    100,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
