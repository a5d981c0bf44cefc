import { describe, expect, it } from 'vitest';
import { deriveFieldName, deriveModuleName, deriveOptionValue, findFieldNameProblem, findModuleNameProblem } from './index.ts';

describe('names of modules', () => {
  it.each([
    ['', 'missing'],
    ['1loans', 'pattern'],
    ['equipment loans', 'pattern'],
    ['__proto__', 'pattern'],
    ['constructor', 'reserved'],
    ['savedViews', 'reserved'],
    ['Loans', 'taken'],
    [`a${'b'.repeat(64)}`, 'too_long'],
    ['equipmentLoans', undefined],
  ])('%s: %s', (name, problem) => {
    expect(findModuleNameProblem(name, ['loans'])).toBe(problem);
  });

  it('are derived from labels, and free', () => {
    expect(deriveModuleName('Equipment loans')).toBe('equipmentLoans');
    expect(deriveModuleName('2nd  Équipe – “loans”')).toBe('ndEquipeLoans');
    expect(deriveModuleName('Saved views')).toBe('savedViews2');
    expect(deriveModuleName('Loans', ['LOANS', 'loans2'])).toBe('loans3');
    expect(deriveModuleName('数字')).toBe('');
    const long = deriveModuleName('x'.repeat(80), ['x'.repeat(64)]);
    expect(findModuleNameProblem(long, ['x'.repeat(64)])).toBeUndefined();
  });
});

describe('names of fields', () => {
  it.each([
    ['', 'missing'],
    ['Loan', 'pattern'],
    ['_id', 'pattern'],
    ['__proto__', 'pattern'],
    ['constructor', 'reserved'],
    ['and', 'reserved'],
    ['name', 'taken'],
    ['loan_date-2', undefined],
  ])('%s: %s', (name, problem) => {
    expect(findFieldNameProblem(name, ['name'])).toBe(problem);
  });

  it('are derived from labels, and free', () => {
    expect(deriveFieldName("Provider's loan date")).toBe('providers_loan_date');
    expect(deriveFieldName('Not')).toBe('not2');
    expect(deriveFieldName('Name', ['name'])).toBe('name2');
  });
});

it('derives the values of options', () => {
  expect(deriveOptionValue('In repair')).toBe('in_repair');
  expect(deriveOptionValue('In  repair!', ['in_repair'])).toBe('in_repair2');
  expect(deriveOptionValue('★')).toBe('★');
});
