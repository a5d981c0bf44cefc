import { describe, expect, it } from 'vitest';
import type { MusterError } from '../../errors/index.ts';
import { digestOf, parseJsonBody } from './json-body.ts';

const read = (text: string) => parseJsonBody(Buffer.from(text));

describe('A JSON body', () => {
  it('is parsed, and undefined when it is empty', () => {
    expect(read('')).toBeUndefined();
    expect(read('{"a":[1,"é😀",null,true,{"b":-1.5e10}]}')).toEqual({ a: [1, 'é😀', null, true, { b: -1.5e10 }] });
    expect(read(`${'['.repeat(100)}${']'.repeat(100)}`)).toBeDefined();
    expect(read('{"constructor":"a builder","prototype":1}')).toEqual({ constructor: 'a builder', prototype: 1 });
  });

  it.each([
    ['{', 'not valid JSON'],
    ['NaN', 'not valid JSON'],
    ['1e400', 'too large'],
    ['[1,{"a":-1e999}]', 'too large'],
    ['"\\udc00"', 'Unicode'],
    ['{"\\ud800":1}', 'Unicode'],
    ['{"a":{"__proto__":1}}', '__proto__'],
    ['{"constructor":{"prototype":{}}}', 'constructor'],
    [`${'['.repeat(101)}${']'.repeat(101)}`, '100 levels'],
    [`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`, '100 levels'],
  ])('is refused: %s', (text, reason) => {
    expect(() => read(text)).toThrowError(
      expect.objectContaining({ code: 'not_parseable', message: expect.stringContaining(reason) as string }) as MusterError,
    );
  });

  it('is refused when it is not UTF-8', () => {
    expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrowError('UTF-8');
  });

  it('has a digest that differs from that of another body or query', () => {
    const body = Buffer.from('{}');
    expect(digestOf(body, '')).toBe(digestOf(Buffer.from('{}'), ''));
    expect(digestOf(body, '')).not.toBe(digestOf(Buffer.from('{ }'), ''));
    expect(digestOf(body, '')).not.toBe(digestOf(body, 'duplicates=allow'));
  });
});
