import { describe, expect, it } from 'vitest';
import { findPatternProblem, findSchemaPatternProblem } from './pattern-problems.ts';

describe('a pattern of a schema', () => {
  it.each([
    '^(\\s*[A-Za-z]\\s*-\\s*[A-Za-z]\\s*|[Oo]thers)$',
    '^/[^/]',
    '^\\.?[A-Za-z0-9]+$',
    '^[A-Z]{3}-\\d{2,5}$',
    '^([a-z]+\\.)+[a-z]{2,3}$',
    '^\\w+(,\\d+)*$',
    '^(a|b|c)+$',
    '^(?:foo|bar)?$',
    '^(/[A-Za-z0-9][A-Za-z0-9-]*){1,3}$',
    '^\\p{Lu}\\p{L}*$',
    '',
  ])('may be %s', (pattern) => expect(findPatternProblem(pattern)).toBeUndefined());

  it.each([
    '^(a+)+$',
    '^(a*)*$',
    '^(a|a)*$',
    '^(a|ab|b)*$',
    '^([a-z]+)*$',
    '^(\\w+\\s?)*$',
    '^(.*,?)+$',
    '^((a+)b?)+$',
    '^(\\d+[.]?){1,}$',
    '^([a-z]*){50}$',
    '^(?<word>\\w+)+$',
    '^(a?){30}a{30}$',
  ])('may not be %s, which can take too long', (pattern) => expect(findPatternProblem(pattern)).toMatch(/can take too long/));

  it('may not refer to a group, be too long, or be none', () => {
    expect(findPatternProblem('^(a)\\1$')).toMatch(/refers to an earlier group/);
    expect(findPatternProblem('a'.repeat(501))).toMatch(/longer than 500/);
    expect(findPatternProblem('^(a$')).toMatch(/not a regular expression/);
  });

  it('is found anywhere in the schema', () => {
    expect(findSchemaPatternProblem({ type: 'array', items: { properties: { a: { pattern: '(x+)+' } } } })).toMatch(/too long/);
    expect(findSchemaPatternProblem({ patternProperties: { '(x+)+': {} } })).toMatch(/too long/);
    expect(findSchemaPatternProblem({ type: 'string', pattern: '^x$' })).toBeUndefined();
  });
});
