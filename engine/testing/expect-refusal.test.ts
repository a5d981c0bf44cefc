import { AssertionError } from 'node:assert';
import { describe, expect, it } from 'vitest';
import { MusterError } from '../errors/index.ts';
import { expectRefusal, type ExpectedRefusal } from './expect-refusal.ts';

const ROW = { status: 422, isPublic: true, text: 'The ticket is closed.' };
const DETAIL = { field: 'state', code: 'closed', message: 'Open it first.', limit: { days: 3 } };

function refuse(details = [DETAIL]): Promise<never> {
  return Promise.reject(new MusterError({ code: 'ticket_closed', row: ROW }, { details }));
}

async function failureOf(attempt: Promise<unknown> | (() => unknown), expected: string | ExpectedRefusal): Promise<AssertionError> {
  const error: unknown = await expectRefusal(attempt, expected).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AssertionError)) throw new Error(`No assertion failed: ${String(error)}`);
  return error;
}

describe('expectRefusal', () => {
  it('returns the refusal of a promise and of a function', async () => {
    const refusal = { code: 'ticket_closed', message: 'The ticket is closed.', details: [DETAIL] };
    expect(await expectRefusal(refuse(), 'ticket_closed')).toEqual(refusal);
    expect(await expectRefusal(() => refuse(), { code: 'ticket_closed' })).toEqual(refusal);
    const throwNow = (): never => {
      throw new MusterError('record_not_found');
    };
    expect(await expectRefusal(throwNow, 'record_not_found')).toMatchObject({ details: [] });
  });

  it('accepts responses of the API and operations on many records that saved none', async () => {
    const body = { code: 'ticket_closed', error: 'The ticket is closed.', details: [DETAIL] };
    expect(await expectRefusal(Promise.resolve({ status: 422, body }), 'ticket_closed')).toMatchObject({ message: body.error });
    const refused = [{ _id: 'a', ...body }];
    expect(await expectRefusal(Promise.resolve({ done: [], refused }), 'ticket_closed')).toMatchObject({ details: [DETAIL] });
  });

  it('compares the message and the given properties of all details', async () => {
    const code = 'ticket_closed';
    await expectRefusal(refuse(), { code, message: 'The ticket is closed.', details: [{ field: 'state', limit: { days: 3 } }] });
    await expectRefusal(refuse(), { code, message: /closed/, details: [{}] });
    await expectRefusal(refuse([]), { code, details: [] });
  });

  it('fails when nothing is refused, and shows the result', async () => {
    const failure = await failureOf(Promise.resolve({ _id: 't1', state: 'open' }), 'ticket_closed');
    expect(failure.message).toBe(
      "Expected the refusal 'ticket_closed', but nothing was refused. The result is { _id: 't1', state: 'open' }",
    );
    for (const result of [
      undefined,
      { status: 200, body: { code: 'ticket_closed' } },
      { done: ['a'], refused: [{ _id: 'b', code: 'ticket_closed', error: '' }] },
    ])
      expect((await failureOf(Promise.resolve(result), 'ticket_closed')).message).toContain('nothing was refused');
    expect((await failureOf(Promise.resolve('x'.repeat(900)), 'ticket_closed')).message.length).toBeLessThan(600);
  });

  it('fails for another code, with its text, its details and its cause', async () => {
    const failure = await failureOf(refuse(), 'ticket_locked');
    expect(failure.message).toBe(
      "Expected the refusal 'ticket_locked', but it was refused with 'ticket_closed': The ticket is closed.\n  state: Open it first.",
    );
    expect(failure).toMatchObject({ actual: 'ticket_closed', expected: 'ticket_locked', cause: { code: 'ticket_closed' } });
    const broken = new MusterError('plugin_failed', { values: { plugin: 'desk' }, cause: new TypeError('state is undefined') });
    expect((await failureOf(Promise.reject(broken), 'ticket_closed')).message).toContain('Cause: TypeError: state is undefined');
  });

  it('fails for another message and for other details', async () => {
    const code = 'ticket_closed';
    expect((await failureOf(refuse(), { code, message: 'Closed.' })).message).toBe(
      "The refusal 'ticket_closed' has another message: The ticket is closed.",
    );
    for (const details of [[], [{ field: 'name' }], [{ limit: { days: 4 } }], [{ field: 'state' }, {}]]) {
      const failure = await failureOf(refuse(), { code, details });
      expect(failure.message).toContain("The refusal 'ticket_closed' has other details: [");
      expect(failure).toMatchObject({ actual: [DETAIL], expected: details });
    }
  });

  it('fails for an error that is no refusal, and keeps it as cause', async () => {
    const cause = new TypeError('x is not a function');
    const failure = await failureOf(Promise.reject(cause), 'ticket_closed');
    expect(failure.message).toBe("Expected the refusal 'ticket_closed', but it failed: TypeError: x is not a function");
    expect(failure.cause).toBe(cause);
  });
});
