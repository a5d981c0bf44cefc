import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { REPOSITORY_ROOT } from './sources.ts';

/**
 * The texts that a test compares something with: what a matcher is given (`expect(…).toBe('text')`, not after `not`), and
 * the rows of an `it.each`. A text in a comment, in a request or in an answer that the test makes up is none.
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

/** Of the saves that are refused by every call (`expectRefused`), the refusal: it stands last. */
function assertedArguments({ expression, arguments: given }: ts.CallExpression): readonly ts.Node[] {
  const called = ts.isPropertyAccessExpression(expression) ? expression.name.text : ts.isIdentifier(expression) ? expression.text : '';
  if (called === 'expectRefused' || called === 'expectNotMade') return given.slice(-1);
  return isAssertion(expression) ? given : [];
}

function isAssertion(called: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(called)) return false;
  const before = called.expression;
  const isNegated = ts.isPropertyAccessExpression(before) && before.name.text === 'not';
  const isEach = called.name.text === 'each' && ts.isIdentifier(before) && (before.text === 'it' || before.text === 'describe');
  return isEach || (/^to[A-Z]/.test(called.name.text) && !isNegated);
}
