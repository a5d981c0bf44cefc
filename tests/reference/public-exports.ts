import path from 'node:path';
import ts from 'typescript';
import { REPOSITORY_ROOT } from '../architecture/sources.ts';

/** The files whose exports plugins and definitions may import. */
export const PUBLIC_ENTRY_POINTS = ['engine/index.ts', 'engine/model/index.ts', 'runtime-ui/index.ts'] as const;

/** The ports, which adapters implement: documented like public exports. */
export const PORTS = 'engine/ports/index.ts';

/** The exports of an entry point and what they lack. A member is named like `FindInput.limit`. */
export interface EntryPoint {
  readonly file: string;
  /** Names of the exports. */
  readonly names: readonly string[];
  /** Names of the exports, and of all types of the repository that their signatures and members name. */
  readonly reached: readonly string[];
  /** Those of them, and their members, that have no docstring. */
  readonly undocumented: readonly string[];
  /** Functions and methods that return a promise, with neither `@throws` nor a sentence that it never rejects. */
  readonly withoutThrows: readonly string[];
}

/** Reads the docstrings of the public exports and of the ports, and of the types that belong to them. */
export function readEntryPoints(): readonly EntryPoint[] {
  const config = ts.readConfigFile(path.join(REPOSITORY_ROOT, 'tsconfig.json'), (file) => ts.sys.readFile(file)).config as unknown;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, REPOSITORY_ROOT);
  const files = [...PUBLIC_ENTRY_POINTS, PORTS];
  const program = ts.createProgram(
    files.map((file) => path.join(REPOSITORY_ROOT, file)),
    options,
  );
  const checker = program.getTypeChecker();
  return files.map((file): EntryPoint => {
    const source = program.getSourceFile(path.join(REPOSITORY_ROOT, file));
    const module = source && checker.getSymbolAtLocation(source);
    const exports = (module ? checker.getExportsOfModule(module) : []).map((symbol) => followAlias(checker, symbol));
    const reached = reachTypes(checker, exports);
    return {
      file,
      names: exports.map(({ name }) => name),
      reached: reached.map(({ name }) => name),
      undocumented: reached.flatMap((symbol) => listUndocumented(checker, symbol)),
      withoutThrows: reached.flatMap((symbol) => listWithoutThrows(checker, symbol)),
    };
  });
}

function followAlias(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The exports and the types that they name, directly or through others. */
function reachTypes(checker: ts.TypeChecker, exports: readonly ts.Symbol[]): readonly ts.Symbol[] {
  const reached = new Set(exports);
  // A set is iterated in the order of insertion, including what is added meanwhile.
  for (const symbol of reached) {
    for (const declaration of symbol.declarations ?? []) {
      for (const name of listTypeNames(declaration)) {
        const found = checker.getSymbolAtLocation(name);
        const type = found && followAlias(checker, found);
        if (type?.declarations?.some(isOwnType) === true) reached.add(type);
      }
    }
  }
  return [...reached];
}

function isOwnType(declaration: ts.Declaration): boolean {
  const { fileName } = declaration.getSourceFile();
  const isType = ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration) || ts.isClassDeclaration(declaration);
  return isType && fileName.startsWith(REPOSITORY_ROOT) && !fileName.includes('/node_modules/');
}

/** The names of types in a declaration, without the bodies of functions and what is private to a class. */
function listTypeNames(declaration: ts.Node): readonly ts.Node[] {
  const names: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node)) names.push(node.typeName);
    if (ts.isExpressionWithTypeArguments(node)) names.push(node.expression);
    if (ts.isBlock(node) || ts.isTypeQueryNode(node) || ts.isJSDoc(node)) return;
    if (ts.isClassElement(node) && !isPublicMember(node)) return;
    // The initial value of a constant, or of a parameter.
    if (ts.isVariableDeclaration(node) || ts.isParameter(node)) return node.type === undefined ? undefined : visit(node.type);
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return names;
}

/** Checks an export or a type, and the members of an interface, object type or class. */
function listUndocumented(checker: ts.TypeChecker, symbol: ts.Symbol): readonly string[] {
  const isDocumented = (one: ts.Symbol) => ts.displayPartsToString(one.getDocumentationComment(checker)) !== '';
  return [
    ...(isDocumented(symbol) ? [] : [symbol.name]),
    ...listMembers(checker, symbol)
      .filter(({ member }) => !isDocumented(member))
      .map(({ member }) => `${symbol.name}.${member.name}`),
  ];
}

function listWithoutThrows(checker: ts.TypeChecker, symbol: ts.Symbol): readonly string[] {
  const lacks = (one: ts.Symbol, declaration: ts.Node): boolean => returnsPromise(checker, declaration) && !saysWhatItThrows(checker, one);
  return [
    ...(symbol.declarations?.some((declaration) => lacks(symbol, declaration)) === true ? [symbol.name] : []),
    ...listMembers(checker, symbol)
      .filter(({ member, declaration }) => lacks(member, declaration))
      .map(({ member }) => `${symbol.name}.${member.name}`),
  ];
}

function saysWhatItThrows(checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return symbol.getJsDocTags(checker).some(({ name }) => name === 'throws') || /\bnever rejects\b/i.test(text);
}

/** Whether a function, a method or a property with a function type returns a promise or what is read asynchronously. */
function returnsPromise(checker: ts.TypeChecker, declaration: ts.Node): boolean {
  const node =
    (ts.isPropertySignature(declaration) || ts.isTypeAliasDeclaration(declaration)) && declaration.type !== undefined
      ? declaration.type
      : declaration;
  if (!ts.isFunctionLike(node)) return false;
  const signature = checker.getSignatureFromDeclaration(node);
  if (signature === undefined) return false;
  const type = checker.getReturnTypeOfSignature(signature);
  return (type.isUnion() ? type.types : [type]).some((one) => /^(Promise|Async)/.test(one.symbol?.name ?? ''));
}

interface Member {
  readonly member: ts.Symbol;
  readonly declaration: ts.Node;
}

function listMembers(checker: ts.TypeChecker, symbol: ts.Symbol): readonly Member[] {
  return (symbol.declarations ?? []).flatMap(membersOf).flatMap((declaration) => {
    const member = declaration.name === undefined ? undefined : checker.getSymbolAtLocation(declaration.name);
    return member === undefined ? [] : [{ member, declaration }];
  });
}

function membersOf(declaration: ts.Node): readonly (ts.TypeElement | ts.ClassElement)[] {
  if (ts.isInterfaceDeclaration(declaration) || ts.isTypeLiteralNode(declaration)) return [...declaration.members];
  if (ts.isClassDeclaration(declaration)) return declaration.members.filter(isPublicMember);
  if (ts.isTypeAliasDeclaration(declaration)) return membersOf(declaration.type);
  return ts.isIntersectionTypeNode(declaration) ? declaration.types.flatMap(membersOf) : [];
}

function isPublicMember(member: ts.ClassElement): boolean {
  if (ts.isConstructorDeclaration(member) || (member.name !== undefined && ts.isPrivateIdentifier(member.name))) return false;
  return (ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) === 0;
}
