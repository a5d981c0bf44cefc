import path from 'node:path';
import ts from 'typescript';
import { REPOSITORY_ROOT } from '../architecture/sources.ts';

/** The files whose exports plugins and definitions may import. */
export const PUBLIC_ENTRY_POINTS = ['engine/index.ts', 'engine/model/index.ts', 'runtime-ui/index.ts'] as const;

/** The public exports by entry point, and the names of those without a docstring: `FindInput`, or `FindInput.limit` for a member. */
export function readPublicExports(): readonly {
  readonly file: string;
  readonly names: readonly string[];
  readonly undocumented: string[];
}[] {
  const config = ts.readConfigFile(path.join(REPOSITORY_ROOT, 'tsconfig.json'), (file) => ts.sys.readFile(file)).config as unknown;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, REPOSITORY_ROOT);
  const files = PUBLIC_ENTRY_POINTS.map((file) => path.join(REPOSITORY_ROOT, file));
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  return PUBLIC_ENTRY_POINTS.map((file, index) => {
    const source = program.getSourceFile(files[index] ?? '');
    const module = source && checker.getSymbolAtLocation(source);
    const symbols = (module ? checker.getExportsOfModule(module) : []).map((symbol) => followAlias(checker, symbol));
    return {
      file,
      names: symbols.map(({ name }) => name),
      undocumented: symbols.flatMap((symbol) => listUndocumented(checker, symbol)),
    };
  });
}

function followAlias(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Checks the export, and the members of an interface or object type. */
function listUndocumented(checker: ts.TypeChecker, symbol: ts.Symbol): readonly string[] {
  const isDocumented = (one: ts.Symbol) => ts.displayPartsToString(one.getDocumentationComment(checker)) !== '';
  const members = (symbol.declarations ?? [])
    .flatMap(listMembers)
    .flatMap(({ name }) => (name === undefined ? [] : [checker.getSymbolAtLocation(name)]))
    .filter((member) => member !== undefined);
  return [
    ...(isDocumented(symbol) ? [] : [symbol.name]),
    ...members.filter((member) => !isDocumented(member)).map((member) => `${symbol.name}.${member.name}`),
  ];
}

function listMembers(declaration: ts.Declaration): readonly ts.TypeElement[] {
  if (ts.isInterfaceDeclaration(declaration)) return declaration.members;
  return ts.isTypeAliasDeclaration(declaration) && ts.isTypeLiteralNode(declaration.type) ? declaration.type.members : [];
}
