import { MongoNetworkError, MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { isTransient, mayHaveCommitted, translateError } from './translate-error.ts';

describe('translateError', () => {
  it("translates Node's closed-socket errors to store_unavailable", () => {
    const ended = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
    expect(translateError(ended)).toMatchObject({ code: 'store_unavailable', status: 503, cause: ended });
    expect(isTransient(ended)).toBe(true);
    expect(translateError(new MongoNetworkError('gone'))).toMatchObject({ code: 'store_unavailable' });
  });

  it('translates every error of a full disk to store_full', () => {
    const full = [
      { message: 'Available disk space of 12 bytes is less than required minimum', code: 14031 },
      { message: '28: No space left on device', code: 8 },
      { message: 'Error inserting: Disk quota exceeded', code: 8 },
      { message: 'you are over your space quota, using 513 MB of 512 MB', code: 8000 },
    ];
    for (const error of full) expect(translateError(new MongoServerError(error))).toMatchObject({ code: 'store_full', status: 503 });
    expect(translateError(new MongoServerError({ message: 'user is not allowed to do action [insert]', code: 8000 }))).toMatchObject({
      code: 'store_read_only',
    });
  });

  it('returns an error that is not from the store unchanged', () => {
    const ours = new TypeError('x is not a function');
    expect(translateError(ours)).toBe(ours);
    expect(isTransient(ours)).toBe(false);
    expect(translateError(new MongoServerError({ message: 'bad query', code: 2 }))).toMatchObject({ code: 'internal_error' });
  });
});

describe('mayHaveCommitted', () => {
  it('is true for a connection that ended meanwhile, which the driver does not label, and for errors that the driver labels', () => {
    const marked = new MongoServerError({ message: 'waiting for replication timed out', code: 64 });
    marked.addErrorLabel('UnknownTransactionCommitResult');
    for (const error of [new MongoNetworkError('connection 4 closed'), Object.assign(new Error('ended'), { code: 'ECONNRESET' }), marked])
      expect(mayHaveCommitted(error)).toBe(true);
  });

  it('is false when the server reports that there is no such transaction', () => {
    const gone = new MongoServerError({ message: 'Transaction 3 has been aborted.', code: 251 });
    gone.addErrorLabel('TransientTransactionError');
    expect(mayHaveCommitted(gone)).toBe(false);
  });
});
