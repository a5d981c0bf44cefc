import { describe, expect, it } from 'vitest';
import { keysOf, formatted, normalized } from './field-type-fixture.ts';

describe('TextField', () => {
  it.each([
    ['  Ana ', { value: 'Ana' }],
    ['', { value: undefined }],
    [' \t ', { value: undefined }],
    [null, { value: undefined }],
    ['😀'.repeat(1000), { value: '😀'.repeat(1000) }],
    ['a'.repeat(1001), ['too_long']],
    ['a\nb', ['control_characters']],
    ['a\u0000b', ['control_characters']],
    ['a\u009Fb', ['control_characters']],
    ['a\uD800b', ['malformed_text']],
    ['\uDE00\uD83D', ['malformed_text']],
    [5, ['wrong_type']],
    [true, ['wrong_type']],
    [{}, ['wrong_type']],
    [['a'], ['wrong_type']],
  ])('normalizes %j to %j', (value, expected) => {
    expect(normalized('TextField', value)).toEqual(expected);
  });

  it('is compared without case and accents', () => {
    expect(keysOf('TextField', 'Renée  O’Neil')).toBe('renee o’neil');
    expect(keysOf('TextField', undefined)).toBeUndefined();
    expect(formatted('TextField', 'Renée')).toBe('Renée');
  });
});

describe('TextArea', () => {
  it.each([
    ['a\r\nb\tc\rd', { value: 'a\nb\tc\nd' }],
    ['  kept as typed \n', { value: '  kept as typed \n' }],
    ['\n\n', { value: undefined }],
    ['a\u0007', ['control_characters']],
    ['a'.repeat(100_000), { value: 'a'.repeat(100_000) }],
    ['a'.repeat(100_001), ['too_long']],
    [1, ['wrong_type']],
  ])('stores or rejects case %#', (value, expected) => {
    expect(normalized('TextArea', value)).toEqual(expected);
  });

  it('folds line breaks into spaces', () => {
    expect(keysOf('TextArea', 'One\n  TWO')).toBe('one two');
  });
});

describe('Phone', () => {
  it.each([
    ['404-555-0142', { value: '4045550142' }],
    ['(404) 555-0142', { value: '4045550142' }],
    ['+1 404 555 0142', { value: '4045550142' }],
    ['1.404.555.0142', { value: '4045550142' }],
    ['４０４５５５０１４２', { value: '4045550142' }],
    ['+44 20 7123 4567', { value: '+442071234567' }],
    ['011 44 20 7123 4567', { value: '+442071234567' }],
    ['', { value: undefined }],
    ['555-0142', ['not_a_phone']],
    ['104-555-0142', ['not_a_phone']],
    ['404-555-0142 x12', ['not_a_phone']],
    ['+999 123', ['not_a_phone']],
    ['call me', ['not_a_phone']],
    ['4'.repeat(5000), ['not_a_phone']],
    [4045550142, ['wrong_type']],
  ])('normalizes %j to %j', (value, expected) => {
    expect(normalized('Phone', value)).toEqual(expected);
  });

  it('is compared by its digits', () => {
    expect(keysOf('Phone', '4045550142')).toBe('4045550142');
    expect(keysOf('Phone', '+442071234567')).toBe('442071234567');
    expect(keysOf('Phone', null)).toBeUndefined();
  });

  it('is displayed in its usual notation', () => {
    expect(formatted('Phone', '4045550142')).toBe('(404) 555-0142');
    expect(formatted('Phone', '+442071234567')).toBe('+44 20 7123 4567');
    expect(formatted('Phone', undefined)).toBe('');
  });
});

describe('Url', () => {
  it.each([
    'http://example.com',
    'https://www.example.co.uk/a/b?c=d#e',
    'ftp://files.example.com/x',
    'http://192.168.0.1:8080/',
    'https://[2001:db8::1]/',
    'https://münchen.example',
    'HTTPS://EXAMPLE.COM',
  ])('accepts %s', (value) => {
    expect(normalized('Url', ` ${value} `)).toEqual({ value });
  });

  it.each([
    'example.com',
    'javascript:alert(1)',
    'http://',
    'http://localhost',
    'http:example.com',
    'http://a b.com',
    'mailto:a@b.co',
    'http://user:pass@example.com',
    'http://example.com\\@evil.com',
    'https://-bad-.com',
  ])('rejects %s', (value) => {
    expect(normalized('Url', value)).toEqual(['not_a_url']);
  });
});

describe('ListField', () => {
  it('preserves the order and omits empty entries', () => {
    expect(normalized('ListField', [' b ', '', null, 'a', 'b'])).toEqual({ value: ['b', 'a', 'b'] });
    expect(normalized('ListField', ['', ' '])).toEqual({ value: undefined });
    expect(normalized('ListField', [])).toEqual({ value: undefined });
  });

  it('reports each invalid entry', () => {
    expect(normalized('ListField', ['a', 5, 'x\u0001'])).toEqual(['1: wrong_type', '2: control_characters']);
    expect(normalized('ListField', 'a')).toEqual(['wrong_type']);
    expect(
      normalized(
        'ListField',
        Array.from({ length: 1001 }, () => 'a'),
      ),
    ).toEqual(['too_long']);
  });

  it('has one key per distinct text', () => {
    expect(keysOf('ListField', ['Á', 'a', 'B'])).toEqual(['a', 'b']);
    expect(formatted('ListField', ['x', 'y'])).toBe('x, y');
  });
});

describe('MessageListField', () => {
  const message = { text: ' Hello\nthere ', by: { _id: 'u1', name: 'Ana' }, at: '2026-03-31T10:00:00-04:00' };

  it('stores text, by and at', () => {
    expect(normalized('MessageListField', [message, { text: 'only' }])).toEqual({
      value: [{ text: ' Hello\nthere ', by: 'u1', at: '2026-03-31T14:00:00.000Z' }, { text: 'only' }],
    });
  });

  it('rejects other values, with their path', () => {
    expect(normalized('MessageListField', [{ by: 'u1' }, { text: 'x', at: 'noon' }, { text: 'x', sentBy: 'u2' }, 'x'])).toEqual([
      '0.text: required',
      '1.at: not_a_date_time',
      '2: unknown_property',
      '3: wrong_type',
    ]);
  });

  it('is searched by the texts of its messages', () => {
    expect(keysOf('MessageListField', [{ text: 'Héllo', by: 'u1' }])).toEqual(['hello']);
    expect(formatted('MessageListField', [{ text: 'a' }, { text: 'b' }])).toBe('a\nb');
  });
});

describe('EmailAddress', () => {
  const stored = (email_address: string, primary: boolean) => ({ email_address, primary, opt_out: false, invalid_email: false });

  it.each([
    ['ana@example.com', [stored('ana@example.com', true)]],
    [{ email_address: 'Ana@Example.com' }, [stored('Ana@Example.com', true)]],
    [
      ['a@example.com', 'b@example.photography'],
      [stored('a@example.com', true), stored('b@example.photography', false)],
    ],
    [
      [{ email_address: 'a@example.com' }, { email_address: 'b@example.com', primary: true }],
      [stored('a@example.com', false), stored('b@example.com', true)],
    ],
    [[{ email_address: ' a@example.com ', opt_out: true, primary: false }], [{ ...stored('a@example.com', true), opt_out: true }]],
  ])('normalizes %j to a list with one primary address', (value, expected) => {
    expect(normalized('EmailAddress', value)).toEqual({ value: expected });
  });

  it.each([
    [['a@example.com', 'A@EXAMPLE.com'], ['1.email_address: listed_twice']],
    [
      [
        { email_address: 'a@b.co', primary: true },
        { email_address: 'b@b.co', primary: true },
      ],
      ['one_primary'],
    ],
    [[{ email_address: 'nobody', primary: 'yes' }], ['0.primary: wrong_type', '0.email_address: not_an_email']],
    [[{ primary: true }], ['0.email_address: required']],
    [[{ email_address: 'a@b.co', note: 'x' }], ['0: unknown_property']],
    ['a@b', ['0.email_address: not_an_email']],
    ['a..b@example.com', ['0.email_address: not_an_email']],
    ['a b@example.com', ['0.email_address: not_an_email']],
    ['a@exa\u0000mple.com', ['0.email_address: not_an_email']],
    [5, ['wrong_type']],
    [[5], ['0: wrong_type']],
  ])('rejects %j', (value, expected) => {
    expect(normalized('EmailAddress', value)).toEqual(expected);
  });

  it('is compared by each address', () => {
    expect(keysOf('EmailAddress', [stored('Ana@Example.com', true), stored('b@c.de', false)])).toEqual(['ana@example.com', 'b@c.de']);
    expect(keysOf('EmailAddress', [])).toBeUndefined();
    expect(formatted('EmailAddress', [stored('Ana@Example.com', true), stored('b@c.de', false)])).toBe('Ana@Example.com, b@c.de');
  });
});

describe('Address', () => {
  it.each([
    [
      { street: ' 12 Main St ', city: 'Atlanta', state: 'GA', zip: '30301' },
      { value: { street: '12 Main St', city: 'Atlanta', state: 'GA', zip: '30301' } },
    ],
    [{ city: 'Atlanta', zip: null, state: '' }, { value: { city: 'Atlanta' } }],
    [{ city: '', zip: null }, { value: undefined }],
    [{}, { value: undefined }],
    ['', { value: undefined }],
    [{ zip: 30301, city: 'x\u0001' }, ['city: control_characters', 'zip: wrong_type']],
    [{ planet: 'Mars' }, ['unknown_property']],
    ['12 Main St', ['wrong_type']],
    [['a'], ['wrong_type']],
  ])('normalizes %j to %j', (value, expected) => {
    expect(normalized('Address', value as never)).toEqual(expected);
  });

  it('has one key per part and none as a whole', () => {
    const value = { street: '12 Main St', city: 'San José' };
    expect(keysOf('Address', value, 'city')).toBe('san jose');
    expect(keysOf('Address', value, 'zip')).toBeUndefined();
    expect(keysOf('Address', value, 'constructor')).toBeUndefined();
    expect(keysOf('Address', value)).toBeUndefined();
  });

  it('is displayed on one line', () => {
    expect(formatted('Address', { street: '12 Main St', city: 'Atlanta', state: 'GA', zip: '30301' })).toBe(
      '12 Main St, Atlanta, GA 30301',
    );
    expect(formatted('Address', { zip: '30301' })).toBe('30301');
  });
});
