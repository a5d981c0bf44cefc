import { MongoNetworkError, MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { isTransient, translateError } from './translate-error.ts';

describe('translateError', () => {
  it('takes what Node says of an ended connection for a store out of reach', () => {
    const ended = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
    expect(translateError(ended)).toMatchObject({ code: 'store_unavailable', status: 503, cause: ended });
    expect(isTransient(ended)).toBe(true);
    expect(translateError(new MongoNetworkError('gone'))).toMatchObject({ code: 'store_unavailable' });
  });

  it('leaves alone what is no error of the store', () => {
    const ours = new TypeError('x is not a function');
    expect(translateError(ours)).toBe(ours);
    expect(isTransient(ours)).toBe(false);
    expect(translateError(new MongoServerError({ message: 'bad query', code: 2 }))).toMatchObject({ code: 'internal_error' });
  });
});
