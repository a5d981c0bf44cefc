import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { REPOSITORY_ROOT } from './sources.ts';

/**
 * The strings that a test asserts: arguments of matchers (`expect(…).toBe('text')`, not after `not`) and the rows of an
 * `it.each`. Strings in comments, in requests and in mocked responses do not count.
 */
export function assertedStringsOf(file: string): ReadonlySet<string> {
  const source = ts.createSourceFile(file, readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const found = new Set<string>();
  const visit = (node: ts.Node, isCompared: boolean): void => {
    if (isCompared && ts.isStringLiteralLike(node)) found.add(node.text);
    const given: readonly ts.Node[] = ts.isCallExpression(node) ? assertedArguments(node) : [];
    ts.forEachChild(node, (child) => visit(child, isCompared || given.includes(child)));
  };
  visit(source, false);
  return found;
}

/** For saves that every endpoint rejects (`expectRefused`), the last argument: the expected error. */
function assertedArguments({ expression, arguments: given }: ts.CallExpression): readonly ts.Node[] {
  const called = ts.isPropertyAccessExpression(expression) ? expression.name.text : ts.isIdentifier(expression) ? expression.text : '';
  if (called === 'expectRefused' || called === 'expectNotCreated') return given.slice(-1);
  return isAssertion(expression) ? given : [];
}

function isAssertion(called: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(called)) return false;
  const before = called.expression;
  const isNegated = ts.isPropertyAccessExpression(before) && before.name.text === 'not';
  const isEach = called.name.text === 'each' && ts.isIdentifier(before) && (before.text === 'it' || before.text === 'describe');
  return isEach || (/^to[A-Z]/.test(called.name.text) && !isNegated);
}
