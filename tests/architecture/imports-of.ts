import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { REPOSITORY_ROOT } from './sources.ts';

/** Every module specifier that a file imports, re-exports or loads dynamically. */
export function importsOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const specifier =
      staticSpecifierOf(node) ??
      (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0] : undefined);
    if (specifier && ts.isStringLiteral(specifier)) found.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return found;
}

/** Every module specifier that a file imports or re-exports, types included. */
export function staticImportsOf(file: string): string[] {
  return parse(file)
    .statements.map(staticSpecifierOf)
    .flatMap((specifier) => (specifier && ts.isStringLiteral(specifier) ? [specifier.text] : []));
}

function staticSpecifierOf(node: ts.Node): ts.Expression | undefined {
  return ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier : undefined;
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
}
