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
