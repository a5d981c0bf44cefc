import { expect, it } from 'vitest';
import { rowRuleOf } from './compiled-module.ts';

it('has a row rule for each type of users, or one for all others', () => {
  const rowRules = { Guest: { open: true }, '*': { open: false } };
  expect(rowRuleOf({ rowRules }, 'Guest')).toEqual({ open: true });
  expect(rowRuleOf({ rowRules }, 'Standard')).toEqual({ open: false });
  expect(rowRuleOf({ rowRules: { Guest: { open: true } } }, 'Standard')).toBeUndefined();
});
