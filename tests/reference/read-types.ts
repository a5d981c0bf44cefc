import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type { ReferenceSection } from '../../engine/api/routes/reference-page.ts';

const COLUMNS = ['Member', 'Type', 'What it is'] as const;

/** The documented types that a source file exports, in source order, with their members as written. */
export function readTypes(file: string, wanted: (name: string) => boolean = () => true): readonly ReferenceSection[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    if (!isType || !statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) || !wanted(statement.name.text))
      return [];
    const members = listMembers(statement);
    const alias = ts.isTypeAliasDeclaration(statement) && members.length === 0 ? `\`${toOneLine(statement.type.getText())}\`` : '';
    return [
      {
        name: statement.name.text,
        text: [commentOf(statement), basesOf(statement), alias].filter(Boolean).join(' '),
        columns: COLUMNS,
        rows: members.map(describeMember),
      },
    ];
  });
}

/** The documented functions that source files export, in one section. */
export function readFunctions(files: readonly string[]): ReferenceSection {
  const rows = files.flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    return source.statements.filter(ts.isFunctionDeclaration).flatMap((statement): (readonly [string, string, string])[] => {
      const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
      if (!isExported || statement.name === undefined) return [];
      const type = `(${statement.parameters.map((one) => toOneLine(one.getText())).join(', ')}) => ${toOneLine(statement.type?.getText() ?? 'void')}`;
      return [[statement.name.text, type, commentOf(statement)]];
    });
  });
  return { name: 'Functions', text: '', columns: COLUMNS, rows };
}

function listMembers(statement: ts.InterfaceDeclaration | ts.TypeAliasDeclaration): readonly ts.TypeElement[] {
  if (ts.isInterfaceDeclaration(statement)) return statement.members;
  const parts = ts.isIntersectionTypeNode(statement.type) ? statement.type.types : [statement.type];
  return parts.flatMap((part) => (ts.isTypeLiteralNode(part) ? part.members : []));
}

function basesOf(statement: ts.InterfaceDeclaration | ts.TypeAliasDeclaration): string {
  const bases = ts.isInterfaceDeclaration(statement)
    ? (statement.heritageClauses ?? []).flatMap(({ types }) => types.map((type) => toOneLine(type.getText())))
    : [];
  return bases.length === 0 ? '' : `Has all of ${bases.map((base) => `\`${base}\``).join(' and ')} too.`;
}

function describeMember(member: ts.TypeElement): readonly [string, string, string] {
  const isCall = ts.isMethodSignature(member);
  const name = member.name?.getText() ?? '[…]';
  const type = isCall
    ? `(${member.parameters.map((one) => toOneLine(one.getText())).join(', ')}) => ${toOneLine(member.type?.getText() ?? 'void')}`
    : ts.isPropertySignature(member)
      ? toOneLine(member.type?.getText() ?? '')
      : toOneLine(member.getText());
  return [`${name}${member.questionToken ? '?' : ''}`, type, commentOf(member)];
}

/** Writes a type on one line, whatever lines its source has, and without the modifiers that every member has. */
export function toOneLine(text: string): string {
  return text
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/\breadonly /g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/([([<]) /g, '$1')
    .replace(/,? ([)\]>])/g, '$1')
    .replace(/; }/g, ' }')
    .replace(/(^|[(<:] ?|=> )\| /g, '$1');
}

/** The doc comment before a node, as one paragraph, with the errors that it names. */
export function commentOf(node: ts.Node): string {
  return ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .flatMap(({ comment, tags = [] }) => [
      textOf(comment),
      ...tags.filter(ts.isJSDocThrowsTag).map((tag) => `Throws ${textOf(tag.comment)}.`),
    ])
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/\.+$/, '.')
    .trim();
}

function textOf(comment: ts.JSDoc['comment']): string {
  return ts.getTextOfJSDocComment(comment) ?? '';
}
